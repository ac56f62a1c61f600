#!/usr/bin/env python3
"""Runs the conformance suite through a service and prints what disagrees. Standard library only.

usage: run.py BASE_URL [SHEET ...]        e.g. run.py http://127.0.0.1:8080 tri-ominoes
Each case's record is posted to BASE_URL/v1/audits and the report compared. Exit code 0 where nothing disagrees.
"""

import json
import lzma
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
WITHIN = 60


def call(method, url, body=None):
    """Status and parsed body of a request."""
    headers = {"Content-Type": "application/json", "Prefer": "wait=30"}
    asked = urllib.request.Request(url, None if body is None else json.dumps(body).encode(), headers, method=method)
    try:
        with urllib.request.urlopen(asked, timeout=120) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or b"{}")


def audited(base, record):
    """The finished report of a record, or what came instead."""
    status, report = call("POST", base + "/v1/audits", record)
    until = time.monotonic() + WITHIN
    while status in (200, 202) and report["status"] in ("queued", "running") and time.monotonic() < until:
        status, report = call("GET", f"{base}/v1/audits/{report['id']}")
    return status, report


def difference(expect, status, report):
    """The first thing in which a report is not what is expected, or None."""
    if status != 200 or report.get("status") != "finished":
        return f"status {status}: {json.dumps(report)[:200]}"
    if report["verdict"] != expect["verdict"]:
        return f"verdict {report['verdict']}, not {expect['verdict']}: {json.dumps(report['first_divergence'])[:200]}"
    compared = {"upheld": upheld, "score-mismatch": mismatch, "illegal-move": illegal}
    return compared[expect["verdict"]](expect, report)


def upheld(expect, report):
    """Every item of every move and settlement, every ending, scores and winner."""
    if (report["scores"], report["game_over"]) != (expect["scores"], expect["game_over"]):
        return f"scores {report['scores']}, over {report['game_over']}"
    if sorted(report["winner"] or []) != sorted(expect["winner"] or []):
        return f"winner {report['winner']}, not {expect['winner']}"
    for number, (told, found) in enumerate(zip(expect["rounds"], report["rounds"], strict=True), 1):
        for at, (items, move) in enumerate(zip(told["moves"], found["moves"], strict=True), 1):
            got = sorted([item["reason"], item["points"]] for item in move["score_items"])
            if got != sorted(items):
                return f"round {number} move {at}: items {got}, not {items}"
        settled = None
        if found["settlement"] is not None:
            settled = sorted([i["player"], i["reason"], i["points"]] for i in found["settlement"]["items"])
        if settled != (None if told["settlement"] is None else sorted(told["settlement"])):
            return f"round {number}: settlement {settled}, not {told['settlement']}"
        if (found["ended_by"], found["scores"]) != (told["ended_by"], told["scores"]):
            return f"round {number}: ended by {found['ended_by']} at {found['scores']}, not {told['ended_by']}"
    return None


def mismatch(expect, report):
    """The kind and place of the wrong claim, what it claims and what was computed."""
    first = report["first_divergence"]
    names = ("kind", "move", "computed", "claimed") + (("round",) if expect["round"] is not None else ())
    wrong = {name: first[name] for name in names if first[name] != expect[name]}
    return f"first divergence has {wrong}" if wrong else None


def illegal(expect, report):
    """The place of the illegal move, every code, and the scores before it."""
    first = report["first_divergence"]
    if (first["round"], first["move"]) != (expect["round"], expect["move"]):
        return f"found at {first['round']}/{first['move']}, not {expect['round']}/{expect['move']}"
    codes = sorted(violation["code"] for violation in first["violations"])
    if codes != sorted(expect["codes"]):
        return f"codes {codes}, not {sorted(expect['codes'])}"
    return None if report["scores"] == expect["scores"] else f"scores {report['scores']}, not {expect['scores']}"


def main(arguments):
    """Runs all sheets, or those named; the exit code."""
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    base, wanted = arguments[0].rstrip("/"), arguments[1:]
    count = disagree = 0
    for file in sorted(HERE.glob("*.jsonl.xz")):
        if wanted and file.name.partition(".")[0] not in wanted:
            continue
        with lzma.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                case = json.loads(line)
                count += 1
                why = difference(case["expect"], *audited(base, case["record"]))
                if why is not None:
                    disagree += 1
                    print(case["name"], why)
    print(f"{count - disagree} passed, {disagree} failed")
    return 1 if disagree or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

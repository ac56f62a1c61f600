"""Makes the conformance suite: `python -m tests.naive.make_suite OUT_DIR [SHEET ...]`.

One file a sheet, `SHEET.jsonl.xz`: a case a line, `{"name", "record", "expect"}`.
"""

import json
import lzma
import pathlib
import random
import sys
from collections import Counter
from typing import Any

from tests.naive.houses import houses_for
from tests.naive.records import random_record
from tests.naive.sheets import SHEETS
from tests.naive.spoiling import begin_too_early, given_up, play_on, spoil_claim, spoil_move

Pair = tuple[dict[str, Any], dict[str, Any]]

EVERYWHERE = ["wrong-phase", "game-over", "unknown-tile", "tile-not-in-hand", "tile-already-played"]
LAYING = [
    *["must-open", "wrong-opening-tile", "opening-off-origin", "mirrored-tile", "cell-occupied", "not-adjacent"],
    *["corner-mismatch", "draw-limit", "pool-empty", "wrong-tile-drawn"],
]
SEATS = ["not-your-turn", "round-over"]
TRICKS = ["bid-out-of-range", "bid-too-low", "trump-not-allowed", "must-follow-trump", "must-follow-suit"]
CODES = {
    "schmidt-solitaire": EVERYWHERE + LAYING,
    "three-player-moon": EVERYWHERE + SEATS + TRICKS,
}


def codes_of(sheet: str) -> list[str]:
    """The codes that a move on a sheet can earn, some only under house rules."""
    return CODES.get(sheet, EVERYWHERE + SEATS + LAYING + ["must-place", "must-draw"])


def reasons_of(sheet: str) -> set[str]:
    """The reasons of score items that a sheet knows without house rules."""
    if sheet == "three-player-moon":
        return {"contract-made", "contract-set", "tricks"}
    known = {"tile-value", "opening-bonus", "bridge", "two-sides", "hexagon", "draw", "out-bonus"}
    if sheet == "schmidt-solitaire":
        return known
    if sheet == "tri-ominoes":
        return known - {"two-sides", "out-bonus"}
    known |= {"empty-pool", "opponents-hands", "own-hand"}
    return known | {"no-play"} if sheet == "tridomino-hexagono" else known


def reasons_in(expect: dict[str, Any]) -> list[tuple[str, int]]:
    """Every score item that an expectation names, as (reason, points)."""
    found = []
    for seen in expect.get("rounds", []):
        found += [(reason, points) for items in seen["moves"] for reason, points in items]
        found += [(reason, points) for _, reason, points in seen["settlement"] or []]
    return found


def true_cases(sheet: str, rng) -> list[Pair]:
    """Games to their end, games under every house rule, games given up, and the rare figures."""
    moon, alone = sheet == "three-player-moon", sheet == "schmidt-solitaire"
    made = [random_record(sheet, f"full-{seed}") for seed in range(40 if alone else 24)]
    for seed, rules in enumerate(houses_for(sheet) * (6 if moon or alone else 2)):
        made.append(random_record(sheet, f"house-{seed}", house_rules=rules, max_rounds=8 if moon else 2))
    if not moon:
        made += [random_record(sheet, f"planned-{seed}", planned=True, max_rounds=1) for seed in range(6)]
    if not alone:
        short = [random_record(sheet, f"given-up-{seed}", max_rounds=2)[0] for seed in range(4)]
        made += [given_up(record, rng, kind) for record, kind in zip(short, ["resign", "timeout"] * 2, strict=True)]
    return made + rare_cases(sheet, made)


def rare_cases(sheet: str, made: list[Pair]) -> list[Pair]:
    """Further games until each reason and each way to end a round has been seen three times."""
    wanted: Counter = Counter(dict.fromkeys(reasons_of(sheet) | endings_of(sheet), 3))
    for _, expect in made:
        wanted -= marks_of(expect)
    found = []
    for seed in range(400):
        if not wanted:
            break
        record, expect = random_record(sheet, f"rare-{seed}", max_rounds=15 if "moon" in sheet else 3)
        marks = marks_of(expect)
        if wanted & marks:
            wanted -= marks
            found.append((record, expect))
    return found


def endings_of(sheet: str) -> set[str]:
    """Ways to end a round that chance brings, and two rare events of it."""
    if sheet == "schmidt-solitaire":
        return {"exhausted", "stopped"}
    if sheet == "three-player-moon":
        return {"played", "void", "made-21", "contract-made-6"}
    more = {"target"} if sheet == "tri-ominoes" else {"shared-lowest-hand"}
    return {"out", "blocked"} | more


def marks_of(expect: dict[str, Any]) -> Counter:
    """The reasons and the endings of rounds in an expectation, counted."""
    marks = Counter(reason for reason, _ in reasons_in(expect))
    marks.update("made-21" for item in reasons_in(expect) if item == ("contract-made", 21))
    marks.update("contract-made-6" for item in reasons_in(expect) if item == ("contract-made", 6))
    for seen in expect["rounds"]:
        marks[seen["ended_by"]] += 1
        marks["shared-lowest-hand"] += seen["ended_by"] == "blocked" and not seen["settlement"]
    return marks


def claim_cases(bases: list[dict[str, Any]], rng) -> list[Pair]:
    """One wrong claim each, of every kind in turn."""
    finished = [record for record in bases if "claimed_winner" in record]
    settled = [r for r in bases if any("claimed_settlement" in played for played in r["rounds"])]
    made = []
    for number in range(40):
        kind = ["move-claim", "settlement", "scores", "winner", "move-claim"][number % 5]
        among = {"winner": finished, "settlement": settled}.get(kind, bases)
        made.append(spoil_claim(among[number % len(among)], rng, kind))
    return made


def illegal_cases(sheet: str, bases: list[dict[str, Any]], rng) -> list[Pair]:
    """Each code three times at least, then whatever comes, and rounds begun too early or too late."""
    made: list[Pair] = []
    for code in codes_of(sheet) * 3:
        order = rng.sample(bases, len(bases))
        made.append(next(pair for record in order if (pair := spoil_move(record, rng, code))))
    for record in rng.sample(bases, min(10, len(bases))):
        pair = spoil_move(record, rng)
        made += [pair] if pair else []
    long = [record for record in bases if len(record["rounds"]) > 1]
    made += [begin_too_early(record, 1) for record in long[:2]]
    return made + [play_on(record) for record in bases if "claimed_winner" in record][:2]


def cases_for(sheet: str) -> list[dict[str, Any]]:
    """All cases of a sheet, true ones first."""
    rng = random.Random(f"suite/{sheet}")
    true = true_cases(sheet, rng)
    most = 9 if sheet == "three-player-moon" else 3
    bases = [r for r, e in true if len(r["rounds"]) <= most and not gave_up(e)]
    kinds = {"true": true, "claim": claim_cases(bases, rng), "illegal": illegal_cases(sheet, bases, rng)}
    return [
        {"name": f"{sheet}-{kind}-{number:03}", "record": record, "expect": expect}
        for kind, pairs in kinds.items()
        for number, (record, expect) in enumerate(pairs, start=1)
    ]


def gave_up(expect: dict[str, Any]) -> bool:
    """A game that a seat resigned or let run out of time."""
    return expect["rounds"][-1]["ended_by"] in ("resigned", "timeout")


def report(sheet: str, cases: list[dict[str, Any]], size: int) -> None:
    """Prints what occurs in a sheet's cases; AssertionError where a code or a reason is missing."""
    verdicts = Counter(case["expect"]["verdict"] for case in cases)
    codes = Counter(code for case in cases for code in case["expect"].get("codes", []))
    kinds = Counter(case["expect"]["kind"] for case in cases if "kind" in case["expect"])
    reasons: Counter = Counter()
    endings: Counter = Counter()
    houses = Counter(name for case in cases for name in case["record"]["house_rules"])
    for case in cases:
        for reason, points in reasons_in(case["expect"]):
            reasons[f"{reason} {points}" if reason in ("hexagon", "contract-made") else reason] += 1
        for seen in case["expect"].get("rounds", []):
            endings[seen["ended_by"]] += 1
            endings["shared lowest hand"] += seen["ended_by"] == "blocked" and not seen["settlement"]
    print(f"{sheet}: {len(cases)} cases, {size} bytes")
    table = {"verdicts": verdicts, "codes": codes, "claims": kinds, "reasons": reasons, "ended by": endings}
    for title, counts in (table | {"house rules": houses}).items():
        print(f"  {title}: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    lacking = set(codes_of(sheet)) - set(codes) | reasons_of(sheet) - {name.split()[0] for name in reasons}
    if lacking:
        raise AssertionError(f"{sheet} lacks {sorted(lacking)}")


def main(out: str, *sheets: str) -> None:
    """Writes the suite and prints what occurs in it."""
    folder = pathlib.Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    for sheet in sheets or SHEETS:
        cases = cases_for(sheet)
        lines = "".join(json.dumps(case, separators=(",", ":")) + "\n" for case in cases)
        packed = lzma.compress(lines.encode(), preset=9 | lzma.PRESET_EXTREME)
        (folder / f"{sheet}.jsonl.xz").write_bytes(packed)
        report(sheet, cases, len(packed))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""`python -m service verify`: an exported record checked offline, with the code that the audits run."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from service.application.auditing import audit
from service.application.problems import Problem
from service.application.records import Record
from service.edge.records import parse_record
from service.ledger.receipts import ReceiptKeys
from service.rules.library import load
from service.run.checks import StartError


def verified(file: Path, jwks: Path | None, rulesets: Sequence[Path]) -> int:
    """Prints the verdict and all it rests on; the exit code, 0 where the record is upheld. Raises StartError."""
    library = load(rulesets)
    raw = sys.stdin.buffer.read() if str(file) == "-" else _bytes_of(file)
    try:
        record = parse_record(library, raw)
        report = audit(library, None if jwks is None else _keys_of(jwks), record)
    except Problem as problem:
        raise StartError(f"{file}: {problem.detail}") from None
    for line in _lines(report, receipts=_receipts(record, report["receipts_checked"])):
        print(line)
    return 0 if report["verdict"] == "upheld" else 1


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise StartError(f"{file}: {error.strerror}") from None


def _keys_of(file: Path) -> ReceiptKeys:
    try:
        return ReceiptKeys(json.loads(_bytes_of(file)))
    except (ValueError, KeyError, TypeError):
        raise StartError(f"{file}: holds no JWK Set of Ed25519 keys") from None


def _receipts(record: Record, checked: int) -> str:
    count = len(record.receipts) + (len(record.proof.receipts) if record.proof else 0)
    return f"{checked} of {count} receipts checked"


def _lines(report: Mapping[str, Any], *, receipts: str) -> list[str]:
    moves = sum(move["judged"] for played in report["rounds"] for move in played["moves"])
    lines = [
        f"verdict   {report['verdict']}",
        f"sheet     {report['ruleset']}, edition {report['edition']}",
        f"judged    {len(report['rounds'])} rounds, {moves} moves",
        f"chain     {report['chain']}, {receipts}",
        f"shuffle   {report['shuffle']}",
        "scores    " + ", ".join(f"{player} {points}" for player, points in report["scores"].items()),
        f"winner    {', '.join(report['winner']) or 'none'}",
    ]
    return lines + [f"differs   {_divergence(divergence)}" for divergence in report["divergences"]]


def _divergence(found: Mapping[str, Any]) -> str:
    place = ", ".join(f"{name} {found[name]}" for name in ("round", "move", "version") if found.get(name) is not None)
    if found["violations"]:
        what = "; ".join(f"{v['code']} ({v['clause']}): {v['text']}" for v in found["violations"])
    else:
        what = found.get("reason") or f"claimed {found['claimed']}, computed {found['computed']}"
    return f"{found['kind']} at {place or 'the end'}: {what}"

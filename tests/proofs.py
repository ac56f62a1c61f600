"""Records whose proofs are changed as a careful forger would: sealed and chained anew."""

import copy
import hashlib
from collections.abc import Callable
from typing import Any

import rfc8785

from service.ledger.entries import CHAIN_START, event_hash

Json = dict[str, Any]


def event_of(record: Json, kind: str, nth: int = 0) -> Json:
    """The n-th event of a type in a record's proof."""
    found: Json = [event for event in record["proof"]["events"] if event["type"] == kind][nth]
    return found


def openings_of(record: Json) -> list[Json]:
    """All openings in a record's proof."""
    return [opening for event in record["proof"]["events"] for opening in event["openings"]]


def forged(record: Json, change: Callable[[Json], object]) -> Json:
    """A copy of the record, changed, whose openings open their seals and whose chain holds; without receipts."""
    made = copy.deepcopy(record)
    change(made)
    made["proof"]["receipts"] = []
    rechain(made)
    return made


def rechain(record: Json) -> None:
    """Seals the openings of a proof and chains its events anew, in place."""
    events = record["proof"]["events"]
    for opening in openings_of(record):
        event = events[opening["version"] - 1]
        parts = [event["game"], opening["version"], opening["name"], opening["salt"], opening["value"]]
        event["seals"][opening["name"]] = hashlib.sha256(rfc8785.dumps(parts)).hexdigest()
    previous = CHAIN_START
    for event in events:
        body = {name: value for name, value in event.items() if name not in ("hash", "openings")}
        event["hash"] = previous = event_hash(previous, rfc8785.dumps(body))

"""Appends to a log without the use cases: entries of plain events."""

import itertools
from typing import Any

from service.application.ports import Append, EventLog, Outcome
from service.ledger.entries import CHAIN_START, Entry, Writing, check_chain, write
from service.rules.events import Event, GameOpened, PlayStopped, SeedGiven
from tests.ledger.examples import EXAMPLES

GAME = "00112233445566778899aabbccddeeff"
DEALT = EXAMPLES["round-dealt.1.known-pool"]
OPENED = EXAMPLES["game-opened.1.client"]
assert isinstance(OPENED, GameOpened)
_salts = itertools.count()


def entries(
    events: list[Event], *, after: int = 0, previous: str = CHAIN_START, round_at: int = 0, game: str = GAME
) -> list[Entry]:
    """Entries of these events."""
    writing = Writing(game=game, at="2026-11-05T12:00:00.000Z", salt=lambda: f"{next(_salts):064x}")
    return write(writing, events, after=after, previous=previous, round_at=round_at)


def step(log: EventLog, count: int = 1, *, game: str = GAME, mark: str = "x", **more: Any) -> Outcome:
    """Appends so many events at the end, whatever the end is."""
    head = log.head(game)
    after, previous, round_at = (head.version, head.hash, head.round_at) if head else (0, CHAIN_START, 0)
    events: list[Event] = [SeedGiven(mark, f"{mark} {i}") if i % 2 else PlayStopped(mark) for i in range(count)]
    made = entries(events, after=after, previous=previous, round_at=round_at, game=game)
    return log.append(Append(game=game, after=after, previous=previous, entries=made, **more))


def start(log: EventLog, game: str = GAME) -> Outcome:
    """Opens a game with a round: versions 1 and 2."""
    made = entries([OPENED, DEALT], game=game)
    return log.append(Append(game=game, after=0, previous=CHAIN_START, entries=made))


def whole(log: EventLog, game: str = GAME) -> list[Entry]:
    """All entries of a game, whose chain, seals and head hold."""
    found = log.read(game, 1, 10**6)
    check_chain(game, found, after=0, previous=CHAIN_START)
    for entry in found:
        entry.check_seals()
    head = log.head(game)
    assert (head is None) == (not found)
    if head is not None:
        assert (head.version, head.hash, head.round_at) == (len(found), found[-1].hash, found[-1].round_at)
    return found

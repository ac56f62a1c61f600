"""Rounds read and proved before: a bounded memo, so that the same bytes are not proved and folded twice.

It is no truth: every call reads the whole round from the log, and only entries whose bytes are those
that were proved are taken as proved. A changed byte anywhere is found as without it.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from service.ledger.entries import Entry
from service.rules.game import Game

_Raw = tuple[bytes, str, bytes]


@dataclass(frozen=True, slots=True)
class Proved:
    """A round's first `entries` as bytes, the hash before them, and the state they fold to (never changed)."""

    previous: str
    entries: tuple[_Raw, ...]
    game: Game

    def leads(self, previous: str, entries: Sequence[Entry]) -> bool:
        """Whether these entries begin with those proved, byte for byte, after the same hash."""
        if previous != self.previous or len(entries) < len(self.entries):
            return False
        for entry, (event, hash_, sealed) in zip(entries, self.entries, strict=False):
            if entry.event != event or entry.hash != hash_ or entry.sealed != sealed:
                return False
        return True


def raw(entry: Entry) -> _Raw:
    """An entry as it is compared: all its bytes."""
    return entry.event, entry.hash, entry.sealed


class ProvedRounds:
    """The rounds proved last, at most `most` games."""

    def __init__(self, most: int = 128) -> None:
        self._most = most
        self._rounds: dict[str, Proved] = {}
        self._lock = threading.Lock()

    def get(self, game: str) -> Proved | None:
        """What was proved of a game's round last."""
        return self._rounds.get(game)

    def keep(self, game: str, proved: Proved) -> None:
        """Keeps what was proved; the games not kept for longest are forgotten."""
        with self._lock:
            self._rounds.pop(game, None)
            while len(self._rounds) >= self._most:
                del self._rounds[next(iter(self._rounds))]
            self._rounds[game] = proved

"""Rounds read and proved before: a bounded memo, so that the same bytes are not proved and folded twice.

It is no truth: every call reads the whole round from the log, and only entries whose bytes are those
that were proved are taken as proved. A changed byte anywhere is found as without it.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from service.rules.game import Game


@dataclass(frozen=True, slots=True)
class Proved:
    """A round's first `rows` as the store gave them, the hash before them, and the state they fold to.

    None of them is ever changed.
    """

    previous: str
    rows: Sequence[object]
    game: Game

    def leads(self, previous: str, rows: Sequence[object]) -> bool:
        """Whether these rows begin with those proved, byte for byte, after the same hash."""
        known = self.rows
        return previous == self.previous and len(rows) >= len(known) and rows[: len(known)] == known


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

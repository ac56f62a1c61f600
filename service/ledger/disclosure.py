"""Which caller comes to know which sealed value, and by which event.

Each event discloses to a caller the openings that it makes known, each once: a seat its hand with the
deal, a drawn tile with the draw, everybody a round's tiles with `round-settled`, the rest with `game-ended`.
What an event discloses does not depend on when it is read.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from service.ledger.entries import Entry, Opening

HIDDEN_FROM_ALL = frozenset({"root", "seed"})
"""Names that not even the referee knows before the end."""


OPENS_ALL = frozenset({"round-settled", "game-ended"})
"""Events that open what events before them have sealed, to everybody."""

OPENS_OF_THE_DEAL = frozenset({"tile-drawn", "widow-taken"})
"""Events that open, to one seat, what the round's deal has sealed."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: a referee, a seat by its player's name, or (`seat` None) the public."""

    referee: bool = False
    seat: str | None = None


PUBLIC = Viewer()


class Disclosure:
    """Walks a game's entries, from its start or from a round's deal, and tells what each discloses."""

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self._round: dict[tuple[int, str], Opening] = {}
        self._kept: dict[tuple[int, str], Opening] = {}
        self._deal: dict[str, Opening] = {}

    def of(self, entries: Iterable[Entry]) -> list[list[Opening]]:
        """For each entry the openings that it makes known to the viewer."""
        return [self.step(entry) for entry in entries]

    def step(self, entry: Entry) -> list[Opening]:
        """The openings that this entry makes known to the viewer."""
        kind = entry.body["type"]
        if kind == "round-dealt":
            self._deal = dict(entry.openings)
        for opening in entry.openings.values():
            vault = self._kept if opening.name in HIDDEN_FROM_ALL else self._round
            vault[opening.version, opening.name] = opening
        if kind == "round-settled":
            return self._open_all(self._round)
        if kind == "game-ended":
            return [*self._open_all(self._round), *self._open_all(self._kept)]
        return self._own(entry, kind)

    def _open_all(self, vault: dict[tuple[int, str], Opening]) -> list[Opening]:
        opened = list(vault.values())
        vault.clear()
        return opened

    def _take(self, opening: Opening | None) -> list[Opening]:
        if opening is None:
            return []
        known = self._round.pop((opening.version, opening.name), None)
        known = known or self._kept.pop((opening.version, opening.name), None)
        return [known] if known else []

    def _own(self, entry: Entry, kind: str) -> list[Opening]:
        data, own = entry.body["data"], entry.openings
        if self._viewer.referee:
            return [o for opening in own.values() if opening.name not in HIDDEN_FROM_ALL for o in self._take(opening)]
        seat = self._viewer.seat
        if seat is None:
            return []
        found: list[Opening | None] = []
        if kind == "round-dealt":
            found.append(own.get(f"hand/{seat}"))
            places = [draw["place"] for draw in data["opening_draws"] if draw["player"] == seat]
            found += [own.get(f"pool/{place}") or own.get(f"opening/{place}") for place in places]
        elif data.get("player") == seat:
            if kind == "tile-drawn":
                found.append(self._deal.get(f"pool/{data['place']}") if data["pool_known"] else own.get("drawn"))
            elif kind == "widow-taken":
                found.append(self._deal.get("widow"))
            elif kind in ("tile-discarded", "seed-given"):
                found += own.values()
        return [opening for wanted in found for opening in self._take(wanted)]

"""The table of a tile-laying round: what lies, who holds what, what the pool still has."""

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from service.rules.events import PlayStopped, RoundDealt, TileDrawn, TilePlaced, TurnPassed
from service.rules.laying.board import Board
from service.rules.laying.tiles import TILE_OF, VALUE, tile_named_by
from service.rules.moves import Cell, Corners


@dataclass(frozen=True, slots=True)
class Placement:
    """A laid tile: whose, where, how, and the version of the game that laid it."""

    player: str
    at: Cell
    corners: Corners
    version: int


@dataclass(slots=True, kw_only=True)
class LayingTable:
    """`pool[place]` onwards is what can still be drawn; None is a tile not known.

    `draws`: drawn in this turn; `drawn`: in the round by its players' moves; `passes`: in a row.
    """

    board: Board
    hands: dict[str, tuple[str | None, ...]]
    pool: tuple[str | None, ...]
    pool_known: bool
    place: int
    placements: list[Placement] = field(default_factory=list)
    laid: dict[str, Cell] = field(default_factory=dict)
    draws: int = 0
    drawn: int = 0
    passes: int = 0

    def __copy__(self) -> "LayingTable":
        return LayingTable(
            board=copy(self.board),
            hands=dict(self.hands),
            pool=self.pool,
            pool_known=self.pool_known,
            place=self.place,
            placements=list(self.placements),
            laid=dict(self.laid),
            draws=self.draws,
            drawn=self.drawn,
            passes=self.passes,
        )

    @property
    def pool_count(self) -> int:
        """How many tiles can still be drawn."""
        return len(self.pool) - self.place

    def hand_value(self, player: str) -> int:
        """The sum of a hand whose tiles are all known."""
        return sum(VALUE[tile] for tile in self.hands[player] if tile is not None)


def lay_out(event: RoundDealt) -> LayingTable:
    """The table after a deal; opening draws have left the pool for their hands."""
    hands = dict(event.hands)
    for draw in event.opening_draws:
        hands[draw.player] = (*hands[draw.player], draw.tile)
    return LayingTable(
        board=Board(),
        hands=hands,
        pool=event.pool,
        pool_known=event.pool_known,
        place=len(event.opening_draws),
    )


def _without(hand: tuple[str | None, ...], tile: str) -> tuple[str | None, ...]:
    """The hand less one tile: that tile, or else one that is not known."""
    at = hand.index(tile) if tile in hand else hand.index(None)
    return hand[:at] + hand[at + 1 :]


def _book_placed(game: Any, event: TilePlaced) -> None:
    table: LayingTable = game.table
    tile = TILE_OF.get(event.corners) or tile_named_by(event.corners)
    table.board.lay(event.at, event.corners)
    table.placements.append(Placement(event.player, event.at, event.corners, game.version + 1))
    table.laid[tile] = event.at
    table.hands[event.player] = _without(table.hands[event.player], tile)
    table.draws = table.passes = 0
    game.phase, game.turn = "playing", event.turn
    game.score(event.items)


def _book_drawn(game: Any, event: TileDrawn) -> None:
    table: LayingTable = game.table
    table.hands[event.player] = (*table.hands[event.player], event.tile)
    table.place = event.place + 1
    table.draws += 1
    table.drawn += 1
    game.score(event.items)


def _book_passed(game: Any, event: TurnPassed) -> None:
    table: LayingTable = game.table
    table.draws = 0
    table.passes += 1
    game.turn = event.turn
    game.score(event.items)


def _book_stopped(game: Any, event: PlayStopped) -> None:  # noqa: ARG001
    game.turn = None


BOOKINGS: Mapping[type, Callable[[Any, Any], None]] = {
    TilePlaced: _book_placed,
    TileDrawn: _book_drawn,
    TurnPassed: _book_passed,
    PlayStopped: _book_stopped,
}


def show(table: LayingTable) -> dict[str, Any]:
    """What everybody sees: placements in order, the pool's size, draws of this turn, passes in a row."""
    return {
        "board": [
            {"player": p.player, "at": list(p.at), "corners": list(p.corners), "version": p.version}
            for p in table.placements
        ],
        "pool_count": table.pool_count,
        "draws": table.draws,
        "passes": table.passes,
    }

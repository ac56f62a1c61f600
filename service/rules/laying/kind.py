"""The kind of game of all tile-laying sheets."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.rules.clauses import Fault, HouseRule
from service.rules.events import Event, RoundDealt, Terms
from service.rules.laying import ending, judging, opening, parameters, table
from service.rules.laying.tiles import TILES
from service.rules.moves import Draw, Move, Pass, Place, Stop
from service.rules.rulings import Accepted, Refused, ScoreItem
from service.rules.sheet import Deal, Finish, Settlement, Sheet


class TileLaying:
    """Triangular tiles laid on a lattice; see `service.rules.sheet.Kind` for what each method promises."""

    name = "tile-laying"
    house_rules: Mapping[str, HouseRule] = parameters.HOUSE_RULES
    moves: tuple[type[Move], ...] = (Place, Draw, Pass, Stop)
    first_by_lot = False

    def tiles(self, rules: Any) -> tuple[str, ...]:  # noqa: ARG002
        """The 56 tiles."""
        return TILES

    def cross_faults(self, rules: Any) -> Sequence[Fault]:
        """House rules that contradict each other."""
        return parameters.cross_faults(rules)

    def cut(self, rules: Any, players: tuple[str, ...], order: Sequence[str]) -> Deal:
        """Hands as blocks in seat order, the rest is the pool."""
        return opening.cut(rules, players, order)

    def deal_faults(
        self,
        sheet: Sheet,
        rules: Any,
        terms: Terms,
        deal: Deal,
        first: str | None,  # noqa: ARG002
    ) -> Sequence[Fault]:
        """Why a deal is none of this sheet."""
        return opening.deal_faults(sheet, rules, terms, deal)

    def open_round(
        self, sheet: Sheet, rules: Any, *, terms: Terms, number: int, scores: Mapping[str, int], deal: Deal
    ) -> RoundDealt:
        """The event that opens a round, its opener found."""
        return opening.open_round(sheet, rules, terms=terms, number=number, scores=scores, deal=deal)

    def next_first(self, game: Any) -> str | None:  # noqa: ARG002
        """Not determined: the hands tell who opens."""
        return None

    def lay_out(self, event: RoundDealt) -> table.LayingTable:
        """The table after the deal."""
        return table.lay_out(event)

    def book(self, game: Any, event: Event) -> None:
        """Book a board event, in place."""
        table.BOOKINGS[type(event)](game, event)

    def judge(self, game: Any, move: Move) -> Accepted | Refused:
        """Judge a board move."""
        return judging.judge(game, move)

    def legal_moves(self, game: Any) -> list[tuple[Move, tuple[ScoreItem, ...]]]:
        """Every legal board move of the seat on turn."""
        return judging.legal_moves(game)

    def show(self, game: Any) -> dict[str, Any]:
        """The board, the pool's size and the turn's draws."""
        return table.show(game.table)

    def settle(self, game: Any) -> Settlement:
        """The settlement of the round that has ended."""
        return ending.settle(game)

    def finish(self, game: Any, scores: Mapping[str, int], round_winner: str | None) -> Finish | None:
        """The end of the game after a settlement, if it ends."""
        return ending.finish(game, scores, round_winner)


TILE_LAYING = TileLaying()

"""The kind of game of all trick-taking sheets."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.rules.clauses import Fault, HouseRule
from service.rules.events import Event, RoundDealt, Terms
from service.rules.moves import Bid, Declare, Discard, Move, Pass, Play
from service.rules.rulings import Accepted, Refused, ScoreItem
from service.rules.sheet import Deal, Finish, Settlement, Sheet
from service.rules.tricks import dealing, ending, judging, parameters, table


class TrickTaking:
    """Bidding, a widow and tricks of dominoes; see `service.rules.sheet.Kind` for what each method promises."""

    name = "trick-taking"
    house_rules: Mapping[str, HouseRule] = parameters.HOUSE_RULES
    moves: tuple[type[Move], ...] = (Bid, Pass, Discard, Declare, Play)
    first_by_lot = True

    def tiles(self, rules: Any) -> tuple[str, ...]:
        """The sheet's set."""
        tiles: tuple[str, ...] = rules.tiles
        return tiles

    def cross_faults(self, rules: Any) -> Sequence[Fault]:
        """House rules that contradict the sheet."""
        return parameters.cross_faults(rules)

    def cut(self, rules: Any, players: tuple[str, ...], order: Sequence[str]) -> Deal:
        """Hands as blocks in seat order, then the widow."""
        return dealing.cut(rules, players, order)

    def deal_faults(self, sheet: Sheet, rules: Any, terms: Terms, deal: Deal, first: str | None) -> Sequence[Fault]:
        """Why a deal is none of this sheet."""
        return dealing.deal_faults(sheet, rules, terms, deal, first)

    def open_round(
        self, sheet: Sheet, rules: Any, *, terms: Terms, number: int, scores: Mapping[str, int], deal: Deal
    ) -> RoundDealt:
        """The event that opens a round with its bidding."""
        return dealing.open_round(sheet, rules, terms=terms, number=number, scores=scores, deal=deal)

    def next_first(self, game: Any) -> str | None:
        """The seat clockwise of the one that bid first."""
        return dealing.next_first(game)

    def lay_out(self, event: RoundDealt) -> table.TrickTable:
        """The table after the deal."""
        return table.lay_out(event)

    def book(self, game: Any, event: Event) -> None:
        """Book an event of the hand, in place."""
        table.BOOKINGS[type(event)](game, event)

    def judge(self, game: Any, move: Move) -> Accepted | Refused:
        """Judge a move of the hand."""
        return judging.judge(game, move)

    def legal_moves(self, game: Any) -> list[tuple[Move, tuple[ScoreItem, ...]]]:
        """Every legal move of the seat on turn."""
        return judging.legal_moves(game)

    def show(self, game: Any) -> dict[str, Any]:
        """Bids, contract, trump and tricks."""
        return table.show(game.table)

    def settle(self, game: Any) -> Settlement:
        """The settlement of the round that has ended."""
        return ending.settle(game)

    def finish(self, game: Any, scores: Mapping[str, int], round_winner: str | None) -> Finish | None:  # noqa: ARG002
        """The end of the game after a settlement, if it ends."""
        return ending.finish(game, scores)


TRICK_TAKING = TrickTaking()

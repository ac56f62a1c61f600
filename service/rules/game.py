"""A game as the fold of its events, and the judge of moves that serves every kind of game."""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from service.rules.events import (
    DealAwaited,
    Event,
    GameEnded,
    GameOpened,
    RoundDealt,
    RoundEnded,
    RoundSettled,
    SeatForfeited,
    SeedGiven,
    SeedingClosed,
    Terms,
)
from service.rules.moves import FORFEITS, Move, Resign
from service.rules.rulings import Accepted, Ruling, ScoreItem
from service.rules.sheet import Sheet


@dataclass(slots=True, kw_only=True)
class Game:
    """The state of a game. Use it as a value: `evolve` gives a new one.

    `version` is the number of events; `round` counts from 1 (0 before the first deal); `settled` is the
    round's settlement once booked; `over` the game's end.
    """

    sheet: Sheet
    rules: Any
    terms: Terms
    version: int = 0
    phase: str = "awaiting-deal"
    round: int = 0
    turn: str | None = None
    scores: dict[str, int] = field(default_factory=dict)
    table: Any = None
    ended: RoundEnded | None = None
    settled: RoundSettled | None = None
    over: GameEnded | None = None
    seeds: tuple[str, ...] = ()

    def __copy__(self) -> "Game":
        return Game(
            sheet=self.sheet,
            rules=self.rules,
            terms=self.terms,
            version=self.version,
            phase=self.phase,
            round=self.round,
            turn=self.turn,
            scores=dict(self.scores),
            table=copy(self.table),
            ended=self.ended,
            settled=self.settled,
            over=self.over,
            seeds=self.seeds,
        )

    @property
    def players(self) -> tuple[str, ...]:
        """The players in seat order."""
        return self.terms.players

    def after(self, player: str, steps: int = 1) -> str:
        """The seat clockwise of `player`."""
        players = self.terms.players
        return players[(players.index(player) + steps) % len(players)]

    def score(self, items: Iterable[ScoreItem]) -> None:
        """Book score items, in place."""
        for item in items:
            self.scores[item.player] += item.points


def initial(sheet: Sheet, terms: Terms) -> Game:
    """The state before any event of a game by these terms."""
    scores = dict.fromkeys(terms.players, 0)
    return Game(sheet=sheet, rules=sheet.resolve(terms.house_rules), terms=terms, scores=scores)


def evolve(game: Game, event: Event) -> Game:
    """The state after one more event; the given state stays as it is."""
    after = copy(game)
    book(after, event)
    return after


def fold(game: Game, events: Iterable[Event]) -> Game:
    """The state after all these events; the given state stays as it is."""
    after = copy(game)
    for event in events:
        book(after, event)
    return after


def book(game: Game, event: Event) -> None:
    """Book one event, in place. An event that is none of ours is a fault, never stepped over."""
    booking = _BOOKINGS.get(type(event))
    if booking is None:
        game.sheet.kind.book(game, event)
    else:
        booking(game, event)
    game.version += 1


def _book_opened(game: Game, event: GameOpened) -> None:
    if event.await_seeds:
        game.phase = "awaiting-seeds"


def _book_seed(game: Game, event: SeedGiven) -> None:
    game.seeds = (*game.seeds, event.player)


def _book_seeding_closed(game: Game, event: SeedingClosed) -> None:  # noqa: ARG001
    game.phase = "awaiting-deal"


def _book_deal_awaited(game: Game, event: DealAwaited) -> None:  # noqa: ARG001
    game.phase, game.turn = "awaiting-deal", None


def _book_dealt(game: Game, event: RoundDealt) -> None:
    game.round, game.phase, game.turn = event.round, event.phase, event.turn
    game.scores = dict(event.scores)
    game.ended = game.settled = None
    game.table = game.sheet.kind.lay_out(event)


def _book_forfeit(game: Game, event: SeatForfeited) -> None:  # noqa: ARG001
    game.turn = None


def _book_ended(game: Game, event: RoundEnded) -> None:
    game.ended, game.turn, game.phase = event, None, "settling"


def _book_settled(game: Game, event: RoundSettled) -> None:
    game.settled, game.scores = event, dict(event.scores)


def _book_over(game: Game, event: GameEnded) -> None:
    game.over, game.turn, game.phase = event, None, "over"


_BOOKINGS: Mapping[type, Any] = {
    GameOpened: _book_opened,
    SeedGiven: _book_seed,
    SeedingClosed: _book_seeding_closed,
    DealAwaited: _book_deal_awaited,
    RoundDealt: _book_dealt,
    SeatForfeited: _book_forfeit,
    RoundEnded: _book_ended,
    RoundSettled: _book_settled,
    GameEnded: _book_over,
}


def decide(game: Game, move: Move) -> Ruling:
    """Judge a move: the gates that every kind shares, then the kind's own checks."""
    sheet = game.sheet
    if game.over is not None:
        return sheet.refuse("game-over", "/type")
    if game.ended is not None:
        return sheet.refuse("round-over", "/type")
    if isinstance(move, FORFEITS) and game.table is not None:
        return _forfeit(game, move)
    if game.table is None or type(move) not in sheet.kind.moves:
        return sheet.refuse("wrong-phase", "/type", move=move.type, phase=game.phase)
    return sheet.kind.judge(game, move)


def _forfeit(game: Game, move: Move) -> Accepted:
    how = "resigned" if isinstance(move, Resign) else "timeout"
    best = max((game.scores[p] for p in game.players if p != move.player), default=0)
    winner = tuple(p for p in game.players if p != move.player and game.scores[p] == best)
    return Accepted(
        events=(
            SeatForfeited(player=move.player, how=how),
            RoundEnded(round=game.round, ended_by=how, clause=None, settles=False),
            GameEnded(ended_by=how, winner=winner, scores=dict(game.scores)),
        )
    )


def legal_moves(game: Game) -> list[tuple[Move, tuple[ScoreItem, ...]]]:
    """Every legal move of the seat on turn with its score items; empty where no seat must move.

    Giving up is always allowed and not listed.
    """
    if game.turn is None or game.over is not None or game.ended is not None:
        return []
    return game.sheet.kind.legal_moves(game)


def settle(game: Game) -> tuple[RoundSettled, GameEnded | None]:
    """The events that settle the round which has ended, and end the game where that ends it."""
    settlement = game.sheet.kind.settle(game)
    scores = dict(game.scores)
    for item in settlement.items:
        scores[item.player] += item.points
    settled = RoundSettled(
        round=game.round,
        items=settlement.items,
        clause=settlement.clause,
        scores=scores,
        round_winner=settlement.round_winner,
    )
    finish = game.sheet.kind.finish(game, scores, settlement.round_winner)
    if finish is None:
        return settled, None
    return settled, GameEnded(ended_by=finish.ended_by, winner=finish.winner, scores=scores, clause=finish.clause)


def close(game: Game, note: str) -> tuple[Event, ...]:
    """The events by which the referee ends an unfinished game: unsettled, nobody wins."""
    events: list[Event] = []
    if game.table is not None and game.ended is None:
        events.append(RoundEnded(round=game.round, ended_by="closed", clause=None, settles=False))
    events.append(GameEnded(ended_by="closed", winner=(), scores=dict(game.scores), note=note))
    return tuple(events)

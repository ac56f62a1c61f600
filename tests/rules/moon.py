"""Hands of a trick game for the tests: dealt, played move by move, refused, settled."""

from collections.abc import Mapping
from typing import Any

from service.rules.events import GameEnded, RoundSettled, Terms
from service.rules.game import Game, decide, evolve, fold, initial, settle
from service.rules.moves import Bid, Declare, Discard, Move, Pass, Play
from service.rules.rulings import Accepted, Refused, Violation
from service.rules.sheet import Deal, Sheet
from tests.rules.cases import SHEETS

MOON = SHEETS["MOON"]

PLAYERS = ("ann", "ben", "cat")

SIXES = {
    "ann": "6-6 6-5 6-4 6-3 6-2 6-1 5-4",
    "ben": "5-5 5-3 5-2 5-1 4-4 4-3 4-2",
    "cat": "4-1 3-3 3-2 3-1 2-2 2-1 1-1",
}
"""Ann holds suit 6 whole and 5-4; the widow is 0-0."""

SIX_ONE_NONE = "6-6 5-3 4-1  6-5 5-2 3-3  6-4 5-1 3-2  6-3 4-4 3-1  6-2 4-3 2-2  6-1 4-2 2-1  5-4 5-5 1-1"
"""With SIXES and trump 6, 0-0 laid away: ann takes six tricks, ben the last."""

SEVEN = "6-6 5-3 4-1  6-5 5-2 3-3  6-4 5-1 3-2  6-3 4-4 3-1  6-2 4-3 2-2  6-1 4-2 2-1  0-0 5-5 1-1"
"""With SIXES and trump 6, 5-4 laid away: ann takes all seven, the last with 0-0 alone in its suit."""

FOUR_TWO_ONE = "5-4 5-5 2-2  5-1 2-1 6-5  6-6 5-2 1-1  6-3 5-3 3-1  6-4 4-2 4-1  6-2 4-3 3-2  4-4 3-3 6-1"
"""With SIXES and trump 3, 0-0 laid away: ann takes four tricks, ben two, cat one."""


def opened(sheet: Sheet = MOON, *, house_rules: Mapping[str, Any] | None = None) -> Game:
    """A game before its first deal."""
    terms = Terms(
        ruleset=sheet.id,
        edition=sheet.edition,
        house_rules=house_rules or {},
        players=PLAYERS,
        dealer="client",
        public=False,
        engine="test",
    )
    return initial(sheet, terms)


def deal_of(hands: Mapping[str, str] = SIXES, widow: str | None = "0-0", first: str | None = "ann") -> Deal:
    """A deal from hands written as tiles with blanks between."""
    return Deal(
        hands={player: tuple(tiles.split()) for player, tiles in hands.items()}, widow=widow, first_bidder=first
    )


def deal(game: Game, given: Deal) -> Game:
    """The game with its next round dealt."""
    kind = game.sheet.kind
    return evolve(
        game,
        kind.open_round(
            game.sheet, game.rules, terms=game.terms, number=game.round + 1, scores=game.scores, deal=given
        ),
    )


def dealt(
    hands: Mapping[str, str] = SIXES,
    *,
    widow: str | None = "0-0",
    first: str = "ann",
    scores: Mapping[str, int] | None = None,
    house_rules: Mapping[str, Any] | None = None,
    sheet: Sheet = MOON,
) -> Game:
    """A game with a round just dealt, from these scores."""
    game = opened(sheet, house_rules=house_rules)
    game.scores.update(scores or {})
    return deal(game, deal_of(hands, widow, first))


def after(game: Game, *moves: Move) -> Game:
    """The game after moves that must all be legal."""
    for move in moves:
        game = fold(game, events_of(game, move))
    return game


def events_of(game: Game, move: Move) -> tuple[Any, ...]:
    """The events of a move that must be legal."""
    ruling = decide(game, move)
    assert isinstance(ruling, Accepted), ruling
    assert ruling.items == ()
    return ruling.events


def violations(game: Game, move: Move) -> dict[str, Violation]:
    """The violations of a move by code; empty where it is legal."""
    ruling = decide(game, move)
    refused = ruling.violations if isinstance(ruling, Refused) else ()
    assert all(found.text and found.title for found in refused)  # the facts fill the sentence
    return {found.code: found for found in refused}


def contract(game: Game, bid: int, discard: str, trump: str, *, bidder: str = "ann") -> Game:
    """From the deal to the first lead: the bidder, who speaks first, bids, the others pass."""
    game = after(game, Bid(bidder, bid))
    while game.phase == "bidding":
        game = after(game, Pass(game.turn or ""))
    return after(game, Discard(bidder, discard), Declare(bidder, trump))


def played(game: Game, tiles: str) -> Game:
    """The game after these tiles, each played by who is on turn."""
    for tile in tiles.split():
        game = after(game, Play(game.turn or "", tile))
    return game


def settled(game: Game) -> tuple[RoundSettled, GameEnded | None]:
    """The settlement of a round that has ended, and the game's end if it brings that."""
    assert game.ended is not None
    return settle(game)


def points_of(game: Game) -> list[tuple[str, int, str, str]]:
    """The items of a settlement: player, points, reason, clause."""
    return [(item.player, item.points, item.reason, item.clause) for item in settled(game)[0].items]


def winner_of(game: Game) -> tuple[str, ...] | None:
    """Who has won with the settlement, None where the game goes on."""
    end = settled(game)[1]
    return None if end is None else end.winner


def next_round(game: Game, given: Deal) -> Game:
    """The game with the ended round settled and the next one dealt."""
    settlement, end = settled(game)
    assert end is None
    return deal(evolve(game, settlement), given)

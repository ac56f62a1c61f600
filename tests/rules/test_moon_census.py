"""Three-Player Moon against the naive referee of the tests, which shares nothing with the service."""

import random

import pytest

from service.rules.game import decide, evolve, fold, legal_moves, settle
from service.rules.moves import Bid, Declare, Discard, Move, Pass, Play
from service.rules.rulings import Accepted, Refused
from service.rules.sheet import Deal
from tests.naive.game import deal as deal_naively
from tests.naive.game import new_game
from tests.naive.houses import houses_for
from tests.naive.play import apply
from tests.naive.play import legal_moves as legal_moves_naively
from tests.naive.violations import violations as violations_naively
from tests.rules.moon import MOON, PLAYERS, deal, opened

HOUSES = [{}, *houses_for("three-player-moon")]
ROUNDS = 6


def posted(move: Move) -> dict:
    """A move as it is posted."""
    fields = {"player": move.player, "type": move.type}
    match move:
        case Bid(value=value):
            fields["value"] = value
        case Discard(tile=tile) | Play(tile=tile):
            fields["tile"] = tile
        case Declare(trump=trump):
            fields["trump"] = trump
    return fields


def tried(rng: random.Random) -> list[Move]:
    """Moves to judge in a state: every kind of move by every seat, each with a few of its values."""
    tiles = [*rng.sample(MOON.rules.tiles, 6), "5-6", "6-0"]
    return [
        move
        for player in PLAYERS
        for move in (
            *(Bid(player, value) for value in (3, 4, 5, 6, 7, 8, 21)),
            Pass(player),
            *(Discard(player, tile) for tile in tiles),
            *(Declare(player, trump) for trump in ("0", "6", "doubles", "none", "7")),
            *(Play(player, tile) for tile in tiles),
        )
    ]


def codes(game, move: Move) -> set[str]:
    """The codes by which the service refuses a move."""
    ruling = decide(game, move)
    return {found.code for found in ruling.violations} if isinstance(ruling, Refused) else set()


@pytest.mark.parametrize("house_rules", HOUSES, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_both_referees_say_the_same_of_random_games(seed, house_rules):
    rng = random.Random(f"{seed}/{house_rules}")
    naive = new_game("three-player-moon", list(PLAYERS), house_rules)
    game = opened(house_rules=house_rules)
    while naive.rounds < ROUNDS and not naive.over:
        dealt = deal_naively(naive, rng)
        hands = {player: tuple(hand) for player, hand in dealt["hands"].items()}
        given = Deal(hands=hands, widow=dealt["widow"], first_bidder=dealt["first_bidder"])
        first = MOON.kind.next_first(game)
        assert MOON.kind.deal_faults(MOON, game.rules, game.terms, given, first) == []
        game = deal(game, given)
        while not naive.round_over:
            assert (game.phase, game.turn) == (naive.phase, naive.turn)
            listed = {move: posted(move) for move, _ in legal_moves(game)}
            theirs = legal_moves_naively(naive)
            assert sorted(map(str, listed.values())) == sorted(str(_in_our_order(move)) for move in theirs)
            for move in tried(rng):
                assert codes(game, move) == violations_naively(naive, posted(move)), move
            # Passes are rare, so that hands are played; a seat in three lets the bidding go by.
            move = rng.choice(
                [move for move in listed if not isinstance(move, Pass) or rng.random() < 0.6] or [*listed]
            )
            ruling = decide(game, move)
            assert isinstance(ruling, Accepted)
            assert apply(naive, listed[move]) == []
            game = fold(game, ruling.events)
        settlement, end = settle(game)
        assert game.ended.ended_by == naive.ended_by
        assert [(item.player, item.points, item.reason) for item in settlement.items] == naive.settlement
        assert settlement.scores == naive.scores
        assert (list(end.winner) if end else None) == (naive.winner if naive.over else None)
        game = evolve(game, settlement)


def _in_our_order(move: dict) -> dict:
    """A naive move with its members as `posted` orders them."""
    return {"player": move["player"], "type": move["type"], **move}

"""The board sheets against the naive referee of the tests, which shares nothing with the service.

Random games by many house rules: what every move scores, and after every round what ended it, its settlement, the
scores and the winners; in many states the legal moves that both list with their points, and the codes of illegal ones.
"""

import random
from typing import Any

import pytest

from service.rules.game import Game, decide, evolve, fold, initial, legal_moves, settle
from service.rules.laying.lattice import neighbours_of
from service.rules.laying.tiles import TILES
from service.rules.moves import Draw, Move, Pass, Place, Resign, Stop
from service.rules.rulings import Accepted, Refused, ScoreItem
from service.rules.sheet import Deal
from tests.naive.game import Game as NaiveGame
from tests.naive.game import deal as deal_naively
from tests.naive.game import new_game
from tests.naive.houses import houses_for
from tests.naive.laying import placement_points
from tests.naive.play import apply
from tests.naive.play import legal_moves as legal_moves_naively
from tests.naive.violations import violations as violations_naively
from tests.rules.cases import SHEETS
from tests.rules.positions import FIVE, NAMES, agreed, terms_of

COMPARED = 0.08
"""The share of states in which all moves are compared; the naive referee is slow."""
ASKED = 10
"""How many moves by chance both judge in such a state."""

TABLES = [
    (prefix, {name: value for name, value in house.items() if name in SHEETS[prefix].house_rules})
    for prefix in FIVE
    for house in ({}, {}, *houses_for(SHEETS[prefix].id))
]


def posted(move: Move, game: Game) -> dict[str, Any]:
    """A move as it is posted; a draw names the tile that comes."""
    fields: dict[str, Any] = {"player": move.player, "type": move.type}
    match move:
        case Place(at=at, corners=corners):
            fields |= {"at": list(at), "corners": list(corners)}
        case Draw(tile=tile):
            table = game.table
            fields["tile"] = tile or (table.pool[table.place] if table.pool_count else None)
    return fields


def plain(items: tuple[ScoreItem, ...]) -> list[tuple[str, int, str]]:
    """Score items without their clauses, in the order of their reasons."""
    return sorted((item.player, item.points, item.reason) for item in items)


def by_chance(rng: random.Random, game: Game) -> Move:
    """A move that is mostly illegal, and often nearly legal."""
    player = rng.choice(game.players) if rng.random() < 0.15 else game.turn
    kind = rng.random()
    if kind < 0.7:
        laid = [*game.table.board.cells, (0, 0)]
        beside = [cell for at in laid for cell in neighbours_of(at)]
        cells = [*laid, *beside, (rng.randint(-9, 9), rng.randint(-9, 9))]
        tile = rng.choice([*game.table.hands[player], rng.choice(TILES)])
        corners = [int(number) for number in tile.split("-")]
        rng.shuffle(corners)
        return Place(player, rng.choice(cells), tuple(corners))
    if kind < 0.85:
        return Draw(player, rng.choice([None, rng.choice(TILES), "2-1-0"]))
    return rng.choice([Pass, Stop])(player)


def chosen(rng: random.Random, game: Game, idleness: float) -> Move:
    """A legal move: mostly a placement, the better paid the likelier, so that figures arise."""
    listed = legal_moves(game)
    laying = [(move, sum(item.points for item in items)) for move, items in listed if isinstance(move, Place)]
    others = [move for move, _ in listed if not isinstance(move, Place | Stop)]
    if laying and (not others or rng.random() >= idleness):
        return rng.choices([move for move, _ in laying], [1 + max(points, 0) for _, points in laying])[0]
    return rng.choice(others or [move for move, _ in listed])


def codes(game: Game, move: Move) -> set[str]:
    """The codes by which the service refuses a move."""
    ruling = decide(game, move)
    return {found.code for found in ruling.violations} if isinstance(ruling, Refused) else set()


def listed_naively(naive: NaiveGame) -> dict[str, list[tuple[str, int, str]] | None]:
    """The naive referee's legal moves, placements with what they score."""
    found: dict[str, list[tuple[str, int, str]] | None] = {}
    for move in legal_moves_naively(naive):
        items = None
        if move["type"] == "place":
            scored = placement_points(naive.rules, naive.board, tuple(move["at"]), tuple(move["corners"]))
            items = sorted((naive.turn, points, reason) for reason, points in scored)
        found[str(move)] = items
    return found


def compare_a_state(rng: random.Random, game: Game, naive: NaiveGame) -> None:
    """Both list the same moves for the same points, and refuse the same moves for the same reasons."""
    assert (game.phase, game.turn) == (naive.phase, naive.turn)
    theirs = listed_naively(naive)
    ours = {str(posted(move, game)): plain(items) for move, items in legal_moves(game)}
    assert ours.keys() == theirs.keys()
    assert {move: items for move, items in ours.items() if theirs[move] is not None} == {
        move: items for move, items in theirs.items() if items is not None
    }
    for move in (by_chance(rng, game) for _ in range(ASKED)):
        assert codes(game, move) == violations_naively(naive, posted(move, game)), move


@pytest.mark.parametrize(
    ("prefix", "house_rules", "seed"),
    [pytest.param(*table, seed, id=f"{table[0]}-{seed}") for seed, table in enumerate(TABLES)],
)
def test_both_referees_say_the_same_of_random_games(prefix, house_rules, seed):
    rng = random.Random(seed)
    sheet = SHEETS[prefix]
    players = rng.choice(sheet.seats)
    game = initial(sheet, terms_of(sheet, players, house_rules))
    naive = new_game(sheet.id, list(NAMES[:players]), agreed(sheet, house_rules))
    rounds = 3 if "target" in house_rules else 1
    while naive.rounds < rounds and not naive.over:
        dealt = deal_naively(naive, rng)
        given = Deal(hands={player: tuple(hand) for player, hand in dealt["hands"].items()}, pool=tuple(dealt["pool"]))
        assert sheet.kind.deal_faults(sheet, game.rules, game.terms, given, None) == []
        opening = sheet.kind.open_round(
            sheet, game.rules, terms=game.terms, number=naive.rounds, scores=game.scores, deal=given
        )
        game = evolve(game, opening)
        idleness = rng.choice([0, 0, 0.1, 0.5])
        while not naive.round_over:
            if game.phase == "opening" or rng.random() < COMPARED:
                compare_a_state(rng, game, naive)
            move = chosen(rng, game, idleness)
            ruling = decide(game, move)
            assert isinstance(ruling, Accepted)
            assert plain(ruling.items) == sorted(apply(naive, posted(move, game)))
            game = fold(game, ruling.events)
        game = compare_an_end(game, naive)


def compare_an_end(game: Game, naive: NaiveGame) -> Game:
    """Both end the round by the same, settle it alike and agree whether the game is over; the game after that."""
    assert game.ended is not None
    assert game.ended.ended_by == naive.ended_by
    if game.ended.settles:
        settlement, end = settle(game)
        assert plain(settlement.items) == sorted(naive.settlement or [])
        assert settlement.round_winner == naive.round_winner
        game = fold(game, [event for event in (settlement, end) if event is not None])
    assert game.scores == naive.scores
    assert (list(game.over.winner) if game.over else []) == (naive.winner if naive.over else [])
    return game


@pytest.mark.parametrize("prefix", FIVE)
def test_both_referees_end_a_game_alike_when_a_seat_gives_up(prefix):
    sheet = SHEETS[prefix]
    players = sheet.seats[-1]
    naive = new_game(sheet.id, list(NAMES[:players]), agreed(sheet))
    game = initial(sheet, terms_of(sheet, players))
    dealt = deal_naively(naive, random.Random(prefix))
    given = Deal(hands={player: tuple(hand) for player, hand in dealt["hands"].items()}, pool=tuple(dealt["pool"]))
    game = evolve(
        game, sheet.kind.open_round(sheet, game.rules, terms=game.terms, number=1, scores=game.scores, deal=given)
    )
    ruling = decide(game, Resign("ann"))
    assert isinstance(ruling, Accepted)
    apply(naive, {"type": "resign", "player": "ann"})
    game = fold(game, ruling.events)
    assert game.over is not None
    assert list(game.over.winner) == naive.winner
    assert (game.ended.ended_by, game.scores) == (naive.ended_by, naive.scores)

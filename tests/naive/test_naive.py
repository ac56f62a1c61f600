"""The naive referee against the facts of the lattice, the worked examples, and games to their end."""

import random
from itertools import product

import pytest

from tests.naive.examples import rows
from tests.naive.game import begin, new_game
from tests.naive.houses import houses_for
from tests.naive.laying import edges, hexagons, is_bridge, laying_faults, placement_points, placements
from tests.naive.mutants import mutants
from tests.naive.play import apply, deal, legal_moves
from tests.naive.records import random_record
from tests.naive.replay import replay, walk
from tests.naive.settling import finish_round
from tests.naive.sheets import SHEETS, rules_of
from tests.naive.spoiling import spoil_claim, spoil_move
from tests.naive.tiles import (
    MOON_TILES,
    TRIANGLES,
    cells_round,
    is_a_turned_tile,
    is_triple,
    name_of,
    neighbours,
    points_of,
    points_up,
)
from tests.naive.violations import violations

SCH, SOL, HEX = "schmidt-tripple-domino", "schmidt-solitaire", "tridomino-hexagono"
DTR, TRI = "domino-triunghiular", "tri-ominoes"
PRICES = {"bridge": 20, "two_sides": 30}
LAYING = [SCH, HEX, DTR, TRI]
PREFIXES = {"SCH": SCH, "HEX": HEX, "DTR": DTR, "TRI": TRI}


def house(sheet):
    return PRICES if sheet in (SCH, SOL) else {}


def test_there_are_56_triangles_and_22_moon_tiles():
    assert len(TRIANGLES) == 56
    assert sum(is_triple(tile) for tile in TRIANGLES) == 6
    assert sum(len(set(tile.split("-"))) == 3 for tile in TRIANGLES) == 20
    assert len(MOON_TILES) == 22
    assert "0-0" in MOON_TILES
    assert "6-0" not in MOON_TILES


def test_of_the_216_corner_patterns_156_have_a_tile():
    assert sum(is_a_turned_tile(corners) for corners in product(range(6), repeat=3)) == 156


@pytest.mark.parametrize("cell", [(0, 0), (1, 0), (-3, 2), (4, -7)])
def test_a_cell_has_three_neighbours_and_a_point_six_cells(cell):
    assert len(neighbours(cell)) == 3
    assert all(points_up(other) != points_up(cell) for other in neighbours(cell))
    assert all(len(cells_round(point)) == 6 for point in points_of(cell))


def test_corners_go_clockwise_from_the_apex():
    for cell in [(0, 0), (1, 0)]:
        (ax, ay), (bx, by), (cx, cy) = points_of(cell)
        # Twice the signed area; y grows downward, so clockwise is positive.
        assert (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0


@pytest.mark.parametrize("seed", range(6))
def test_figures_keep_the_facts_of_the_lattice(seed):
    record, _ = random_record(HEX, seed, style="builder", planned=seed % 2 == 0, max_rounds=2)
    bridged = set()
    for _, place, game, move in walk(record):
        bridged = set() if place == 1 else bridged
        for cell, corners in placements(game.board, game.hands[game.turn]) if game.board else []:
            beside, closed = edges(game.board, cell), hexagons(game.board, cell)
            assert 1 <= beside <= 3
            assert not closed or beside >= 2
            assert closed < 2 or beside == 3
            assert not (is_bridge(game.board, cell) and closed)
            if beside >= 2 and not closed:
                assert bridged & set(points_of(cell))
            fitting = [c for c, n in placements(game.board, [name_of(corners)]) if c == cell]
            assert is_triple(name_of(corners)) or len(fitting) == 1
        if move["type"] == "place" and game.board and is_bridge(game.board, tuple(move["at"])):
            bridged |= set(points_of(tuple(move["at"])))


# Sheet, tile, points.
OPENINGS = """
HEX 333 19 / HEX 444 22 / DTR 444 22 / HEX 000 40 / DTR 000 40 / HEX 345 12
SCH 345 17 / SCH 555 20 / SCH 000 5 / TRI 000 30 / TRI 555 15
"""
# Sheet, what the tile joins, tile, points.
PLACEMENTS = """
HEX plain 441 9 / HEX plain 143 8 / TRI plain 351 9 / SCH plain 543 12
HEX bridge 144 49 / DTR bridge 144 49 / TRI bridge 144 49 / HEX bridge 125 48 / DTR bridge 125 48 / TRI bridge 125 48
HEX two-sides 115 47 / DTR two-sides 115 47 / TRI two-sides 115 7
HEX hexagon 055 60 / TRI hexagon 055 60 / DTR hexagon 055 70 / SCH hexagon 055 50
HEX two-hexagons 355 73 / DTR two-hexagons 355 73 / TRI two-hexagons 355 113
"""
# Sheet, tiles left in the pool, points of a turn in which nothing is placed.
IDLE_TURNS = """
HEX 4 -25 / SCH 4 -15 / HEX 3 -25 / SCH 3 -15 / HEX 2 -20 / DTR 2 -20 / SCH 2 -15 / TRI 2 -10
HEX 0 -10 / SCH 0 -5 / DTR 0 -10 / TRI 0 0
"""


def digits(text):
    return tuple(int(digit) for digit in text)


@pytest.mark.parametrize(("prefix", "tile", "points"), rows(OPENINGS))
def test_openings_score_as_printed(prefix, tile, points):
    sheet = PREFIXES[prefix]
    items = placement_points(rules_of(sheet, house(sheet)), {}, (0, 0), digits(tile))
    assert sum(score for _, score in items) == int(points)
    assert len(items) == len({reason for reason, _ in items})


def cells_joined(shape):
    """The filled cells round an empty (0, 0) that make a shape of it."""
    ends = points_of((0, 0))
    beside = neighbours((0, 0))
    if shape == "plain":
        return {beside[0]}
    if shape == "two-sides":
        return set(beside[:2])
    if shape == "bridge":
        (tip,) = set(ends) - set(points_of(beside[0]))
        return {beside[0], next(cell for cell in cells_round(tip) if cell not in ((0, 0), *beside))}
    closed = ends[:1] if shape == "hexagon" else ends[:2]
    return {cell for point in closed for cell in cells_round(point)} - {(0, 0)}


@pytest.mark.parametrize(("prefix", "shape", "tile", "points"), rows(PLACEMENTS))
def test_placements_score_as_printed(prefix, shape, tile, points):
    sheet = PREFIXES[prefix]
    # Figures depend on which cells are filled, not on what lies there.
    board = dict.fromkeys(cells_joined(shape), (0, 0, 0))
    items = placement_points(rules_of(sheet, house(sheet)), board, (0, 0), digits(tile))
    assert sum(score for _, score in items) == int(points)


def stuck(sheet, hands, pool):
    """A game whose first seat is on turn with nothing that fits on a lone 0-0-0."""
    game = new_game(sheet, list(hands), house(sheet))
    game.hands, game.pool = {seat: list(hand) for seat, hand in hands.items()}, list(pool)
    game.board = {(0, 0): (0, 0, 0)}
    game.phase, game.turn, game.round_over, game.rounds = "playing", next(iter(hands)), False, 1
    return game


def turn_without_a_placement(sheet, pool):
    game = stuck(sheet, {"a": ["5-5-5"], "b": ["0-0-1"]}, pool)
    while pool and any(move["type"] == "draw" for move in legal_moves(game)):
        apply(game, next(move for move in legal_moves(game) if move["type"] == "draw"))
    apply(game, {"player": "a", "type": "pass"})
    return game.scores["a"]


@pytest.mark.parametrize(("prefix", "left", "points"), rows(IDLE_TURNS))
def test_turns_without_a_placement_cost_as_printed(prefix, left, points):
    pool = ["4-5-5", "3-3-4", "2-3-4", "2-2-3"][: int(left)]
    assert turn_without_a_placement(PREFIXES[prefix], pool) == int(points)


@pytest.mark.parametrize(("sheet", "points"), [(SCH, 35), (HEX, 35), (DTR, 35), (TRI, 0)])
def test_a_blocked_round_goes_to_the_lowest_hand(sheet, points):
    game = stuck(sheet, {"a": ["5-5-5"], "b": ["4-4-5", "3-3-4"], "c": ["4-5-5", "3-5-5"]}, [])
    finish_round(game, "blocked")
    assert game.scores == {"a": points, "b": 0, "c": 0}


@pytest.mark.parametrize(("tie", "points"), [("nobody", [0, 0, 0]), ("each", [10, 10, 0])])
def test_a_shared_lowest_hand_scores_for_nobody_or_for_each(tie, points):
    game = stuck(HEX, {"a": ["1-1-3"], "b": ["0-1-4"], "c": ["1-4-5"]}, [])
    game.rules["blocked_tie"] = tie
    finish_round(game, "blocked")
    assert list(game.scores.values()) == points
    assert game.round_winner is None


@pytest.mark.parametrize(("sheet", "points"), [(HEX, 44), (DTR, 44), (SCH, 39), (TRI, 0)])
def test_going_out_earns_the_bonus_and_the_hands(sheet, points):
    game = stuck(sheet, {"a": [], "b": ["3-4-5"], "c": ["1-1-1", "0-0-4"]}, ["2-2-2"])
    finish_round(game, "out")
    assert game.scores == {"a": points, "b": 0, "c": 0}


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_end_and_replay_to_the_same_scores(sheet, seed):
    record, expect = random_record(sheet, seed)
    game, report = replay(record)
    assert expect["game_over"]
    assert report["illegal"] is None
    assert report["rounds"] == expect["rounds"]
    assert (game.scores, game.winner) == (expect["scores"], expect["winner"])


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_move_is_listed_as_legal_just_when_it_has_no_violation(sheet):
    record, _ = random_record(sheet, 7, max_rounds=2)
    rng = random.Random(7)
    for _, _, game, move in walk(record):
        legal = legal_moves(game)
        assert all(violations(game, listed) == set() for listed in legal)
        for other in mutants(game, move, rng):
            assert (violations(game, other) == set()) == (other in legal)


@pytest.mark.parametrize("sheet", LAYING)
def test_legal_placements_are_all_that_fit_anywhere_near(sheet):
    record, _ = random_record(sheet, 3, max_rounds=1)
    for _, place, game, _ in walk(record):
        if place % 9 == 0:
            area = product(range(-14, 15), range(-14, 15))
            slow = {
                (cell, corners)
                for cell in area
                for corners in product(range(6), repeat=3)
                if name_of(corners) in game.hands[game.turn][:2] and not laying_faults(game.board, cell, corners)
            }
            assert slow == set(placements(game.board, game.hands[game.turn][:2]))


@pytest.mark.parametrize("sheet", SHEETS)
def test_games_with_house_rules_can_be_played(sheet):
    for seed, rules in enumerate(houses_for(sheet)):
        record, expect = random_record(sheet, seed, house_rules=rules, max_rounds=1)
        assert replay(record)[1]["rounds"] == expect["rounds"]


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_spoiled_record_differs_in_one_place(sheet):
    record, _ = random_record(sheet, 5, max_rounds=2)
    rng = random.Random(1)
    spoiled, expect = spoil_move(record, rng)
    assert replay(spoiled)[1]["illegal"] == {key: expect[key] for key in ("round", "move", "codes")}
    wrong, claim = spoil_claim(record, rng)
    assert claim["computed"] != claim["claimed"]
    assert replay(wrong)[1]["illegal"] is None


def test_schmidt_without_the_lost_prices_is_refused():
    with pytest.raises(ValueError, match="bridge"):
        new_game(SCH, ["a", "b"])


def test_a_deal_without_triples_lets_each_draw_until_one_turns_up():
    game = new_game(TRI, ["a", "b"], {"hand_sizes": {"2": 1}})
    begin(game, {"hands": {"a": ["0-0-1"], "b": ["1-2-3"]}, "pool": ["3-4-5", "2-2-2", "1-1-1"]})
    assert (game.turn, game.opening, game.pool) == ("b", ["2-2-2"], ["1-1-1"])
    assert game.hands["a"] == ["0-0-1", "3-4-5"]


def test_a_deal_is_a_partition_of_the_set():
    game = new_game(DTR, ["a", "b", "c"])
    dealt = deal(game, random.Random(2))
    assert sorted([*dealt["pool"], *(tile for hand in dealt["hands"].values() for tile in hand)]) == TRIANGLES

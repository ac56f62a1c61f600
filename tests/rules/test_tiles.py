"""The 56 triangular tiles."""

from itertools import permutations, product

from service.rules.laying.tiles import FITTING, TILE_OF, TILES, TURNS, VALUE, is_triple, opening_rank, tile_named_by


def test_there_are_56_tiles_of_which_6_are_triples_30_have_a_pair_and_20_have_three_numbers():
    kinds = [len(set(name.split("-"))) for name in TILES]
    assert len(set(TILES)) == 56
    assert [kinds.count(n) for n in (1, 2, 3)] == [6, 30, 20]


def test_names_are_in_ascending_order_and_hold_their_numbers_ascending():
    assert list(TILES) == sorted(TILES)
    assert all(name.split("-") == sorted(name.split("-")) for name in TILES)


def test_the_value_is_the_sum_of_the_numbers():
    assert VALUE["3-4-5"] == 12
    assert VALUE["0-0-0"] == 0
    assert sum(VALUE.values()) == 420


def test_156_of_the_216_corner_patterns_have_a_tile():
    patterns = list(product(range(6), repeat=3))
    assert len(patterns) == 216
    assert sum(pattern in TILE_OF for pattern in patterns) == 156


def test_a_tile_reads_clockwise_from_its_lowest_number_without_decreasing():
    assert TILE_OF[0, 1, 2] == TILE_OF[2, 0, 1] == TILE_OF[1, 2, 0] == "0-1-2"
    assert (0, 2, 1) not in TILE_OF


def test_every_missing_pattern_is_the_mirror_image_of_one_that_exists():
    missing = [pattern for pattern in product(range(6), repeat=3) if pattern not in TILE_OF]
    assert len(missing) == 60
    assert all((a, c, b) in TILE_OF for a, b, c in missing)


def test_a_triple_shows_one_pattern_and_every_other_tile_three():
    assert all(len(turns) == (1 if is_triple(name) else 3) for name, turns in TURNS.items())


def test_numbers_in_any_order_name_the_tile():
    assert {tile_named_by(order) for order in permutations((0, 1, 5))} == {"0-1-5"}


def test_what_a_cell_asks_is_answered_by_exactly_the_patterns_that_agree():
    for asked in product((None, *range(6)), repeat=3):
        agreeing = {
            (name, turn)
            for turn, name in TILE_OF.items()
            if all(want is None or want == have for want, have in zip(asked, turn, strict=True))
        }
        assert set(FITTING.get(asked, ())) == agreeing


def test_a_tile_that_is_no_triple_fits_a_cell_beside_a_tile_in_at_most_one_turn():
    two_asked = [asked for asked in product((None, *range(6)), repeat=3) if asked.count(None) <= 1]
    for asked in two_asked:
        tiles = [name for name, _ in FITTING.get(asked, ()) if not is_triple(name)]
        assert len(tiles) == len(set(tiles))


def test_tiles_are_ranked_for_the_opening_by_sum_then_highest_number_then_the_next():
    assert opening_rank("4-4-4") > opening_rank("1-5-5")
    assert opening_rank("1-5-5") > opening_rank("3-3-5") > opening_rank("3-4-4")
    assert opening_rank("0-4-5") > opening_rank("2-2-5")

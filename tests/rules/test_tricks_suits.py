"""Suits of dominoes: which tile ranks above which, and which one takes a trick."""

from itertools import pairwise

import pytest

from service.rules.tricks.suits import following, is_trump, suit_led, taking, trumps
from service.rules.tricks.tiles import domino_set
from tests.rules.cases import case
from tests.rules.moon import MOON


def test_a_set_is_named_with_the_higher_number_first_in_order_of_the_names():
    assert domino_set(2) == ("0-0", "1-0", "1-1", "2-0", "2-1", "2-2")
    assert domino_set(2, ("1-0", "2-0")) == ("0-0", "1-1", "2-1", "2-2")
    assert len(domino_set(6)) == 28


def test_what_can_be_trump_follows_from_the_set():
    assert trumps(3, doubles=True) == ("0", "1", "2", "3", "doubles", "none")
    assert trumps(3, doubles=False) == ("0", "1", "2", "3", "none")


@case("MOON-trump")
def test_a_number_makes_every_tile_that_carries_it_a_trump():
    tiles = MOON.rules.tiles
    assert [tile for tile in tiles if is_trump(tile, "3")] == ["3-1", "3-2", "3-3", "4-3", "5-3", "6-3"]
    assert [tile for tile in tiles if is_trump(tile, "0")] == ["0-0"]
    assert [tile for tile in tiles if is_trump(tile, "doubles")] == ["0-0", "1-1", "2-2", "3-3", "4-4", "5-5", "6-6"]
    assert not [tile for tile in tiles if is_trump(tile, "none")]


def test_a_led_tile_that_is_no_trump_asks_for_its_higher_number():
    assert suit_led("5-2", "none") == 5
    assert suit_led("5-2", "4") == 5
    assert suit_led("5-2", "2") is None
    assert suit_led("4-4", "doubles") is None


def test_tiles_that_are_not_known_are_not_among_those_that_follow():
    assert following((None, "6-5", None, "6-1"), "5-2", "none") == ("6-5",)


@case("MOON-suits")
@pytest.mark.parametrize(
    "ranked",
    [
        "6-6 6-5 6-4 6-3 6-2 6-1",
        "5-5 6-5 5-4 5-3 5-2 5-1",
        "4-4 6-4 5-4 4-3 4-2 4-1",
        "3-3 6-3 5-3 4-3 3-2 3-1",
        "2-2 6-2 5-2 4-2 3-2 2-1",
        "1-1 6-1 5-1 4-1 3-1 2-1",
    ],
)
def test_in_a_suit_and_among_its_trumps_the_double_is_highest_then_the_other_number_downward(ranked):
    order = ranked.split()
    suit = order[0][0]
    for higher, lower in pairwise(order):
        # As trumps of that number, and after a lead of the suit, without a trump.
        assert taking([lower, higher], suit) == 1
        assert taking([higher, lower], suit) == 0
        if lower[0] == suit:
            assert taking([lower, higher], "none") == 1
        if higher[0] == suit:
            assert taking([higher, lower], "none") == 0


@case("MOON-suits")
def test_0_0_is_alone_in_suit_0():
    assert [tile for tile in MOON.rules.tiles if "0" in tile.split("-")] == ["0-0"]
    assert taking(["0-0", "6-6", "1-1"], "none") == 0


@case("MOON-doubles")
def test_doubles_as_trump_rank_by_their_number():
    order = ["6-6", "5-5", "4-4", "3-3", "2-2", "1-1", "0-0"]
    for higher, lower in pairwise(order):
        assert taking([lower, higher], "doubles") == 1
        assert taking([higher, lower], "doubles") == 0
    assert taking(["6-5", "0-0"], "doubles") == 1


@case("MOON-trick")
@pytest.mark.parametrize(
    ("trump", "tiles", "taker"),
    [
        ("3", "6-6 3-1 4-1", "3-1"),
        ("3", "6-6 3-1 3-2", "3-2"),
        ("3", "6-3 3-3 5-3", "3-3"),
        ("3", "6-3 5-5 2-2", "6-3"),
        ("0", "6-6 0-0 6-5", "0-0"),
    ],
)
def test_the_highest_trump_takes(trump, tiles, taker):
    assert tiles.split()[taking(tiles.split(), trump)] == taker


@case("MOON-suits")
@pytest.mark.parametrize(
    ("trump", "tiles", "taker"),
    [
        ("none", "5-2 6-5 5-3", "6-5"),
        ("none", "5-2 6-6 4-4", "5-2"),
        ("1", "4-2 4-3 6-6", "4-3"),
        ("doubles", "6-1 6-5 6-2", "6-5"),
        ("none", "6-1 6-5 6-6", "6-6"),
    ],
)
def test_without_a_trump_the_highest_of_the_led_suit_takes(trump, tiles, taker):
    assert tiles.split()[taking(tiles.split(), trump)] == taker

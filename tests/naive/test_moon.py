"""The naive trick game against the worked examples (sections 3 and 6)."""

import pytest

from tests.naive.examples import rows
from tests.naive.game import new_game
from tests.naive.moon import finish_hand
from tests.naive.tricks import hand_items, winning_place

MOON = "three-player-moon"
# Bid, tricks of the bidder and of the others, points of each.
MOON_HANDS = """
5 6 1 0 5 1 0 / 5 4 2 1 -5 2 1 / 21 7 0 0 21 0 0 / 21 6 1 0 -21 1 0 / 7 7 0 0 7 0 0
"""
# The tiles from the lead on, the trump, which of them takes the trick.
TRICKS = """
5-4 6-5 5-5 none 2 / 5-4 6-5 5-3 none 1 / 6-5 6-6 6-4 doubles 1 / 6-5 5-5 4-1 4 2 / 0-0 6-6 5-5 none 0
0-0 1-1 6-5 doubles 1 / 6-4 6-5 4-4 4 2 / 6-5 5-2 6-1 2 1
"""


@pytest.mark.parametrize("example", rows(MOON_HANDS))
def test_moon_hands_score_as_printed(example):
    bid, *rest = [int(word) for word in example]
    items = hand_items("a", bid, dict(zip("abc", rest[:3], strict=True)))
    assert [sum(n for who, n, _ in items if who == seat) for seat in "abc"] == rest[3:]


@pytest.mark.parametrize("example", rows(TRICKS))
def test_tricks_go_to_the_highest_trump_else_the_led_suit(example):
    *tiles, trump, taker = example
    assert winning_place(tiles, trump) == int(taker)


@pytest.mark.parametrize(("rule", "winner"), [(True, ["a"]), (False, ["b"])])
def test_a_made_moon_wins_the_game_whatever_the_scores(rule, winner):
    game = new_game(MOON, ["a", "b", "c"], {"moon_wins_game": rule})
    game.scores = {"a": -40, "b": 30, "c": 0}
    game.bid, game.bidder, game.tricks = 21, "a", {"a": 7, "b": 0, "c": 0}
    finish_hand(game, "played", hand_items("a", 21, game.tricks))
    assert (game.over, game.winner) == (True, winner)


@pytest.mark.parametrize(("before", "winner"), [([17, 22, 0], []), ([18, 22, 0], ["a"]), ([3, 4, 5], [])])
def test_moon_goes_on_until_one_alone_leads_with_the_target(before, winner):
    game = new_game(MOON, ["a", "b", "c"])
    game.scores = dict(zip("abc", before, strict=True))
    game.bid, game.bidder, game.tricks = 5, "a", {"a": 7, "b": 0, "c": 0}
    finish_hand(game, "played", hand_items("a", 5, game.tricks))
    assert (game.over, game.winner) == (bool(winner), winner)

"""Three-Player Moon by clause: leading, following, ranks, and who takes the trick."""

import pytest

from service.rules.events import RoundEnded, TilePlayed, TrickTaken
from service.rules.game import decide, legal_moves
from service.rules.moves import Bid, Discard, Pass, Play
from service.rules.rulings import Accepted
from tests.rules.cases import case
from tests.rules.moon import (
    FOUR_TWO_ONE,
    SIX_ONE_NONE,
    after,
    contract,
    dealt,
    events_of,
    played,
    violations,
)

MIXED = {
    "ann": "6-6 6-3 5-2 4-4 3-2 2-1 0-0",
    "ben": "6-5 6-2 5-5 4-3 3-3 3-1 1-1",
    "cat": "6-4 6-1 5-4 5-3 4-2 4-1 2-2",
}
"""Suits spread over all hands; the widow is 5-1."""


def mixed(trump):
    """Ann holds the contract and leads; 5-1 was laid away."""
    return contract(dealt(MIXED, widow="5-1"), 4, "5-1", trump)


def could(game):
    """The tiles that the seat on turn may play."""
    return [move.tile for move, _ in legal_moves(game)]


def refused(game, tile):
    """The one violation of a play by the seat on turn."""
    (found,) = violations(game, Play(game.turn, tile)).values()
    return found


@case("MOON-lead")
@pytest.mark.parametrize("trump", ["3", "doubles", "none"])
def test_the_bidder_leads_any_tile(trump):
    game = mixed(trump)
    assert game.turn == "ann"
    assert could(game) == MIXED["ann"].split()


@case("MOON-lead")
def test_the_bidder_leads_wherever_the_bidding_began():
    game = after(dealt(MIXED, widow="5-1", first="cat"), Pass("cat"), Bid("ann", 4), Pass("ben"))
    assert game.turn == "ann"


@case("MOON-turns", "MOON-lead")
def test_the_others_play_clockwise_and_the_taker_leads_next_with_any_tile():
    game = mixed("none")
    assert events_of(game, Play("ann", "5-2")) == (TilePlayed(player="ann", tile="5-2", turn="ben"),)
    game = played(game, "5-2 5-5")
    assert events_of(game, Play("cat", "5-3")) == (
        TilePlayed(player="cat", tile="5-3", turn=None),
        TrickTaken(player="ben", tile="5-5", clause="MOON-suits", turn="ben"),
    )
    game = played(game, "5-3")
    assert (game.turn, game.table.leader, game.table.trick) == ("ben", "ben", ())
    assert could(game) == ["6-5", "6-2", "4-3", "3-3", "3-1", "1-1"]


@case("MOON-turns", side="broken")
@pytest.mark.parametrize("player", ["ann", "cat", "stranger"])
def test_a_tile_out_of_turn_is_refused(player):
    game = played(mixed("none"), "5-2")
    assert set(violations(game, Play(player, "6-6"))) == {"not-your-turn"}


@case("MOON-lead", side="broken")
def test_a_tile_must_come_from_the_hand():
    found = refused(mixed("none"), "6-5")
    assert (found.code, found.clause, found.pointer) == ("tile-not-in-hand", "MOON-lead", "/tile")
    assert found.facts == {"tile": "6-5", "player": "ann"}


@case("MOON-lead", side="broken")
def test_a_tile_that_was_played_before_is_told_besides():
    game = played(mixed("none"), "5-2 5-5 5-3")
    found = violations(game, Play("ben", "5-2"))
    assert set(found) == {"tile-not-in-hand", "tile-already-played"}
    assert found["tile-already-played"].facts == {"tile": "5-2", "by": "ann"}
    assert found["tile-already-played"].clause == "MOON-lead"


def test_a_tile_that_is_neither_held_nor_follows_yields_every_code():
    game = played(mixed("none"), "5-2 5-5 5-3 6-5 6-1")
    assert set(violations(game, Play("ann", "5-2"))) == {
        "tile-not-in-hand",
        "tile-already-played",
        "must-follow-suit",
    }
    assert set(violations(game, Play("ann", "2-2"))) == {"tile-not-in-hand", "must-follow-suit"}


@case("MOON-follow-suit", side="both")
def test_the_higher_number_of_a_led_tile_is_the_suit_and_must_be_followed():
    game = played(mixed("none"), "5-2")
    assert could(game) == ["6-5", "5-5"]
    found = refused(game, "6-2")
    assert (found.code, found.clause, found.pointer) == ("must-follow-suit", "MOON-follow-suit", "/tile")
    assert found.facts == {"tile": "6-2", "led": "5-2", "suit": "5", "could": ["6-5", "5-5"]}
    assert not violations(game, Play("ben", "6-5"))


@case("MOON-follow-suit")
def test_who_holds_none_of_the_suit_plays_anything_trumps_included():
    game = played(mixed("3"), "0-0")
    assert could(game) == MIXED["ben"].split()
    game = played(game, "3-1")
    assert could(game) == MIXED["cat"].split()


@case("MOON-trump-only", "MOON-follow-suit", side="both")
def test_a_trump_does_not_follow_the_suit_of_its_other_number():
    game = played(mixed("3"), "4-4")
    assert could(game) == MIXED["ben"].split()  # 4-3 is a trump, so ben holds none of suit 4
    game = played(mixed("2"), "6-6")
    assert could(game) == ["6-5"]
    found = refused(game, "6-2")
    assert (found.code, found.clause) == ("must-follow-suit", "MOON-trump-only")
    assert found.facts == {"tile": "6-2", "led": "6-6", "suit": "6", "could": ["6-5"]}


@case("MOON-follow-trump", side="both")
def test_a_led_trump_must_be_followed_with_a_trump_of_whatever_other_number():
    game = played(mixed("3"), "6-3")
    assert could(game) == ["4-3", "3-3", "3-1"]
    found = refused(game, "6-5")
    assert (found.code, found.clause, found.pointer) == ("must-follow-trump", "MOON-follow-trump", "/tile")
    assert found.facts == {"tile": "6-5", "led": "6-3", "suit": "3", "could": ["4-3", "3-3", "3-1"]}
    game = played(game, "3-1")
    assert could(game) == ["5-3"]


@case("MOON-follow-trump")
def test_who_holds_no_trump_plays_anything_to_a_led_trump():
    game = played(mixed("0"), "0-0")
    assert could(game) == MIXED["ben"].split()


@case("MOON-doubles", side="both")
def test_with_doubles_as_trump_a_led_double_asks_for_doubles():
    game = played(mixed("doubles"), "4-4")
    assert could(game) == ["5-5", "3-3", "1-1"]
    found = refused(game, "4-3")
    assert (found.code, found.facts["suit"]) == ("must-follow-trump", "doubles")
    assert could(played(game, "1-1")) == ["2-2"]


@case("MOON-doubles", side="both")
def test_with_doubles_as_trump_a_double_does_not_follow_its_number():
    game = played(mixed("doubles"), "5-2")
    assert could(game) == ["6-5"]
    found = refused(game, "5-5")
    assert (found.code, found.clause) == ("must-follow-suit", "MOON-doubles")


@case("MOON-doubles")
def test_without_trump_a_double_heads_the_suit_of_its_number():
    game = played(mixed("none"), "5-2")
    assert not violations(game, Play("ben", "5-5"))
    game = played(mixed("none"), "6-6")
    assert could(game) == ["6-5", "6-2"]


@case("MOON-trick", "MOON-suits", "MOON-doubles")
@pytest.mark.parametrize(
    ("trump", "tiles", "taker", "clause"),
    [
        ("3", "0-0 3-1 5-3", "cat", "MOON-trick"),
        ("3", "5-2 5-5 5-4", "ben", "MOON-suits"),
        ("doubles", "4-4 5-5 2-2", "ben", "MOON-doubles"),
        ("none", "6-6 6-5 6-4", "ann", "MOON-suits"),
    ],
)
def test_a_taken_trick_cites_what_took_it(trump, tiles, taker, clause):
    *others, last = tiles.split()
    game = played(mixed(trump), " ".join(others))
    taken = events_of(game, Play("cat", last))[1]
    assert (taken.player, taken.clause) == (taker, clause)


@case("MOON-hand-end")
def test_all_seven_tricks_are_played_and_the_last_ends_the_round():
    *others, last = FOUR_TWO_ONE.split()
    game = played(contract(dealt(), 4, "0-0", "3"), " ".join(others))
    assert events_of(game, Play("ann", last)) == (
        TilePlayed(player="ann", tile="6-1", turn=None),
        TrickTaken(player="cat", tile="3-3", clause="MOON-trick", turn=None),
        RoundEnded(round=1, ended_by="played", clause="MOON-hand-end", settles=True),
    )
    game = played(game, last)
    assert (game.phase, game.turn) == ("settling", None)
    assert [trick.player for trick in game.table.tricks] == ["ben", "ann", "ann", "ann", "ann", "ben", "cat"]
    assert legal_moves(game) == []


@case("MOON-hand-end", side="both")
def test_the_play_goes_on_when_the_bid_is_decided_and_ends_with_the_seventh_trick():
    tiles = SIX_ONE_NONE.split()
    game = played(contract(dealt(), 4, "0-0", "6"), " ".join(tiles[:12]))
    assert [trick.player for trick in game.table.tricks] == ["ann"] * 4
    assert game.ended is None
    assert isinstance(decide(game, Play("ann", "6-2")), Accepted)
    over = played(game, " ".join(tiles[12:]))
    found = violations(over, Discard("ann", "6-6"))
    assert set(found) == {"round-over"}
    assert found["round-over"].clause == "MOON-hand-end"

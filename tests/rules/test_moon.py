"""Three-Player Moon by clause, from the bidding to the trump."""

import pytest

from service.rules.events import BidMade, RoundEnded, TileDiscarded, TrumpDeclared, WidowTaken
from service.rules.game import legal_moves
from service.rules.moves import Bid, Declare, Discard, Pass, Place, Play, Stop
from tests.rules.cases import case
from tests.rules.moon import after, contract, dealt, events_of, violations


@case("MOON-turns", "MOON-bidding")
def test_each_speaks_once_clockwise_from_the_first_bidder():
    game = dealt(first="cat")
    assert events_of(game, Bid("cat", 4)) == (BidMade(player="cat", value=4, turn="ann"),)
    game = after(game, Bid("cat", 4))
    assert events_of(game, Pass("ann")) == (BidMade(player="ann", value=None, turn="ben"),)
    game = after(game, Pass("ann"))
    assert events_of(game, Pass("ben")) == (BidMade(player="ben", value=None, turn=None), WidowTaken("cat", 4))


@case("MOON-turns", side="broken")
def test_a_bid_out_of_turn_is_refused():
    found = violations(dealt(), Bid("ben", 3))
    assert {code: v.facts for code, v in found.items()} == {"not-your-turn": {"turn": "ann", "player": "ben"}}
    assert (found["not-your-turn"].clause, found["not-your-turn"].pointer) == ("MOON-turns", "/player")


@case("MOON-bids")
@pytest.mark.parametrize("value", [4, 5, 6, 7, 21])
def test_a_bid_is_4_5_6_7_or_21(value):
    assert after(dealt(), Bid("ann", value)).table.highest_bid == value


@case("MOON-bids", side="broken")
@pytest.mark.parametrize("value", [-4, 0, 1, 3, 8, 20, 22, 2**53])
def test_no_other_number_is_a_bid(value):
    found = violations(dealt(), Bid("ann", value))
    assert set(found) == {"bid-out-of-range"}
    assert found["bid-out-of-range"].clause == "MOON-bids"
    assert found["bid-out-of-range"].pointer == "/value"
    assert found["bid-out-of-range"].facts == {"value": value, "bids": [4, 5, 6, 7, 21]}


@case("MOON-bidding", side="both")
@pytest.mark.parametrize("value", [4, 5])
def test_a_bid_that_is_not_above_the_highest_is_too_low(value):
    game = after(dealt(), Bid("ann", 5))
    found = violations(game, Bid("ben", value))
    assert {code: v.facts for code, v in found.items()} == {"bid-too-low": {"value": value, "highest": 5}}
    assert found["bid-too-low"].clause == "MOON-bidding"
    assert not violations(game, Bid("ben", 6))


@case("MOON-bidding", "MOON-bids", side="broken")
def test_a_bid_can_be_out_of_range_and_too_low():
    game = after(dealt(), Bid("ann", 5), Pass("ben"))
    assert set(violations(game, Bid("cat", 3))) == {"bid-out-of-range", "bid-too-low"}
    assert set(violations(game, Bid("cat", 20))) == {"bid-out-of-range"}


@case("MOON-bidding", "MOON-widow")
def test_the_highest_bidder_has_the_contract_and_takes_the_widow():
    game = after(dealt(), Bid("ann", 4), Bid("ben", 5), Bid("cat", 7))
    assert (game.table.contract.player, game.table.contract.value) == ("cat", 7)
    assert (game.phase, game.turn) == ("discarding", "cat")
    assert game.table.hands["cat"][-1] == "0-0"
    assert len(game.table.hands["cat"]) == 8
    assert game.table.widow is None


@case("MOON-bids")
@pytest.mark.parametrize("before", [(), (Bid("ann", 7),), (Bid("ann", 4), Bid("ben", 7))])
def test_a_bid_of_21_beats_7_and_ends_the_bidding_at_once(before):
    game = after(dealt(), *before)
    bidder = game.turn
    assert events_of(game, Bid(bidder, 21)) == (
        BidMade(player=bidder, value=21, turn=None),
        WidowTaken(bidder, 21),
    )
    game = after(game, Bid(bidder, 21))
    assert set(violations(game, Bid(game.after(bidder), 21))) == {"wrong-phase"}


@case("MOON-bids")
def test_a_bid_of_7_does_not_end_the_bidding():
    assert after(dealt(), Bid("ann", 7)).phase == "bidding"


@case("MOON-all-pass")
def test_three_passes_void_the_hand():
    game = after(dealt(), Pass("ann"), Pass("ben"))
    assert events_of(game, Pass("cat")) == (
        BidMade(player="cat", value=None, turn=None),
        RoundEnded(round=1, ended_by="void", clause="MOON-all-pass", settles=True),
    )
    void = after(game, Pass("cat"))
    assert (void.phase, void.turn) == ("settling", None)


@case("MOON-all-pass")
def test_with_force_last_the_third_pass_counts_as_the_minimum_bid():
    game = after(dealt(house_rules={"all_pass": "force-last", "minimum_bid": 5}), Pass("ann"), Pass("ben"))
    assert events_of(game, Pass("cat")) == (
        BidMade(player="cat", value=5, turn=None, forced=True),
        WidowTaken("cat", 5),
    )
    forced = after(game, Pass("cat"))
    assert (forced.phase, forced.turn, forced.table.contract.value) == ("discarding", "cat", 5)
    assert forced.table.bids[-1].forced


@case("MOON-all-pass")
def test_force_last_leaves_a_pass_after_a_bid_alone():
    game = after(dealt(house_rules={"all_pass": "force-last"}), Bid("ann", 4), Pass("ben"))
    assert events_of(game, Pass("cat")) == (BidMade(player="cat", value=None, turn=None), WidowTaken("ann", 4))


def test_a_minimum_bid_narrows_the_bids():
    game = dealt(house_rules={"minimum_bid": 6})
    found = violations(game, Bid("ann", 5))
    assert found["bid-out-of-range"].facts == {"value": 5, "bids": [6, 7, 21]}
    assert [move for move, _ in legal_moves(game)] == [Bid("ann", 6), Bid("ann", 7), Bid("ann", 21), Pass("ann")]


@case("MOON-widow")
@pytest.mark.parametrize("tile", ["0-0", "6-6", "5-4"])
def test_the_bidder_lays_any_of_his_eight_tiles_away_the_widow_too(tile):
    game = after(dealt(), Bid("ann", 21))
    assert events_of(game, Discard("ann", tile)) == (TileDiscarded("ann", tile),)
    game = after(game, Discard("ann", tile))
    assert (game.phase, game.turn, game.table.discard) == ("declaring", "ann", tile)
    assert len(game.table.hands["ann"]) == 7
    assert tile not in game.table.hands["ann"]


@case("MOON-widow", side="broken")
@pytest.mark.parametrize("tile", ["5-5", "1-1"])
def test_a_tile_that_the_bidder_does_not_hold_cannot_be_laid_away(tile):
    found = violations(after(dealt(), Bid("ann", 21)), Discard("ann", tile))
    assert {code: v.facts for code, v in found.items()} == {"tile-not-in-hand": {"tile": tile, "player": "ann"}}
    assert found["tile-not-in-hand"].clause == "MOON-widow"


@case("MOON-widow")
def test_the_tile_laid_away_is_out_of_play_and_was_not_played_openly():
    game = contract(dealt(), 4, "6-6", "6")
    assert set(violations(game, Play("ann", "6-6"))) == {"tile-not-in-hand"}


@case("MOON-trump")
@pytest.mark.parametrize("trump", ["0", "1", "2", "3", "4", "5", "6", "doubles", "none"])
def test_trump_is_a_number_the_doubles_or_none(trump):
    game = after(dealt(), Bid("ann", 21), Discard("ann", "0-0"))
    assert events_of(game, Declare("ann", trump)) == (TrumpDeclared("ann", trump),)
    game = after(game, Declare("ann", trump))
    assert (game.phase, game.turn, game.table.trump, game.table.leader) == ("playing", "ann", trump, "ann")


@case("MOON-trump", side="broken")
@pytest.mark.parametrize("trump", ["7", "-1", "06", "double", "None", "", "6-6"])
def test_nothing_else_can_be_trump(trump):
    found = violations(after(dealt(), Bid("ann", 21), Discard("ann", "0-0")), Declare("ann", trump))
    trumps = ["0", "1", "2", "3", "4", "5", "6", "doubles", "none"]
    assert {code: v.facts for code, v in found.items()} == {"trump-not-allowed": {"trump": trump, "trumps": trumps}}
    assert (found["trump-not-allowed"].clause, found["trump-not-allowed"].pointer) == ("MOON-trump", "/trump")


@case("MOON-trump", side="both")
def test_a_house_rule_forbids_the_doubles_as_trump():
    game = after(dealt(house_rules={"allow_doubles_trump": False}), Bid("ann", 21), Discard("ann", "0-0"))
    found = violations(game, Declare("ann", "doubles"))
    assert found["trump-not-allowed"].facts["trumps"] == ["0", "1", "2", "3", "4", "5", "6", "none"]
    assert Declare("ann", "doubles") not in [move for move, _ in legal_moves(game)]
    assert not violations(game, Declare("ann", "none"))


BIDDING = dealt()
DISCARDING = after(BIDDING, Bid("ann", 21))
DECLARING = after(DISCARDING, Discard("ann", "0-0"))
PLAYING = after(DECLARING, Declare("ann", "6"))
MOVES = {
    "bid": Bid("ann", 4),
    "pass": Pass("ann"),
    "discard": Discard("ann", "6-1"),
    "declare": Declare("ann", "6"),
    "play": Play("ann", "6-1"),
    "place": Place("ann", (0, 0), (1, 1, 1)),
    "stop": Stop("ann"),
}


@case("MOON-order", side="both")
@pytest.mark.parametrize(
    ("game", "legal"),
    [(BIDDING, {"bid", "pass"}), (DISCARDING, {"discard"}), (DECLARING, {"declare"}), (PLAYING, {"play"})],
    ids=["bidding", "discarding", "declaring", "playing"],
)
def test_each_part_of_a_hand_has_its_own_moves(game, legal):
    for name, move in MOVES.items():
        found = violations(game, move)
        if name in legal:
            assert not found
        else:
            assert {code: v.facts for code, v in found.items()} == {"wrong-phase": {"move": name, "phase": game.phase}}
            assert (found["wrong-phase"].clause, found["wrong-phase"].pointer) == ("MOON-order", "/type")


@case("MOON-order", side="broken")
def test_the_wrong_phase_is_told_before_the_wrong_turn():
    assert set(violations(BIDDING, Play("ben", "5-5"))) == {"wrong-phase"}
    assert set(violations(PLAYING, Play("ben", "5-5"))) == {"not-your-turn"}

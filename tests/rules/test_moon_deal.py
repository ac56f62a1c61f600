"""Three-Player Moon by clause: the set, the deal and who bids first."""

from dataclasses import replace

import pytest

from service.rules.moves import Pass, Play
from tests.rules.cases import case
from tests.rules.moon import MOON, SIXES, after, contract, deal_of, dealt, next_round, opened, violations


def faults(deal, first=None):
    """Pointer and clause of each fault of a deal."""
    game = opened()
    found = MOON.kind.deal_faults(MOON, game.rules, game.terms, deal, first)
    return [(fault.pointer, fault.clause) for fault in found]


@case("MOON-set")
def test_the_set_has_22_tiles_without_the_six_that_carry_a_single_blank():
    tiles = MOON.kind.tiles(MOON.rules)
    assert len(tiles) == 22
    assert tiles == tuple(sorted(tiles))
    assert [tile for tile in tiles if "0" in tile] == ["0-0"]
    assert {"6-6", "6-5", "1-1"} <= set(tiles)


@case("MOON-set", side="broken")
@pytest.mark.parametrize("tile", ["5-6", "6-0", "7-1", "6-5-4", "", "6", "six"])
def test_a_name_that_is_no_tile_is_unknown_and_not_in_hand(tile):
    game = contract(dealt(), 4, "0-0", "6")
    found = violations(game, Play("ann", tile))
    assert set(found) == {"unknown-tile", "tile-not-in-hand"}
    assert found["unknown-tile"].clause == "MOON-set"
    assert found["unknown-tile"].facts == {"tile": tile}
    assert found["unknown-tile"].pointer == "/tile"


@case("MOON-deal")
def test_a_shuffled_set_is_cut_into_three_hands_of_seven_and_the_widow():
    order = MOON.kind.tiles(MOON.rules)
    deal = MOON.kind.cut(MOON.rules, ("ann", "ben", "cat"), order)
    assert deal.hands == {"ann": order[:7], "ben": order[7:14], "cat": order[14:21]}
    assert deal.widow == order[21]
    assert faults(replace(deal, first_bidder="cat")) == []


@case("MOON-deal", side="broken")
def test_a_hand_of_another_size_is_refused():
    short = deal_of({**SIXES, "cat": "4-1 3-3 3-2 3-1 2-2 2-1"})
    assert faults(short) == [("/hands/cat", "MOON-deal")]


@case("MOON-set", side="broken")
@pytest.mark.parametrize(
    ("hands", "widow", "pointer"),
    [
        ({**SIXES, "ben": "5-5 5-3 5-2 5-1 4-4 4-3 6-0"}, "0-0", "/hands/ben/6"),
        ({**SIXES, "ben": "6-6 5-3 5-2 5-1 4-4 4-3 4-2"}, "0-0", "/hands/ben/0"),
        (SIXES, "6-6", "/widow"),
        (SIXES, "1-0", "/widow"),
    ],
)
def test_a_deal_that_is_no_partition_of_the_set_is_refused(hands, widow, pointer):
    assert faults(deal_of(hands, widow)) == [(pointer, "MOON-set")]


def test_a_deal_without_a_hand_or_with_a_strangers_or_with_a_pool_is_refused():
    hands = deal_of().hands
    assert faults(replace(deal_of(), hands={**hands, "cat": None})) == [("/hands/cat", None)]
    assert faults(replace(deal_of(), hands={**hands, "d/n": None})) == [("/hands/d~1n", None)]
    assert faults(replace(deal_of(), pool=("0-0",))) == [("/pool", None)]
    assert faults(replace(deal_of(), opening_draws=(("ann", "0-0"),))) == [("/opening_draws", None)]
    assert faults(replace(deal_of(), pool=None)) == []


@case("MOON-deal")
def test_a_widow_that_is_not_named_is_the_one_tile_left():
    deal = deal_of(widow=None)
    assert faults(deal) == []
    assert dealt(widow=None).table.widow == "0-0"


@case("MOON-first-bidder", side="both")
def test_the_deal_says_who_bids_first_in_the_first_hand():
    game = dealt(first="ben")
    assert (game.phase, game.turn, game.table.first_bidder) == ("bidding", "ben", "ben")
    assert faults(deal_of(first=None)) == [("/first_bidder", "MOON-first-bidder")]
    assert faults(deal_of(first="dan")) == [("/first_bidder", "MOON-first-bidder")]


@case("MOON-first-bidder", side="both")
@pytest.mark.parametrize(("first", "following"), [("ann", "ben"), ("ben", "cat"), ("cat", "ann")])
def test_the_first_bid_moves_one_seat_after_every_deal_and_a_deal_that_says_otherwise_is_refused(first, following):
    game = dealt(first=first)
    assert MOON.kind.next_first(game) == following
    assert faults(deal_of(first=following), following) == []
    assert faults(deal_of(first=first), following) == [("/first_bidder", "MOON-first-bidder")]


@case("MOON-first-bidder", "MOON-all-pass")
def test_the_first_bid_moves_after_a_void_hand_too():
    void = after(dealt(), Pass("ann"), Pass("ben"), Pass("cat"))
    assert MOON.kind.next_first(void) == "ben"
    again = next_round(void, deal_of(first="ben"))
    assert (again.round, again.turn, MOON.kind.next_first(again)) == (2, "ben", "cat")
    assert MOON.kind.next_first(opened()) is None


def test_every_clause_is_cited_by_a_check_and_a_reading_gives_its_reason():
    assert set(MOON.cites.values()) == {clause.id for clause in MOON.clauses}
    read = {clause.id for clause in MOON.clauses if clause.interpretation}
    assert read == {"MOON-first-bidder", "MOON-all-pass", "MOON-doubles"}

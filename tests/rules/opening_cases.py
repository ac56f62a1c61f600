"""Cases of the set, the deal and the opening of a round."""

from service.rules.laying.tiles import TILES
from service.rules.moves import Draw, Pass, Place, Resign
from service.rules.sheet import Deal
from tests.rules.cases import broken, kept
from tests.rules.positions import (
    DTR,
    FOUR,
    HEX,
    SCH,
    TRI,
    accepted,
    codes,
    decide,
    facts,
    opened,
    points,
    refused,
    terms_of,
)

ORIGIN = (0, 0)


def faults_of(sheet, deal, players=2):
    terms = terms_of(sheet, players)
    return sheet.kind.deal_faults(sheet, sheet.resolve(terms.house_rules), terms, deal, None)


def dealt(sheet, *hands, pool=""):
    """The round that waits for its opening tile, and the event that opened it."""
    game = opened(sheet, *hands, pool=pool)
    deal = Deal(
        hands={player: tuple(hand.split()) for player, hand in zip(game.players, hands, strict=True)},
        pool=tuple(pool.split()),
    )
    return game, sheet.kind.open_round(sheet, game.rules, terms=game.terms, number=1, scores={}, deal=deal)


def cut(sheet, players=2, order=TILES):
    terms = terms_of(sheet, players)
    return sheet.kind.cut(sheet.resolve(terms.house_rules), terms.players, order)


@kept("set", *FOUR)
def a_tile_turned_to_any_side_is_in_the_set(sheet):
    game = opened(sheet, "3-4-5 0-0-1", "0-0-2", house_rules={"opener_without_triple": "highest-sum"})
    turns = [(3, 4, 5), (4, 5, 3), (5, 3, 4)]
    return [accepted(game, Place("ann", ORIGIN, turn)) for turn in turns]


@broken("set", *FOUR)
def a_tile_flipped_is_not_in_the_set(sheet):
    game = opened(sheet, "3-4-5 0-0-1", "0-0-2", house_rules={"opener_without_triple": "highest-sum"})
    ruling = refused(game, Place("ann", ORIGIN, (5, 4, 3)))
    assert codes(ruling) == ["mirrored-tile"]
    assert facts(ruling, "mirrored-tile") == {
        "tile": "3-4-5",
        "corners": [5, 4, 3],
        "turns": [[3, 4, 5], [5, 3, 4], [4, 5, 3]],
    }
    return ruling


@broken("set", *FOUR)
def a_deal_with_a_tile_twice_or_one_that_does_not_exist_is_no_deal_of_the_set(sheet):
    deal = cut(sheet)
    assert not faults_of(sheet, deal)
    twice = Deal(hands={**deal.hands, "ben": (*deal.hands["ben"][:-1], "0-0-0")}, pool=deal.pool)
    unknown = Deal(hands={**deal.hands, "ben": (*deal.hands["ben"][:-1], "0-2-1")}, pool=deal.pool)
    short = Deal(hands=deal.hands, pool=deal.pool[1:])
    found = [faults_of(sheet, given) for given in (twice, unknown, short)]
    last = len(deal.hands["ben"]) - 1
    assert [[fault.pointer for fault in faults] for faults in found] == [
        [f"/hands/ben/{last}"],
        [f"/hands/ben/{last}"],
        ["/pool"],
    ]
    return found


@kept("hands", *FOUR)
def hands_have_their_size_for_every_number_of_players(sheet):
    sizes = {SCH: (10, 8, 8, 6, 6)}.get(sheet.prefix, (9, 7, 7, 6, 6))
    for players, size in zip(sheet.seats, sizes, strict=True):
        deal = cut(sheet, players)
        assert {len(hand) for hand in deal.hands.values()} == {size}
        assert len(deal.pool) == 56 - players * size
        assert not faults_of(sheet, deal, players)


@broken("hands", *FOUR)
def a_hand_of_another_size_is_refused(sheet):
    deal = cut(sheet)
    moved = Deal(hands={**deal.hands, "ann": deal.hands["ann"][1:]}, pool=(*deal.pool, deal.hands["ann"][0]))
    faults = faults_of(sheet, moved)
    assert [fault.pointer for fault in faults] == ["/hands/ann"]
    return faults


@kept("opener-triple", *FOUR)
def the_highest_triple_opens_and_is_laid(sheet):
    game, event = dealt(sheet, "2-2-2 4-5-5", "3-3-3 4-4-4", "0-0-0 3-5-5")
    assert game.turn == "ben"
    return event, accepted(game, Place("ben", ORIGIN, (4, 4, 4)))


@broken("opener-triple", *FOUR)
def a_lower_triple_does_not_open(sheet):
    game = opened(sheet, "2-2-2 4-5-5", "3-3-3 4-4-4")
    ruling = refused(game, Place("ben", ORIGIN, (3, 3, 3)))
    assert codes(ruling) == ["wrong-opening-tile"]
    assert facts(ruling, "wrong-opening-tile") == {"tile": "3-3-3", "needed": ["4-4-4"]}
    return ruling


@broken("opener-triple", HEX, DTR)
def where_zero_is_the_only_triple_there_is_no_choice(sheet):
    ruling = refused(opened(sheet, "0-0-0 4-5-5", "0-0-1"), Place("ann", ORIGIN, (4, 5, 5)))
    assert facts(ruling, "wrong-opening-tile") == {"tile": "4-5-5", "needed": ["0-0-0"]}
    return ruling


@broken("opener-triple", SCH, TRI)
def zero_does_not_open_instead_of_a_higher_triple(sheet):
    ruling = refused(opened(sheet, "2-2-2 0-0-0", "4-5-5"), Place("ann", ORIGIN, (0, 0, 0)))
    assert codes(ruling) == ["wrong-opening-tile"]
    return ruling


@kept("opener-plain", SCH, HEX, DTR)
def the_highest_sum_opens_where_nobody_has_a_triple(sheet):
    game, event = dealt(sheet, "0-5-5 0-0-1", "2-4-5 0-0-2", "1-2-3")
    assert game.turn == "ben"
    return event, accepted(game, Place("ben", ORIGIN, (2, 4, 5)))


@kept("opener-plain", SCH, HEX, DTR)
def equal_sums_are_decided_by_the_highest_number_and_then_the_next(sheet):
    by_highest, event = dealt(sheet, "3-4-4 0-0-1", "3-3-5 0-0-2")
    by_next, _ = dealt(sheet, "2-4-5 0-0-1", "1-5-5 0-0-2")
    assert (by_highest.turn, by_next.turn) == ("ben", "ben")
    return event


@broken("opener-plain", SCH, HEX, DTR)
def a_lower_tile_does_not_open(sheet):
    ruling = refused(opened(sheet, "0-5-5 0-0-1", "2-4-5 2-3-5"), Place("ben", ORIGIN, (2, 3, 5)))
    assert facts(ruling, "wrong-opening-tile") == {"tile": "2-3-5", "needed": ["2-4-5"]}
    return ruling


@kept("opener-drawn", TRI)
def a_triple_is_drawn_in_turn_where_nobody_has_one_and_its_owner_opens_free_of_charge(sheet):
    game, event = dealt(sheet, "3-5-5 0-0-1", "4-5-5 0-0-2", pool="0-1-1 0-2-2 1-3-4 3-3-3 5-5-5")
    assert [(draw.player, draw.place, draw.tile) for draw in event.opening_draws] == [
        ("ann", 0, "0-1-1"),
        ("ben", 1, "0-2-2"),
        ("ann", 2, "1-3-4"),
        ("ben", 3, "3-3-3"),
    ]
    assert game.turn == "ben"
    assert game.scores == {"ann": 0, "ben": 0}
    assert game.table.hands == {
        "ann": ("3-5-5", "0-0-1", "0-1-1", "1-3-4"),
        "ben": ("4-5-5", "0-0-2", "0-2-2", "3-3-3"),
    }
    assert (game.table.pool_count, game.table.draws, game.table.drawn) == (1, 0, 0)
    return event, accepted(game, Place("ben", ORIGIN, (3, 3, 3)))


@kept("zero-choice", HEX, DTR)
def the_holder_of_the_highest_triple_may_open_with_zero(sheet):
    game = opened(sheet, "2-2-2 0-0-0", "1-1-1 4-5-5")
    rulings = [accepted(game, Place("ann", ORIGIN, (n, n, n))) for n in (2, 0)]
    assert [points(ruling) for ruling in rulings] == [
        {"tile-value": 6, "opening-bonus": 10},
        {"tile-value": 0, "opening-bonus": 40},
    ]
    return rulings


@broken("zero-choice", HEX, DTR)
def no_third_tile_opens_where_two_may(sheet):
    ruling = refused(opened(sheet, "2-2-2 0-0-0 1-1-1", "4-5-5"), Place("ann", ORIGIN, (1, 1, 1)))
    assert facts(ruling, "wrong-opening-tile") == {"tile": "1-1-1", "needed": ["2-2-2", "0-0-0"]}
    return ruling


@kept("opening-bonus", SCH)
def whoever_opens_has_5_more_with_whatever_tile(sheet):
    hands = {"5-5-5": (5, 5, 5), "3-4-5": (3, 4, 5), "0-0-0": (0, 0, 0)}
    rulings = [
        accepted(opened(sheet, f"{tile} 0-0-1", "0-0-2"), Place("ann", ORIGIN, corners))
        for tile, corners in hands.items()
    ]
    assert [points(ruling)["opening-bonus"] for ruling in rulings] == [5, 5, 5]
    return rulings


@kept("opening-triple", HEX, DTR)
def a_triple_opens_with_10_more(sheet):
    ruling = accepted(opened(sheet, "5-5-5 0-0-1", "0-0-2"), Place("ann", ORIGIN, (5, 5, 5)))
    assert points(ruling) == {"tile-value": 15, "opening-bonus": 10}
    return ruling


@kept("opening-zero", HEX, DTR, TRI)
def zero_opens_with_one_bonus(sheet):
    ruling = accepted(opened(sheet, "0-0-0 0-0-1", "0-0-2"), Place("ann", ORIGIN, (0, 0, 0)))
    assert points(ruling) == {"tile-value": 0, "opening-bonus": 30 if sheet.prefix == TRI else 40}
    return ruling


@kept("opening-zero", TRI)
def any_other_tile_opens_without_a_bonus(sheet):
    ruling = accepted(opened(sheet, "5-5-5 0-0-1", "0-0-2"), Place("ann", ORIGIN, (5, 5, 5)))
    assert points(ruling) == {"tile-value": 15}
    rewarded = opened(sheet, "5-5-5 0-0-1", "0-0-2", house_rules={"opening_bonus_triple": 7})
    return ruling, accepted(rewarded, Place("ann", ORIGIN, (5, 5, 5)))


@kept("opening-plain", HEX, DTR)
def a_tile_that_is_no_triple_opens_without_a_bonus(sheet):
    ruling = accepted(opened(sheet, "3-4-5 0-0-1", "0-0-2"), Place("ann", ORIGIN, (3, 4, 5)))
    assert points(ruling) == {"tile-value": 12}
    rewarded = opened(sheet, "3-4-5 0-0-1", "0-0-2", house_rules={"opening_bonus_plain": 7})
    return ruling, accepted(rewarded, Place("ann", ORIGIN, (3, 4, 5)))


@kept("must-open", *FOUR)
def the_first_turn_lays_the_opening_tile_at_the_origin(sheet):
    return accepted(opened(sheet, "5-5-5 0-0-1", "0-0-2", pool="1-1-1"), Place("ann", ORIGIN, (5, 5, 5)))


@broken("must-open", *FOUR)
def the_first_turn_is_no_draw_and_no_pass(sheet):
    game = opened(sheet, "5-5-5 0-0-1", "0-0-2", pool="1-1-1")
    rulings = [refused(game, Draw("ann")), refused(game, Pass("ann"))]
    assert [codes(ruling) for ruling in rulings] == [["must-open"], ["must-open"]]
    return rulings


@broken("must-open", *FOUR)
def the_first_tile_lies_nowhere_else(sheet):
    ruling = refused(opened(sheet, "5-5-5 0-0-1", "0-0-2"), Place("ann", (1, 0), (5, 5, 5)))
    assert codes(ruling) == ["opening-off-origin"]
    assert facts(ruling, "opening-off-origin") == {"at": [1, 0], "needed": [0, 0]}
    return ruling


@kept("turns", *FOUR)
def who_does_not_open_waits_but_may_give_up(sheet):
    return decide(opened(sheet, "5-5-5 0-0-1", "0-0-2"), Resign("ben"))

"""Cases of drawing, passing and the empty pool."""

from service.rules.moves import Draw, Pass, Place
from tests.rules import drawn
from tests.rules.cases import broken, kept
from tests.rules.positions import (
    DTR,
    FOUR,
    HEX,
    SCH,
    TRI,
    accepted,
    after,
    codes,
    draws,
    facts,
    picture,
    points,
    position,
    refused,
)

STRANGERS = "1-1-1 2-2-2 3-3-3 4-4-4"
"""Tiles that do not fit beside 0-0-0."""


def unable(sheet, pool=STRANGERS, **options):
    """Ann holds nothing that fits."""
    return position(sheet, drawn.ZERO, "5-5-5", "0-0-1", pool=pool, **options)


def able(sheet, pool=STRANGERS, **options):
    """Ann holds 0-0-1, which fits, and 5-5-5, which does not."""
    return position(sheet, drawn.ZERO, "0-0-1 5-5-5", "0-0-2", pool=pool, **options)


LAY_001 = Place("ann", (1, 0), (0, 0, 1))


@kept("draw", *FOUR)
def a_draw_takes_the_first_tile_of_the_pool_and_costs_5(sheet):
    game = unable(sheet)
    ruling = accepted(game, Draw("ann"))
    (event,) = ruling.events
    assert (event.place, event.tile) == (0, "1-1-1")
    assert points(ruling) == {"draw": -5}
    assert after(game, Draw("ann")).table.hands["ann"] == ("5-5-5", "1-1-1")
    return ruling


@kept("draw", *FOUR)
def the_drawn_tile_may_be_named_by_the_referee(sheet):
    return accepted(unable(sheet), Draw("ann", "1-1-1"))


@broken("draw", *FOUR)
def another_tile_than_the_next_is_not_drawn(sheet):
    ruling = refused(unable(sheet), Draw("ann", "2-2-2"))
    assert codes(ruling) == ["wrong-tile-drawn"]
    assert facts(ruling, "wrong-tile-drawn") == {}
    return ruling


@kept("draw", SCH, HEX)
def who_could_place_may_draw_and_then_place_any_tile_or_keep_the_drawn_one(sheet):
    game = able(sheet, pool="0-0-3 1-1-1 2-2-2")
    drawing = accepted(game, Draw("ann"))
    game = after(game, Draw("ann"))
    older = accepted(game, LAY_001)
    newer = accepted(game, Place("ann", (1, 0), (0, 0, 3)))
    kept_it = after(game, *draws(2), Pass("ann"))
    assert kept_it.turn == "ben"
    assert "0-0-3" in kept_it.table.hands["ann"]
    assert (older.events[0].draws, newer.events[0].draws) == (1, 1)
    return drawing, older, newer


@broken("draw", SCH, HEX)
def where_the_table_agrees_that_only_the_unable_draw_the_able_do_not(sheet):
    game = able(sheet, house_rules={"draw_when_able": False})
    ruling = refused(game, Draw("ann"))
    assert codes(ruling) == ["must-place"]
    return ruling


@kept("draw", DTR, TRI)
def there_is_no_limit_to_the_draws_and_the_last_move_of_the_turn_counts_them(sheet):
    pool = "1-1-1 2-2-2 3-3-3 4-4-4 1-2-3 0-0-3"
    game = after(unable(sheet, pool=pool), *draws(6))
    assert game.scores["ann"] == -30
    placed = accepted(game, Place("ann", (1, 0), (0, 0, 3)))
    assert placed.events[0].draws == 6
    passing = accepted(after(unable(sheet), *draws(4)), Pass("ann"))
    assert passing.events[0].draws == 4
    return accepted(unable(sheet), Draw("ann")), placed


@kept("draw-limit", SCH, HEX)
def a_third_tile_may_be_drawn(sheet):
    game = after(unable(sheet), *draws(2))
    return accepted(game, Draw("ann"))


@broken("draw-limit", SCH, HEX)
def a_fourth_tile_may_not_be_drawn(sheet):
    ruling = refused(after(unable(sheet), *draws(3)), Draw("ann"))
    assert codes(ruling) == ["draw-limit"]
    assert facts(ruling, "draw-limit") == {"limit": 3, "draws": 3}
    return ruling


@broken("draw-limit", SCH, HEX)
def a_fourth_draw_from_an_empty_pool_breaks_both_rules(sheet):
    ruling = refused(after(unable(sheet, pool="1-1-1 2-2-2 3-3-3"), *draws(3)), Draw("ann"))
    assert codes(ruling) == ["draw-limit", "pool-empty"]
    return ruling


@kept("draw-limit", SCH)
def three_draws_and_none_placed_cost_nothing_more_unless_the_table_agrees_on_it(sheet):
    free = accepted(after(unable(sheet), *draws(3)), Pass("ann"))
    emptied = accepted(after(unable(sheet, pool="1-1-1 2-2-2 3-3-3"), *draws(3)), Pass("ann"))
    agreed = accepted(after(unable(sheet, house_rules={"no_play_cost": 7}), *draws(3)), Pass("ann"))
    assert [points(ruling) for ruling in (free, emptied, agreed)] == [{}, {}, {"no-play": -7}]
    return agreed


@kept("no-play", HEX)
def three_draws_and_none_placed_cost_10_more_also_when_the_third_emptied_the_pool(sheet):
    rulings = [
        accepted(after(unable(sheet, pool=pool), *draws(3)), Pass("ann")) for pool in (STRANGERS, "1-1-1 2-2-2 3-3-3")
    ]
    assert [points(ruling) for ruling in rulings] == [{"no-play": -10}, {"no-play": -10}]
    return rulings


@kept("must-draw", *FOUR)
def who_has_drawn_what_can_be_drawn_may_pass(sheet):
    pool = STRANGERS if sheet.prefix in (SCH, HEX) else "1-1-1 2-2-2 3-3-3"
    game = after(unable(sheet, pool=pool), *draws(3))
    return accepted(game, Pass("ann"))


@broken("must-draw", *FOUR)
def who_can_still_draw_does_not_pass(sheet):
    ruling = refused(after(unable(sheet), *draws(2)), Pass("ann"))
    needed = 3 if sheet.prefix in (SCH, HEX) else None
    assert codes(ruling) == ["must-draw"]
    assert facts(ruling, "must-draw") == {"pool_count": 2, "draws": 2, "needed": needed}
    return ruling


@broken("must-draw", SCH, HEX)
def who_keeps_a_tile_that_fits_does_not_stop_drawing_either(sheet):
    return refused(after(able(sheet, pool="0-0-3 1-1-1 2-2-2"), Draw("ann")), Pass("ann"))


@kept("must-place", DTR, TRI)
def the_able_place(sheet):
    return accepted(able(sheet), LAY_001)


@broken("must-place", DTR, TRI)
def the_able_neither_draw_nor_pass(sheet):
    drawing, passing = refused(able(sheet), Draw("ann")), refused(able(sheet), Pass("ann"))
    assert codes(drawing) == ["must-place"]
    assert codes(passing) == ["must-draw", "must-place"]
    assert facts(drawing, "must-place") == {"could": ["0-0-1"]}
    emptied = refused(able(sheet, pool=""), Pass("ann"))
    assert codes(emptied) == ["must-place"]
    return drawing, passing, emptied


@broken("must-place", DTR, TRI)
def a_drawn_tile_that_fits_is_placed(sheet):
    game = after(unable(sheet, pool="0-0-3 1-1-1"), Draw("ann"))
    ruling = refused(game, Draw("ann"))
    assert facts(ruling, "must-place") == {"could": ["0-0-3"]}
    return ruling


@kept("empty-pool", *FOUR)
def with_the_pool_empty_the_turn_is_lost_at_its_price(sheet):
    price = {SCH: -5, HEX: -10, DTR: -10, TRI: -6}[sheet.prefix]
    house_rules = {"empty_pool_cost": 6} if sheet.prefix == TRI else {}
    found = accepted(unable(sheet, pool="", house_rules=house_rules), Pass("ann"))
    ran_out = accepted(after(unable(sheet, pool="1-1-1 2-2-2", house_rules=house_rules), *draws(2)), Pass("ann"))
    assert [points(ruling) for ruling in (found, ran_out)] == [{"empty-pool": price}, {"empty-pool": price}]
    return found, ran_out


@kept("empty-pool", TRI)
def an_empty_pool_costs_nothing(sheet):
    ruling = accepted(unable(sheet, pool=""), Pass("ann"))
    assert ruling.items == ()
    return ruling


@broken("empty-pool", *FOUR)
def nothing_is_drawn_from_an_empty_pool(sheet):
    ruling = refused(unable(sheet, pool=""), Draw("ann"))
    assert codes(ruling) == ["pool-empty"]
    return ruling


@kept("turns", *FOUR)
def a_pass_ends_the_turn(sheet):
    game = position(sheet, drawn.ZERO, "5-5-5", "0-0-1 4-4-4")
    assert after(game, Pass("ann")).turn == "ben"
    return accepted(game, Pass("ann"))


@kept("draw", *FOUR)
def a_tile_just_drawn_can_close_a_figure(sheet):
    drawing = picture(drawn.HEXAGON_055)
    game = position(sheet, drawn.HEXAGON_055, "1-1-3", "2-2-2", pool="0-5-5")
    placed = accepted(after(game, Draw("ann")), Place("ann", drawing.at, drawing.corners))
    assert points(placed).keys() == {"tile-value", "hexagon"}
    return accepted(game, Draw("ann")), placed

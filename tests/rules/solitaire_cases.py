"""Cases of the solitaire's own clauses."""

from service.rules.game import fold
from service.rules.laying.tiles import TILES
from service.rules.moves import Draw, Pass, Place, Stop
from service.rules.sheet import Deal
from tests.rules import drawn
from tests.rules.cases import broken, kept
from tests.rules.opening_cases import cut, dealt, faults_of
from tests.rules.positions import (
    SOL,
    accepted,
    after,
    codes,
    draws,
    facts,
    opened,
    points,
    position,
    refused,
    settled,
)

ORIGIN = (0, 0)
STRANGERS = " ".join(tile for tile in TILES if tile.count("0") < 2)
"""Tiles that do not fit beside 0-0-0."""


@kept("deal", SOL)
def the_deal_gives_one_tile_and_a_pool_of_55(sheet):
    deal = cut(sheet, 1)
    assert (len(deal.hands["ann"]), len(deal.pool)) == (1, 55)
    assert not faults_of(sheet, deal, 1)


@broken("deal", SOL)
def a_deal_of_two_tiles_is_refused(sheet):
    faults = faults_of(sheet, Deal(hands={"ann": TILES[:2]}, pool=TILES[2:]), 1)
    assert [fault.pointer for fault in faults] == ["/hands/ann"]
    return faults


@kept("start", SOL)
def the_start_tile_is_laid_whatever_it_is_and_is_no_draw(sheet):
    game, event = dealt(sheet, "1-2-4", pool="0-0-1")
    ruling = accepted(game, Place("ann", ORIGIN, (1, 2, 4)))
    assert after(game, Place("ann", ORIGIN, (1, 2, 4))).table.drawn == 0
    return event, ruling


@broken("start", SOL)
def nothing_is_drawn_or_stopped_or_laid_elsewhere_before_the_start_tile(sheet):
    game = opened(sheet, "1-2-4", pool="0-0-1 5-5-5")
    drawing, stopping = refused(game, Draw("ann")), refused(game, Stop("ann"))
    elsewhere = refused(game, Place("ann", (2, 0), (1, 2, 4)))
    other = refused(game, Place("ann", ORIGIN, (5, 5, 5)))
    assert [codes(ruling) for ruling in (drawing, stopping, elsewhere, other)] == [
        ["must-open"],
        ["must-open"],
        ["opening-off-origin"],
        ["tile-not-in-hand", "wrong-opening-tile"],
    ]
    return drawing, stopping, elsewhere, other


@kept("opening-bonus", SOL)
def the_start_tile_scores_5_more(sheet):
    rulings = [
        accepted(opened(sheet, tile, pool="0-0-1"), Place("ann", ORIGIN, corners))
        for tile, corners in {"1-2-4": (1, 2, 4), "5-5-5": (5, 5, 5), "0-0-0": (0, 0, 0)}.items()
    ]
    assert [points(ruling) for ruling in rulings] == [{"tile-value": value, "opening-bonus": 5} for value in (7, 15, 0)]
    return rulings


@kept("moves", SOL)
def the_player_places_and_draws_in_whatever_order_and_stays_on_turn(sheet):
    game = position(sheet, drawn.ZERO, "0-0-1", pool="1-1-1 0-0-2")
    game = after(game, Draw("ann"), Place("ann", (1, 0), (0, 0, 1)), Draw("ann"))
    assert game.turn == "ann"
    return accepted(game, Place("ann", (-1, 0), (0, 2, 0)))


@broken("moves", SOL)
def there_is_no_pass(sheet):
    ruling = refused(position(sheet, drawn.ZERO, "5-5-5", pool="1-1-1"), Pass("ann"))
    assert codes(ruling) == ["wrong-phase"]
    assert facts(ruling, "wrong-phase") == {"move": "pass", "phase": "playing"}
    return ruling


@kept("draw", SOL)
def a_draw_costs_5_and_what_it_brings_may_be_kept_or_placed(sheet):
    game = position(sheet, drawn.ZERO, "0-0-1", pool="0-0-2 1-1-1 2-2-2 3-3-3 4-4-4")
    assert after(game, *draws(5)).scores["ann"] == -25
    ruling = accepted(game, Draw("ann"))
    assert points(ruling) == {"draw": -5}
    laid = accepted(after(game, Draw("ann")), Place("ann", (1, 0), (0, 0, 2)))
    later = accepted(after(game, *draws(3)), Place("ann", (1, 0), (0, 0, 2)))
    return ruling, laid, later


@broken("draw", SOL)
def neither_another_tile_nor_from_an_empty_pool_is_drawn(sheet):
    another = refused(position(sheet, drawn.ZERO, "0-0-1", pool="0-0-2 1-1-1"), Draw("ann", "1-1-1"))
    emptied = refused(position(sheet, drawn.ZERO, "0-0-1"), Draw("ann"))
    assert [codes(ruling) for ruling in (another, emptied)] == [["wrong-tile-drawn"], ["pool-empty"]]
    return another, emptied


@kept("draw-limit", SOL)
def a_twentieth_tile_may_be_drawn(sheet):
    return accepted(after(position(sheet, drawn.ZERO, "0-0-1", pool=STRANGERS), *draws(19)), Draw("ann"))


@broken("draw-limit", SOL)
def a_twenty_first_tile_may_not_be_drawn(sheet):
    ruling = refused(after(position(sheet, drawn.ZERO, "0-0-1", pool=STRANGERS), *draws(20)), Draw("ann"))
    assert codes(ruling) == ["draw-limit"]
    assert facts(ruling, "draw-limit") == {"limit": 20, "draws": 20}
    return ruling


@kept("exhausted", SOL)
def the_game_ends_when_no_draw_is_left_and_nothing_held_fits(sheet):
    by_limit = accepted(after(position(sheet, drawn.ZERO, "5-5-5", pool=STRANGERS), *draws(19)), Draw("ann"))
    by_pool = accepted(position(sheet, drawn.ZERO, "5-5-5", pool="1-1-1"), Draw("ann"))
    by_placing = accepted(position(sheet, drawn.ZERO, "0-0-1 5-5-5"), Place("ann", (1, 0), (0, 0, 1)))
    assert [ruling.events[-1].ended_by for ruling in (by_limit, by_pool, by_placing)] == ["exhausted"] * 3
    return by_limit, by_pool, by_placing


@kept("exhausted", SOL)
def the_game_goes_on_while_a_draw_is_left_or_something_held_fits(sheet):
    fits = accepted(after(position(sheet, drawn.ZERO, "0-0-1", pool=STRANGERS), *draws(19)), Draw("ann"))
    left = accepted(position(sheet, drawn.ZERO, "0-0-1", pool="1-1-1"), Place("ann", (1, 0), (0, 0, 1)))
    assert [len(ruling.events) for ruling in (fits, left)] == [1, 1]
    return fits, left


@kept("all-laid", SOL)
def twenty_points_are_added_where_every_drawn_tile_was_laid(sheet):
    game = position(sheet, drawn.ZERO, "0-0-1")
    settlement, _ = settled(after(game, Place("ann", (1, 0), (0, 0, 1))))
    assert points(settlement) == {"out-bonus": 20}
    return settlement


@kept("all-laid", SOL)
def nothing_is_added_where_a_tile_is_left(sheet):
    settlement, _ = settled(after(position(sheet, drawn.ZERO, "5-5-5", pool="1-1-1"), Draw("ann")))
    assert settlement.items == ()
    return settlement


@kept("stop", SOL)
def stopping_ends_it_without_the_20(sheet):
    with_tiles = position(sheet, drawn.ZERO, "5-5-5", pool="1-1-1")
    without = after(position(sheet, drawn.ZERO, "0-0-1", pool="1-1-1"), Place("ann", (1, 0), (0, 0, 1)))
    rulings = [accepted(game, Stop("ann")) for game in (with_tiles, without)]
    settlements = [settled(after(game, Stop("ann")))[0] for game in (with_tiles, without)]
    assert [ruling.events[-1].ended_by for ruling in rulings] == ["stopped", "stopped"]
    assert [settlement.items for settlement in settlements] == [(), ()]
    return rulings, settlements


@kept("result", SOL)
def one_round_is_the_game_and_its_player_the_winner(sheet):
    _, end = settled(after(position(sheet, drawn.ZERO, "5-5-5", pool="1-1-1"), Draw("ann")))
    assert end is not None
    assert (end.ended_by, end.winner, end.scores) == ("played", ("ann",), {"ann": -5})
    return end


@broken("result", SOL)
def nothing_is_played_after_it(sheet):
    game = after(position(sheet, drawn.ZERO, "5-5-5", pool="1-1-1"), Stop("ann"))
    over = fold(game, [event for event in settled(game) if event is not None])
    rulings = [refused(game, Draw("ann")), refused(over, Draw("ann"))]
    assert [codes(ruling) for ruling in rulings] == [["round-over"], ["game-over"]]
    return rulings

"""Cases of placing a tile: turns, what fits, what it scores."""

from service.rules.moves import Draw, Place, Stop
from tests.rules import drawn
from tests.rules.cases import broken, kept
from tests.rules.positions import (
    DTR,
    FIVE,
    FOUR,
    HEX,
    SCH,
    SOL,
    TRI,
    accepted,
    after,
    codes,
    facts,
    opened,
    picture,
    placing,
    points,
    position,
    refused,
)

MISFIT = r"""
      4---3
     /^\?/
    3---1
"""


def _others(sheet):
    return () if sheet.prefix == SOL else ("0-0-2",)


@kept("turns", *FOUR)
def a_placement_passes_the_turn_clockwise_and_a_draw_does_not(sheet):
    game = opened(sheet, "5-5-5 0-0-1", "4-5-5 0-0-3", "0-0-2", pool="1-1-1 2-2-2")
    game = after(game, Place("ann", (0, 0), (5, 5, 5)))
    assert game.turn == "ben"
    placed = accepted(game, Place("ben", (1, 0), (5, 5, 4)))
    game = after(game, Place("ben", (1, 0), (5, 5, 4)))
    assert game.turn == "cid"
    game = after(game, Draw("cid"))
    assert game.turn == "cid"
    return placed


@broken("turns", *FOUR)
def nobody_moves_out_of_turn(sheet):
    game = opened(sheet, "5-5-5 0-0-1", "4-5-5 0-0-3", pool="1-1-1")
    ruling = refused(after(game, Place("ann", (0, 0), (5, 5, 5))), Draw("ann"))
    assert codes(ruling) == ["not-your-turn"]
    assert facts(ruling, "not-your-turn") == {"turn": "ben", "player": "ann"}
    return ruling


@broken("turns", *FOUR)
def a_turn_knows_no_move_of_other_games(sheet):
    ruling = refused(position(sheet, drawn.ZERO, "5-5-5", "0-0-1"), Stop("ann"))
    assert codes(ruling) == ["wrong-phase"]
    assert facts(ruling, "wrong-phase") == {"move": "stop", "phase": "playing"}
    return ruling


@kept("set", *FIVE)
def a_tile_lies_once(sheet):
    return accepted(*placing(sheet, drawn.PLAIN_144))


@broken("set", *FIVE)
def a_tile_that_lies_is_not_laid_again(sheet):
    game, place = placing(sheet, drawn.PLAIN_144)
    ruling = refused(game, Place("ann", place.at, (3, 4, 1)))
    assert codes(ruling) == ["tile-not-in-hand", "tile-already-played", "corner-mismatch"]
    assert facts(ruling, "tile-already-played") == {"tile": "1-3-4", "at": [0, 0]}
    return ruling


@kept("placement", *FIVE)
def a_tile_in_hand_that_agrees_with_every_touching_corner_is_laid(sheet):
    game, place = placing(sheet, drawn.HEXAGON_055)
    ruling = accepted(game, place)
    (placed,) = ruling.events[:1]
    assert (placed.player, placed.at, placed.corners) == ("ann", place.at, place.corners)
    return ruling


@broken("placement", *FIVE)
def a_corner_that_disagrees_is_refused_and_named(sheet):
    game = position(sheet, MISFIT, "2-3-5", *_others(sheet))
    at = picture(MISFIT).at
    ruling = refused(game, Place("ann", at, (5, 2, 3)))
    assert codes(ruling) == ["corner-mismatch"]
    assert facts(ruling, "corner-mismatch") == {
        "at": [1, 0],
        "corners": [
            {"corner": 0, "point": [1, 1], "asked": 1, "given": 5},
            {"corner": 1, "point": [0, 0], "asked": 4, "given": 2},
        ],
    }
    return ruling


@broken("placement", *FIVE)
def a_single_tip_that_disagrees_is_refused_too(sheet):
    drawing = picture(drawn.BRIDGE_144)
    game = position(sheet, drawn.BRIDGE_144, "1-2-4", *_others(sheet))
    ruling = refused(game, Place("ann", drawing.at, (1, 2, 4)))
    assert codes(ruling) == ["corner-mismatch"]
    assert facts(ruling, "corner-mismatch")["corners"] == [{"corner": 1, "point": [3, 1], "asked": 4, "given": 2}]
    return ruling


@broken("placement", *FIVE)
def a_cell_that_is_taken_or_apart_or_a_tile_not_held_is_refused(sheet):
    game, place = placing(sheet, drawn.PLAIN_144)
    taken = refused(game, Place("ann", (0, 0), place.corners))
    apart = refused(game, Place("ann", (6, 0), place.corners))
    foreign = refused(game, Place("ann", place.at, (1, 4, 5)))
    assert [codes(ruling) for ruling in (taken, apart)] == [
        ["cell-occupied", "not-adjacent", "corner-mismatch"],
        ["not-adjacent"],
    ]
    assert facts(apart, "not-adjacent") == {"at": [6, 0]}
    assert facts(foreign, "tile-not-in-hand") == {"tile": "1-4-5", "player": "ann"}
    return taken, apart, foreign


@kept("tile-value", *FIVE)
def a_placed_tile_scores_its_value_even_0(sheet):
    art = r"""
      0---0
     /^\?/
    1---0
    """
    nothing = accepted(*placing(sheet, art))
    nine = accepted(*placing(sheet, drawn.PLAIN_144))
    assert [points(ruling) for ruling in (nothing, nine)] == [{"tile-value": 0}, {"tile-value": 9}]
    return nothing, nine


@kept("bridge", *FIVE)
def a_bridge_is_paid(sheet):
    ruling = accepted(*placing(sheet, drawn.BRIDGE_144))
    assert points(ruling) == {"tile-value": 9, "bridge": {SCH: 20, SOL: 20}.get(sheet.prefix, 40)}
    return ruling


@kept("two-sides", SCH, HEX, DTR, SOL)
def two_sides_are_paid(sheet):
    ruling = accepted(*placing(sheet, drawn.TWO_SIDES_115))
    assert points(ruling) == {"tile-value": 7, "two-sides": {SCH: 30, SOL: 30}.get(sheet.prefix, 40)}
    return ruling


@kept("two-sides", TRI)
def two_sides_are_not_paid_unless_the_table_agrees_on_it(sheet):
    ruling = accepted(*placing(sheet, drawn.TWO_SIDES_115))
    agreed = accepted(*placing(sheet, drawn.TWO_SIDES_115, house_rules={"two_sides": 40}))
    assert points(ruling) == {"tile-value": 7}
    assert points(agreed) == {"tile-value": 7, "two-sides": 40}
    return ruling, agreed


@kept("hexagon", *FIVE)
def one_and_two_and_three_hexagons_are_paid_once_and_alone(sheet):
    prices = {
        SCH: (40, 80, 120),
        SOL: (40, 80, 120),
        HEX: (50, 60, 70),
        DTR: (60, 60, 60),
        TRI: (50, 100, 150),
    }[sheet.prefix]
    arts = (drawn.HEXAGON_055, drawn.TWO_HEXAGONS_355, drawn.THREE_HEXAGONS_123)
    rulings = [accepted(*placing(sheet, art)) for art in arts]
    assert [points(ruling) for ruling in rulings] == [
        {"tile-value": value, "hexagon": price} for value, price in zip((10, 13, 6), prices, strict=True)
    ]
    return rulings


@kept("hexagon", TRI)
def a_hexagon_replaces_nothing(sheet):
    ruling = accepted(*placing(sheet, drawn.TWO_HEXAGONS_355, house_rules={"two_sides": 40}))
    assert points(ruling) == {"tile-value": 13, "two-sides": 40, "hexagon": 100}
    return ruling

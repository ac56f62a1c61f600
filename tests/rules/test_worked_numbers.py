"""The worked numbers of the documents and of other published sheets, on every triangular sheet."""

import pytest

from service.rules.game import legal_moves
from service.rules.moves import Draw, Pass, Place
from tests.rules import drawn
from tests.rules.cases import SHEETS
from tests.rules.positions import (
    DTR,
    HEX,
    SCH,
    SOL,
    TRI,
    accepted,
    after,
    draws,
    opened,
    passes,
    placing,
    points,
    position,
    settled,
    total,
)


@pytest.mark.parametrize(
    ("prefix", "tile", "corners", "expected"),
    [
        (HEX, "3-3-3", (3, 3, 3), 3 + 3 + 3 + 10),
        (DTR, "3-3-3", (3, 3, 3), 19),
        (HEX, "4-4-4", (4, 4, 4), 22),
        (DTR, "4-4-4", (4, 4, 4), 22),
        (HEX, "0-0-0", (0, 0, 0), 40),
        (DTR, "0-0-0", (0, 0, 0), 40),
        (HEX, "3-4-5", (3, 4, 5), 12),
        (DTR, "3-4-5", (4, 5, 3), 12),
        (SCH, "3-4-5", (5, 3, 4), 12 + 5),
        (SCH, "5-5-5", (5, 5, 5), 20),
        (SCH, "0-0-0", (0, 0, 0), 5),
        (SOL, "3-4-5", (3, 4, 5), 17),
        (SOL, "5-5-5", (5, 5, 5), 20),
        (SOL, "0-0-0", (0, 0, 0), 5),
        (TRI, "0-0-0", (0, 0, 0), 30),
        (TRI, "5-5-5", (5, 5, 5), 15),
    ],
)
def test_opening(prefix, tile, corners, expected):
    sheet = SHEETS[prefix]
    others = ("0-1-2",) * (sheet.seats[0] - 1)
    game = opened(sheet, f"{tile} 0-0-1", *others)
    assert total(accepted(game, Place("ann", (0, 0), corners))) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("plain 1-4-4", {SCH: 9, HEX: 9, DTR: 9, TRI: 9, SOL: 9}),
        ("plain 1-3-4", {SCH: 8, HEX: 8, DTR: 8, TRI: 8, SOL: 8}),
        ("plain 1-3-5", {SCH: 9, HEX: 9, DTR: 9, TRI: 9, SOL: 9}),
        ("plain 3-4-5", {SCH: 12, HEX: 12, DTR: 12, TRI: 12, SOL: 12}),
        ("bridge 1-4-4", {SCH: 9 + 20, HEX: 49, DTR: 49, TRI: 49, SOL: 9 + 20}),
        ("bridge 1-2-5", {SCH: 8 + 20, HEX: 48, DTR: 48, TRI: 48, SOL: 8 + 20}),
        ("two sides 1-1-5", {SCH: 7 + 30, HEX: 47, DTR: 47, TRI: 7, SOL: 7 + 30}),
        ("hexagon 0-5-5", {SCH: 50, HEX: 60, DTR: 70, TRI: 60, SOL: 50}),
        ("two hexagons 3-5-5", {SCH: 93, HEX: 73, DTR: 73, TRI: 113, SOL: 93}),
        ("three hexagons 1-2-3", {SCH: 126, HEX: 76, DTR: 66, TRI: 156, SOL: 126}),
    ],
)
@pytest.mark.parametrize("prefix", [SCH, HEX, DTR, TRI, SOL])
def test_placing(prefix, name, expected):
    game, place = placing(SHEETS[prefix], drawn.ALL_DRAWN[name])
    ruling = accepted(game, place)
    assert total(ruling) == expected[prefix]
    assert (place, ruling.items) in legal_moves(game)


def test_a_hexagon_on_schmidts_sheet_has_no_points_for_the_double_connection():
    game, place = placing(SHEETS[SCH], drawn.HEXAGON_055)
    assert points(accepted(game, place)) == {"tile-value": 10, "hexagon": 40}


@pytest.mark.parametrize(("prefix", "cost"), [(HEX, 25), (SCH, 15)])
@pytest.mark.parametrize("pool", ["1-1-1 2-2-2 3-3-3", "1-1-1 2-2-2 3-3-3 4-4-4"])
def test_three_draws_and_none_placed(prefix, cost, pool):
    game = position(SHEETS[prefix], drawn.ZERO, "5-5-5", "0-0-1", pool=pool)
    assert after(game, *draws(3), Pass("ann")).scores["ann"] == -cost


@pytest.mark.parametrize(("prefix", "cost"), [(HEX, 20), (DTR, 20), (SCH, 15), (TRI, 10)])
def test_two_left_in_the_pool_both_drawn_and_nothing_placed(prefix, cost):
    game = position(SHEETS[prefix], drawn.ZERO, "5-5-5", "0-0-1", pool="1-1-1 2-2-2")
    assert after(game, *draws(2), Pass("ann")).scores["ann"] == -cost


@pytest.mark.parametrize(("prefix", "cost"), [(HEX, 10), (SCH, 5), (DTR, 10), (TRI, 0)])
def test_the_pool_is_empty_and_nothing_can_be_placed(prefix, cost):
    game = position(SHEETS[prefix], drawn.ZERO, "5-5-5", "0-0-1")
    assert after(game, Pass("ann")).scores["ann"] == -cost


@pytest.mark.parametrize(("prefix", "expected"), [(SCH, 35), (HEX, 35), (DTR, 35), (TRI, 0)])
def test_blocked_with_hands_of_15_and_23_and_27(prefix, expected):
    game = position(SHEETS[prefix], drawn.ZERO, "5-5-5", "4-4-4 3-4-4", "3-5-5 4-5-5")
    for player in game.players:
        if game.ended is None:
            game = after(game, *passes(player))
    settlement, _ = settled(game)
    assert {player: total(settlement, player) for player in game.players} == {"ann": expected, "ben": 0, "cid": 0}
    assert settlement.round_winner == "ann"


@pytest.mark.parametrize(("prefix", "expected"), [(SCH, 39), (HEX, 44), (DTR, 44), (TRI, 0)])
def test_going_out_while_the_others_hold_12_and_7(prefix, expected):
    game, place = placing(SHEETS[prefix], drawn.PLAIN_144, "3-4-5", "0-2-5", keeps="")
    settlement, _ = settled(after(game, place))
    assert {player: total(settlement, player) for player in game.players} == {"ann": expected, "ben": 0, "cid": 0}
    assert settlement.round_winner == "ann"


def test_a_draw_costs_5_on_every_sheet():
    for prefix in (SCH, HEX, DTR, TRI):
        game = position(SHEETS[prefix], drawn.ZERO, "5-5-5", "0-0-1", pool="1-1-1")
        assert points(accepted(game, Draw("ann"))) == {"draw": -5}
    assert points(accepted(position(SHEETS[SOL], drawn.ZERO, "5-5-5", pool="1-1-1"), Draw("ann"))) == {"draw": -5}

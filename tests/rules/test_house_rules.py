"""House rules of the board sheets: what each changes, and which values are none."""

from collections.abc import Callable
from typing import Any

import pytest

from service.rules.game import Game
from service.rules.laying.parameters import HOUSE_RULES
from service.rules.moves import Draw, Pass, Place
from service.rules.rulings import Accepted
from service.rules.sheet import Deal
from tests.rules import drawn
from tests.rules.cases import SHEETS
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
    agreed,
    codes,
    decide,
    draws,
    opened,
    placing,
    points,
    position,
    settled,
    terms_of,
    total,
)

ORIGIN = (0, 0)
POOL = "1-1-1 2-2-2 3-3-3 4-4-4"

Effect = Callable[[str, dict[str, Any]], Any]


def _unable(prefix: str, house: dict[str, Any], pool: str = POOL) -> Game:
    return position(SHEETS[prefix], drawn.ZERO, "5-5-5", "0-0-1", pool=pool, house_rules=house)


def _able(prefix: str, house: dict[str, Any], pool: str = POOL) -> Game:
    return position(SHEETS[prefix], drawn.ZERO, "0-0-2 5-5-5", "0-0-1", pool=pool, house_rules=house)


def _answer(game: Game, move: Any) -> Any:
    """Points by reason of a legal move, codes of an illegal one."""
    ruling = decide(game, move)
    return points(ruling) if isinstance(ruling, Accepted) else codes(ruling)


def _figures(art: str) -> Effect:
    return lambda prefix, house: points(accepted(*placing(SHEETS[prefix], art, house_rules=house)))


def _opening(tile: str, corners: tuple[int, int, int]) -> Effect:
    def effect(prefix: str, house: dict[str, Any]) -> Any:
        rest = () if prefix == SOL else ("0-0-1",)
        game = opened(SHEETS[prefix], f"{tile} 0-0-2", *rest, house_rules=house)
        return points(accepted(game, Place("ann", ORIGIN, corners)))

    return effect


def _hand_sizes(prefix: str, house: dict[str, Any]) -> Any:
    sheet = SHEETS[prefix]
    rules = sheet.resolve(agreed(sheet, house))
    tiles = sheet.kind.tiles(rules)
    return [len(sheet.kind.cut(rules, terms_of(sheet, n).players, tiles).hands["ann"]) for n in (2, 3)]


def _going_out(prefix: str, house: dict[str, Any], **options: Any) -> Any:
    sheet = SHEETS[prefix]
    game, place = placing(sheet, drawn.PLAIN_144, "3-4-5", "0-2-5", keeps="", house_rules=house, **options)
    return settled(after(game, place))


def _target(prefix: str, house: dict[str, Any]) -> Any:
    _, end = _going_out(prefix, house, scores={"ann": 50})
    return end is not None


def _ends(prefix: str, house: dict[str, Any]) -> Any:
    game, place = placing(
        SHEETS[prefix], drawn.PLAIN_144, pool="5-5-5", scores={"ann": 395}, house_rules={"target": 400, **house}
    )
    return [type(event).__name__ for event in accepted(game, place).events]


def _winner(prefix: str, house: dict[str, Any]) -> Any:
    _, end = _going_out(prefix, {"target": 100, **house}, scores={"ann": 100, "ben": 500})
    assert end is not None
    return end.winner


def _opener(prefix: str, house: dict[str, Any]) -> Any:
    game = opened(SHEETS[prefix], "0-0-1", "4-5-5", pool="2-2-2 1-1-1", house_rules=house)
    return game.turn, game.table.hands[game.turn]


def _zero_choice(prefix: str, house: dict[str, Any]) -> Any:
    game = opened(SHEETS[prefix], "0-0-0 1-1-1", "4-5-5", house_rules=house)
    return isinstance(decide(game, Place("ann", ORIGIN, (0, 0, 0))), Accepted)


def _blocked(hands: tuple[str, ...]) -> Effect:
    def effect(prefix: str, house: dict[str, Any]) -> Any:
        sheet = SHEETS[prefix]
        game = position(sheet, drawn.ZERO, *hands, house_rules=house)
        for player in game.players:
            if game.ended is None:
                game = after(game, Pass(player))
        settlement, _ = settled(game)
        return [total(settlement, player) for player in game.players]

    return effect


def _blocked_when(prefix: str, house: dict[str, Any]) -> Any:
    """How many passes it takes where nobody can do anything."""
    game = position(SHEETS[prefix], drawn.ZERO, "5-5-5", "4-4-4", house_rules=house)
    count = 0
    while game.ended is None:
        game = after(game, Pass(game.turn or ""))
        count += 1
    return count


def _draw_limit(prefix: str, house: dict[str, Any]) -> Any:
    game = position(SHEETS[prefix], drawn.ZERO, "0-0-2", pool=POOL, house_rules=house)
    return _answer(after(game, *draws(2)), Draw("ann"))


EFFECTS: list[tuple[str, str, dict[str, Any], Effect, Any, Any]] = [
    ("hand_sizes", SCH, {"hand_sizes": {"2": 5}}, _hand_sizes, [10, 8], [5, 8]),
    ("hand_sizes", HEX, {"hand_sizes": {"3": 18}}, _hand_sizes, [9, 7], [9, 18]),
    ("target", HEX, {"target": 100}, _target, False, True),
    ("ends", HEX, {"ends": "at-once"}, _ends, ["TilePlaced"], ["TilePlaced", "RoundEnded", "GameEnded"]),
    ("ends", TRI, {"ends": "round-end"}, _ends, ["TilePlaced", "RoundEnded", "GameEnded"], ["TilePlaced"]),
    ("winner", HEX, {"winner": "last-round"}, _winner, ("ben",), ("ann",)),
    ("winner", DTR, {"winner": "highest"}, _winner, ("ann",), ("ben",)),
    (
        "opener_without_triple",
        HEX,
        {"opener_without_triple": "draw-triple"},
        _opener,
        ("ben", ("4-5-5",)),
        ("ann", ("0-0-1", "2-2-2")),
    ),
    (
        "opener_without_triple",
        TRI,
        {"opener_without_triple": "highest-sum"},
        _opener,
        ("ann", ("0-0-1", "2-2-2")),
        ("ben", ("4-5-5",)),
    ),
    (
        "opening_bonus_triple",
        HEX,
        {"opening_bonus_triple": 0},
        _opening("1-1-1", (1, 1, 1)),
        {"tile-value": 3, "opening-bonus": 10},
        {"tile-value": 3},
    ),
    (
        "opening_bonus_plain",
        HEX,
        {"opening_bonus_plain": 4},
        _opening("3-4-5", (3, 4, 5)),
        {"tile-value": 12},
        {"tile-value": 12, "opening-bonus": 4},
    ),
    (
        "opening_bonus_zero",
        TRI,
        {"opening_bonus_zero": 31},
        _opening("0-0-0", (0, 0, 0)),
        {"tile-value": 0, "opening-bonus": 30},
        {"tile-value": 0, "opening-bonus": 31},
    ),
    ("zero_choice", HEX, {"zero_choice": False}, _zero_choice, True, False),
    ("zero_choice", TRI, {"zero_choice": True}, _zero_choice, False, True),
    (
        "draw_when_able",
        HEX,
        {"draw_when_able": False},
        lambda p, h: _answer(_able(p, h), Draw("ann")),
        {"draw": -5},
        ["must-place"],
    ),
    (
        "draw_when_able",
        DTR,
        {"draw_when_able": True},
        lambda p, h: _answer(_able(p, h, pool=""), Pass("ann")),
        ["must-place"],
        {"empty-pool": -10},
    ),
    (
        "draws_per_turn",
        HEX,
        {"draws_per_turn": 1},
        lambda p, h: _answer(after(_unable(p, h), Draw("ann")), Draw("ann")),
        {"draw": -5},
        ["draw-limit"],
    ),
    (
        "draws_per_turn",
        HEX,
        {"draws_per_turn": None},
        lambda p, h: _answer(after(_unable(p, h), *draws(3)), Draw("ann")),
        ["draw-limit"],
        {"draw": -5},
    ),
    (
        "pass_after_draws",
        HEX,
        {"pass_after_draws": 1},
        lambda p, h: _answer(after(_unable(p, h), Draw("ann")), Pass("ann")),
        ["must-draw"],
        {},
    ),
    (
        "pass_after_draws",
        DTR,
        {"pass_after_draws": 0},
        lambda p, h: _answer(_unable(p, h), Pass("ann")),
        ["must-draw"],
        {},
    ),
    ("draw_limit", SOL, {"draw_limit": 2}, _draw_limit, {"draw": -5}, ["draw-limit"]),
    ("draw_cost", TRI, {"draw_cost": 0}, lambda p, h: _answer(_unable(p, h), Draw("ann")), {"draw": -5}, {}),
    (
        "no_play_cost",
        HEX,
        {"no_play_cost": 3},
        lambda p, h: _answer(after(_unable(p, h), *draws(3)), Pass("ann")),
        {"no-play": -10},
        {"no-play": -3},
    ),
    (
        "empty_pool_cost",
        SCH,
        {"empty_pool_cost": 3},
        lambda p, h: _answer(_unable(p, h, pool=""), Pass("ann")),
        {"empty-pool": -5},
        {"empty-pool": -3},
    ),
    (
        "bridge",
        HEX,
        {"bridge": 11},
        _figures(drawn.BRIDGE_144),
        {"tile-value": 9, "bridge": 40},
        {"tile-value": 9, "bridge": 11},
    ),
    (
        "two_sides",
        HEX,
        {"two_sides": 0},
        _figures(drawn.TWO_SIDES_115),
        {"tile-value": 7, "two-sides": 40},
        {"tile-value": 7},
    ),
    (
        "hexagon",
        DTR,
        {"hexagon": [1, 2, 3]},
        _figures(drawn.TWO_HEXAGONS_355),
        {"tile-value": 13, "hexagon": 60},
        {"tile-value": 13, "hexagon": 2},
    ),
    (
        "hexagon_replaces_two_sides",
        SCH,
        {"hexagon_replaces_two_sides": False},
        _figures(drawn.HEXAGON_055),
        {"tile-value": 10, "hexagon": 40},
        {"tile-value": 10, "two-sides": 30, "hexagon": 40},
    ),
    (
        "out_bonus",
        HEX,
        {"out_bonus": 5},
        lambda p, h: points(_going_out(p, h)[0]),
        {"out-bonus": 25, "opponents-hands": 19},
        {"out-bonus": 5, "opponents-hands": 19},
    ),
    (
        "out_takes_hands",
        TRI,
        {"out_takes_hands": True},
        lambda p, h: points(_going_out(p, h)[0]),
        {},
        {"opponents-hands": 19},
    ),
    ("blocked_when", HEX, {"blocked_when": "stuck"}, _blocked_when, 2, 1),
    ("blocked_when", DTR, {"blocked_when": "all-pass"}, _blocked_when, 1, 2),
    (
        "blocked_settles",
        TRI,
        {"blocked_settles": True},
        _blocked(("5-5-5", "4-4-4 3-4-4", "3-5-5 4-5-5")),
        [0, 0, 0],
        [35, 0, 0],
    ),
    ("blocked_tie", DTR, {"blocked_tie": "each"}, _blocked(("3-4-5", "4-4-4", "5-5-5")), [0, 0, 0], [15, 15, 0]),
]


@pytest.mark.parametrize(
    ("prefix", "house", "effect", "default", "changed"),
    [pytest.param(*row[1:], id=f"{row[0]}-{row[1]}") for row in EFFECTS],
)
def test_a_house_rule_changes_what_it_says(prefix, house, effect, default, changed):
    assert SHEETS[prefix].house_rule_faults(house) == []
    assert effect(prefix, {}) == default
    assert effect(prefix, house) == changed


def test_every_house_rule_has_an_effect_here():
    assert {row[0] for row in EFFECTS} == set(HOUSE_RULES)


@pytest.mark.parametrize("prefix", FIVE)
def test_a_sheet_takes_the_house_rules_that_mean_something_there(prefix):
    taken = set(SHEETS[prefix].house_rules)
    if prefix == SOL:
        assert taken == {
            "bridge",
            "two_sides",
            "hexagon",
            "hexagon_replaces_two_sides",
            "opening_bonus_triple",
            "opening_bonus_plain",
            "opening_bonus_zero",
            "draw_cost",
            "draw_limit",
            "out_bonus",
        }
    else:
        assert taken == set(HOUSE_RULES) - {"draw_limit"}


@pytest.mark.parametrize("prefix", [SCH, SOL])
def test_schmidts_sheets_need_the_two_prices_that_their_document_lost(prefix):
    sheet = SHEETS[prefix]
    assert sheet.missing_house_rules({}) == ("bridge", "two_sides")
    assert sheet.missing_house_rules({"bridge": 0}) == ("two_sides",)
    assert sheet.missing_house_rules({"bridge": 0, "two_sides": 0}) == ()


@pytest.mark.parametrize("prefix", [HEX, DTR, TRI])
def test_the_other_sheets_need_none(prefix):
    assert SHEETS[prefix].missing_house_rules({}) == ()


@pytest.mark.parametrize(
    ("house", "pointer"),
    [
        ({"no_such_rule": 1}, "/house_rules/no_such_rule"),
        ({"draw_limit": 20}, "/house_rules/draw_limit"),
        ({"a/b~c": 1}, "/house_rules/a~1b~0c"),
        ({"target": "400"}, "/house_rules/target"),
        ({"target": True}, "/house_rules/target"),
        ({"target": 400.0}, "/house_rules/target"),
        ({"target": None}, "/house_rules/target"),
        ({"target": 0}, "/house_rules/target"),
        ({"target": 1_000_001}, "/house_rules/target"),
        ({"draw_cost": -5}, "/house_rules/draw_cost"),
        ({"bridge": None}, "/house_rules/bridge"),
        ({"bridge": 1001}, "/house_rules/bridge"),
        ({"two_sides": [40]}, "/house_rules/two_sides"),
        ({"ends": "later"}, "/house_rules/ends"),
        ({"ends": True}, "/house_rules/ends"),
        ({"winner": None}, "/house_rules/winner"),
        ({"zero_choice": 1}, "/house_rules/zero_choice"),
        ({"zero_choice": "yes"}, "/house_rules/zero_choice"),
        ({"draws_per_turn": 0}, "/house_rules/draws_per_turn"),
        ({"draws_per_turn": 57}, "/house_rules/draws_per_turn"),
        ({"hexagon": 50}, "/house_rules/hexagon"),
        ({"hexagon": [50, 60]}, "/house_rules/hexagon"),
        ({"hexagon": [50, 60, "70"]}, "/house_rules/hexagon/2"),
        ({"hexagon": [50, -60, 70]}, "/house_rules/hexagon/1"),
        ({"hand_sizes": 9}, "/house_rules/hand_sizes"),
        ({"hand_sizes": {}}, "/house_rules/hand_sizes"),
        ({"hand_sizes": {"7": 5}}, "/house_rules/hand_sizes/7"),
        ({"hand_sizes": {"2": 0}}, "/house_rules/hand_sizes/2"),
        ({"hand_sizes": {"6": 10}}, "/house_rules/hand_sizes/6"),
        ({"draws_per_turn": 2, "pass_after_draws": 3}, "/house_rules/pass_after_draws"),
    ],
)
@pytest.mark.parametrize("prefix", FOUR)
def test_a_value_that_is_none_is_a_fault_with_its_place(prefix, house, pointer):
    assert [fault.pointer for fault in SHEETS[prefix].house_rule_faults(house)] == [pointer]


def test_every_fault_is_told():
    faults = SHEETS[HEX].house_rule_faults({"target": 0, "winner": "nobody", "unheard": 1})
    assert [fault.pointer for fault in faults] == [
        "/house_rules/target",
        "/house_rules/winner",
        "/house_rules/unheard",
    ]


@pytest.mark.parametrize("limit", [0, 56, None])
def test_the_solitaires_limit_is_1_to_55(limit):
    assert SHEETS[SOL].house_rule_faults({"draw_limit": limit})
    assert SHEETS[SOL].house_rule_faults({"draw_limit": 1}) == []
    assert SHEETS[SOL].house_rule_faults({"draw_limit": 55}) == []


@pytest.mark.parametrize("prefix", FOUR)
def test_all_56_tiles_can_be_dealt(prefix):
    sheet = SHEETS[prefix]
    house = agreed(sheet, {"hand_sizes": {"2": 28}})
    assert sheet.house_rule_faults(house) == []
    rules = sheet.resolve(house)
    deal: Deal = sheet.kind.cut(rules, ("ann", "ben"), sheet.kind.tiles(rules))
    assert deal.pool == ()
    assert sheet.kind.deal_faults(sheet, rules, terms_of(sheet, 2, house), deal, None) == []

"""The violation codes: a stable list, and each raised on every board sheet that can raise it, with its facts."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from service.rules.codes import CODES, Code
from service.rules.game import Game, fold, initial
from service.rules.moves import Bid, Declare, Discard, Draw, Move, Pass, Place, Play, Resign, Stop
from service.rules.sheet import Sheet
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
    after,
    codes,
    decide,
    draws,
    opened,
    placing,
    position,
    refused,
    settled,
    terms_of,
)

RELEASED = [
    "not-your-turn",
    "round-over",
    "game-over",
    "wrong-phase",
    "must-open",
    "wrong-opening-tile",
    "opening-off-origin",
    "unknown-tile",
    "mirrored-tile",
    "tile-not-in-hand",
    "tile-already-played",
    "cell-occupied",
    "not-adjacent",
    "corner-mismatch",
    "must-place",
    "must-draw",
    "draw-limit",
    "pool-empty",
    "wrong-tile-drawn",
    "bid-out-of-range",
    "bid-too-low",
    "trump-not-allowed",
    "must-follow-trump",
    "must-follow-suit",
]

OF_TRICKS = {"bid-out-of-range", "bid-too-low", "trump-not-allowed", "must-follow-trump", "must-follow-suit"}

ORIGIN = (0, 0)
BESIDE = (1, 0)

Breach = Callable[[Sheet], tuple[Game, Move]]


def _rest(sheet: Sheet, *hands: str) -> tuple[str, ...]:
    """The other players' hands, none where the sheet is played alone."""
    return () if sheet.prefix == SOL else hands


def _opening(sheet: Sheet) -> Game:
    return opened(sheet, "5-5-5" if sheet.prefix == SOL else "5-5-5 1-2-3", *_rest(sheet, "0-0-1"), pool="0-0-2")


def _playing(sheet: Sheet, mine: str = "5-5-5", pool: str = "1-1-1", **options: Any) -> Game:
    return position(sheet, drawn.ZERO, mine, *_rest(sheet, "0-0-1"), pool=pool, **options)


def _round_over(sheet: Sheet) -> Game:
    if sheet.prefix == SOL:
        return after(_playing(sheet), Stop("ann"))
    game, place = placing(sheet, drawn.PLAIN_144, "0-0-1", keeps="")
    return after(game, place)


def _game_over(sheet: Sheet) -> Game:
    game = _round_over(sheet)
    game.scores["ann"] = 1000
    return fold(game, [event for event in settled(game) if event is not None])


def _drawn_out(sheet: Sheet) -> Game:
    house_rules = {"draw_limit": 2} if sheet.prefix == SOL else {"draws_per_turn": 2, "draw_when_able": True}
    game = _playing(sheet, mine="0-0-2 5-5-5", pool="1-1-1 2-2-2 3-3-3", house_rules=house_rules)
    return after(game, *draws(2))


BREACHES: dict[str, tuple[tuple[str, ...], Breach, dict[str, Any]]] = {
    "game-over": (FIVE, lambda s: (_game_over(s), Draw("ann")), {}),
    "round-over": (FIVE, lambda s: (_round_over(s), Draw("ann")), {}),
    "wrong-phase": (FIVE, lambda s: (_playing(s), Bid("ann", 4)), {"move": "bid", "phase": "playing"}),
    "not-your-turn": (FIVE, lambda s: (_playing(s), Draw("ben")), {"turn": "ann", "player": "ben"}),
    "must-open": (FIVE, lambda s: (_opening(s), Draw("ann")), {"move": "draw"}),
    "wrong-opening-tile": (
        FIVE,
        lambda s: (_opening(s), Place("ann", ORIGIN, (1, 2, 3))),
        {"tile": "1-2-3", "needed": ["5-5-5"]},
    ),
    "opening-off-origin": (
        FIVE,
        lambda s: (_opening(s), Place("ann", (0, 2), (5, 5, 5))),
        {"at": [0, 2], "needed": [0, 0]},
    ),
    "unknown-tile": (FIVE, lambda s: (_playing(s), Draw("ann", "0-2-1")), {"tile": "0-2-1"}),
    "mirrored-tile": (
        FIVE,
        lambda s: (_playing(s, mine="0-0-2 1-2-3"), Place("ann", BESIDE, (3, 2, 1))),
        {"tile": "1-2-3", "corners": [3, 2, 1], "turns": [[1, 2, 3], [3, 1, 2], [2, 3, 1]]},
    ),
    "tile-not-in-hand": (
        FIVE,
        lambda s: (_playing(s), Place("ann", BESIDE, (0, 0, 3))),
        {"tile": "0-0-3", "player": "ann"},
    ),
    "tile-already-played": (
        FIVE,
        lambda s: (_playing(s), Place("ann", BESIDE, (0, 0, 0))),
        {"tile": "0-0-0", "at": [0, 0]},
    ),
    "cell-occupied": (FIVE, lambda s: (_playing(s), Place("ann", ORIGIN, (5, 5, 5))), {"at": [0, 0]}),
    "not-adjacent": (FIVE, lambda s: (_playing(s), Place("ann", (-7, 3), (5, 5, 5))), {"at": [-7, 3]}),
    "corner-mismatch": (
        FIVE,
        lambda s: (_playing(s, mine="0-0-2"), Place("ann", BESIDE, (0, 2, 0))),
        {"at": [1, 0], "corners": [{"corner": 1, "point": [0, 0], "asked": 0, "given": 2}]},
    ),
    "must-place": (
        FOUR,
        lambda s: (_playing(s, mine="0-0-2 0-0-3 5-5-5", house_rules={"draw_when_able": False}), Draw("ann")),
        {"could": ["0-0-2", "0-0-3"]},
    ),
    "must-draw": (
        FOUR,
        lambda s: (_playing(s, house_rules={"draws_per_turn": 3}), Pass("ann")),
        {"pool_count": 1, "draws": 0, "needed": 3},
    ),
    "draw-limit": (FIVE, lambda s: (_drawn_out(s), Draw("ann")), {"limit": 2, "draws": 2}),
    "pool-empty": (FIVE, lambda s: (_playing(s, pool=""), Draw("ann")), {}),
    "wrong-tile-drawn": (FIVE, lambda s: (_playing(s, pool="1-1-1 2-2-2"), Draw("ann", "2-2-2")), {}),
}


def test_the_codes_are_the_released_ones():
    assert set(CODES) == set(RELEASED)
    assert len(set(RELEASED)) == len(RELEASED)


@pytest.mark.parametrize("name", CODES)
def test_a_code_is_kebab_case_with_a_title_of_its_own_and_a_sentence(name):
    code = CODES[name]
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
    assert [other.title for other in CODES.values()].count(code.title) == 1
    assert code.template.endswith(".")


def test_a_sentence_writes_facts_out_for_people():
    code = Code("Title", "{tile} at {at}: {could}; {none}; {nobody}.")
    facts = {"tile": "0-0-1", "at": [1, -2], "could": ["1-1-1", "2-2-2"], "none": [], "nobody": None}
    assert code.sentence(facts) == "0-0-1 at [1, -2]: 1-1-1; 2-2-2; none; nobody."


def test_every_code_that_is_not_of_tricks_has_a_breach_here():
    assert set(BREACHES) == set(CODES) - OF_TRICKS


@pytest.mark.parametrize(
    ("prefix", "code"), [(prefix, code) for code, (prefixes, _, _) in BREACHES.items() for prefix in prefixes]
)
def test_a_breach_is_refused_with_its_code_facts_and_clause(prefix, code):
    sheet = SHEETS[prefix]
    _, breach, facts = BREACHES[code]
    ruling = refused(*breach(sheet))
    (found,) = (violation for violation in ruling.violations if violation.code == code)
    assert found.facts == facts
    assert found.clause in sheet.clause_by_id
    assert found.pointer in ("/type", "/player", "/at", "/corners", "/tile")
    assert found.title == CODES[code].title
    assert found.text == CODES[code].sentence(facts)


@pytest.mark.parametrize("prefix", FIVE)
def test_gates_stop_the_rest_in_their_order(prefix):
    sheet = SHEETS[prefix]
    stray = Place("ben", (9, 9), (5, 1, 0))
    assert codes(decide(_game_over(sheet), stray)) == ["game-over"]
    assert codes(decide(_round_over(sheet), stray)) == ["round-over"]
    assert codes(decide(_opening(sheet), Play("ben", "6-6"))) == ["wrong-phase"]
    assert codes(decide(_opening(sheet), Draw("ben"))) == ["not-your-turn"]
    assert codes(decide(_opening(sheet), Draw("ann"))) == ["must-open"]


@pytest.mark.parametrize("prefix", FIVE)
@pytest.mark.parametrize("move", [Bid("ann", 4), Discard("ann", "6-6"), Declare("ann", "6"), Play("ann", "6-6")])
def test_moves_of_a_trick_game_are_in_the_wrong_phase(prefix, move):
    assert codes(decide(_playing(SHEETS[prefix]), move)) == ["wrong-phase"]


@pytest.mark.parametrize("prefix", FIVE)
def test_all_that_is_wrong_with_a_placement_is_told(prefix):
    game = _playing(SHEETS[prefix])
    assert codes(decide(game, Place("ann", ORIGIN, (3, 2, 1)))) == [
        "mirrored-tile",
        "tile-not-in-hand",
        "cell-occupied",
        "not-adjacent",
        "corner-mismatch",
    ]


@pytest.mark.parametrize("prefix", FIVE)
def test_all_that_is_wrong_with_an_opening_is_told(prefix):
    assert codes(decide(_opening(SHEETS[prefix]), Place("ann", (1, 1), (4, 2, 1)))) == [
        "mirrored-tile",
        "tile-not-in-hand",
        "wrong-opening-tile",
        "opening-off-origin",
    ]


@pytest.mark.parametrize("prefix", [DTR, TRI])
def test_a_draw_from_an_empty_pool_although_a_tile_fits_breaks_both_rules(prefix):
    game = _playing(SHEETS[prefix], mine="0-0-2 5-5-5", pool="")
    assert codes(decide(game, Draw("ann"))) == ["must-place", "pool-empty"]


@pytest.mark.parametrize("prefix", [DTR, TRI])
def test_a_pass_with_tiles_left_although_a_tile_fits_breaks_both_rules(prefix):
    game = _playing(SHEETS[prefix], mine="0-0-2 5-5-5")
    assert codes(decide(game, Pass("ann"))) == ["must-draw", "must-place"]


@pytest.mark.parametrize("prefix", FIVE)
def test_a_name_that_is_no_tile_is_not_the_next_tile_either(prefix):
    assert codes(decide(_playing(SHEETS[prefix]), Draw("ann", "2-1-0"))) == ["unknown-tile", "wrong-tile-drawn"]


@pytest.mark.parametrize("prefix", [SCH, HEX])
def test_a_drawn_tile_that_is_named_must_be_free_where_the_pool_is_not_known(prefix):
    sheet = SHEETS[prefix]
    game = opened(sheet, "5-5-5 1-2-3", "0-0-1", pool=None)
    game = after(game, Place("ann", ORIGIN, (5, 5, 5)))
    assert codes(decide(game, Draw("ben", "5-5-5"))) == ["tile-already-played"]
    assert codes(decide(game, Draw("ben", "1-2-3"))) == ["wrong-tile-drawn"]
    assert codes(decide(game, Draw("ben", "3-2-1"))) == ["unknown-tile"]
    assert after(game, Draw("ben", "4-4-4")).table.hands["ben"] == ("0-0-1", "4-4-4")


@pytest.mark.parametrize("prefix", FIVE)
def test_before_the_first_deal_every_move_is_in_the_wrong_phase(prefix):
    sheet = SHEETS[prefix]
    game = initial(sheet, terms_of(sheet, sheet.seats[0]))
    assert codes(decide(game, Draw("ann"))) == ["wrong-phase"]
    assert codes(decide(game, Resign("ann"))) == ["wrong-phase"]

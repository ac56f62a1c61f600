"""Every sheet says what it must, and a sheet is one file that is found by being there."""

import ast
import re
from pathlib import Path

import pytest

import service.rules.laying
from service.rules.codes import CODES
from service.rules.game import initial
from service.rules.library import SheetError, load
from service.rules.moves import Place
from service.rules.sheet import Sheet
from tests.rules.cases import SHEETS
from tests.rules.positions import FIVE, SOL, accepted, agreed, opened, points, terms_of

LAYING = Path(service.rules.laying.__file__).parent

OF_TRICKS = {"bid-out-of-range", "bid-too-low", "trump-not-allowed", "must-follow-trump", "must-follow-suit"}

COUNTRY = '''
"""A sheet of the tests: Hexágono as a village plays it."""

from dataclasses import replace

from service.rules.library import load

_OLD = load().newest["tridomino-hexagono"]

SHEET = replace(
    _OLD,
    id="village",
    edition={edition},
    title="Village",
    rules=replace(_OLD.rules, opening_bonus_triple={bonus}),
)
'''


def checks_of_the_kind() -> set[str]:
    """What the code of tile-laying cites: codes, reasons and other checks, with a detail where it is fixed."""
    found = set()
    for file in LAYING.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                place = {"cite": 0, "violation": 0, "refuse": 0, "item": 2}.get(node.func.attr, 99)
                found |= {text for argument in node.args[place : place + 1] for text in _texts(argument)}
    return {check for check in found if re.fullmatch(r"[a-z]+(-[a-z]+)*(/[a-z-]+)?", check)}


def _texts(node: ast.expr) -> set[str]:
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def raisable(sheet: Sheet) -> set[str]:
    """The checks that a board sheet can be asked to cite, by its moves, endings and house rules."""
    alone = sheet.seats == (1,)
    codes = set(CODES) - OF_TRICKS - ({"must-place", "must-draw"} if alone else set())
    reasons = {"tile-value", "bridge", "two-sides", "hexagon", "draw", "out-bonus"}
    details = {f"opening-bonus/{tile}" for tile in ("triple", "plain", "zero")}
    details |= {f"round-end/{end}" for end in sheet.rules.endings}
    details |= {f"settlement/{end}" for end in sheet.rules.endings}
    checks = codes | reasons | details | {"deal", "game-end", "opener/triple", "opener/plain"}
    if alone:
        return checks | {"round-end/stopped", "settlement/stopped"}
    return checks | {
        "no-play",
        "empty-pool",
        "own-hand",
        "opponents-hands/out",
        "opponents-hands/blocked",
        "settlement/tie",
        "opener/drawn",
        "winner/highest",
        "winner/last-round",
        "wrong-opening-tile/triple",
        "wrong-opening-tile/plain",
        "wrong-opening-tile/choice",
    }


@pytest.mark.parametrize("prefix", FIVE)
def test_every_check_that_a_board_sheet_can_raise_cites_a_clause(prefix):
    sheet = SHEETS[prefix]
    for check in raisable(sheet):
        assert sheet.cite(check) in sheet.clause_by_id, check


def test_the_checks_named_here_are_those_of_the_code():
    known = set().union(*(raisable(SHEETS[prefix]) for prefix in FIVE))
    assert checks_of_the_kind() <= known | {check.partition("/")[0] for check in known}


@pytest.mark.parametrize("prefix", FIVE)
def test_no_clause_of_a_board_sheet_is_without_a_check_that_cites_it(prefix):
    sheet = SHEETS[prefix]
    assert set(sheet.cites.values()) == set(sheet.clause_by_id)


@pytest.mark.parametrize("prefix", FIVE)
def test_no_citation_of_a_board_sheet_is_for_a_check_that_nothing_raises(prefix):
    sheet = SHEETS[prefix]
    known = {check.partition("/")[0] for check in raisable(sheet)} | raisable(sheet)
    assert {check for check in sheet.cites if check not in known} == set()


@pytest.mark.parametrize("prefix", SHEETS)
def test_clauses_have_ids_of_their_own_with_the_sheets_prefix_and_words(prefix):
    sheet = SHEETS[prefix]
    assert len(sheet.clause_by_id) == len(sheet.clauses)
    for clause in sheet.clauses:
        assert re.fullmatch(rf"{prefix}-[a-z]+(-[a-z0-9]+)*", clause.id)
        assert clause.title
        assert clause.text.endswith(".")


@pytest.mark.parametrize("prefix", SHEETS)
def test_every_clause_names_its_document_and_the_passage(prefix):
    sheet = SHEETS[prefix]
    for clause in sheet.clauses:
        document, _, passage = clause.source.partition(", ")
        assert document == sheet.source
        assert re.match(r"00\d_[0-9a-f]{16}\.txt \(\w+\)$", document)
        assert passage


@pytest.mark.parametrize("prefix", SHEETS)
def test_every_interpretation_has_its_reason(prefix):
    reasons = [clause.interpretation for clause in SHEETS[prefix].clauses if clause.interpretation is not None]
    assert reasons
    assert all(reason.endswith(".") and len(reason) > 20 for reason in reasons)


@pytest.mark.parametrize("prefix", SHEETS)
def test_the_defaults_are_valid_house_rules_but_for_what_is_undetermined(prefix):
    sheet = SHEETS[prefix]
    defaults = {name: getattr(sheet.rules, name) for name in sheet.house_rules if name not in sheet.undetermined}
    assert sheet.house_rule_faults(defaults) == []
    assert sheet.resolve(agreed(sheet, defaults)) == sheet.resolve(agreed(sheet))
    assert all(getattr(sheet.rules, name) is None for name in sheet.undetermined)


@pytest.mark.parametrize("prefix", SHEETS)
def test_house_rules_are_named_once_and_known_to_the_kind(prefix):
    sheet = SHEETS[prefix]
    assert len(set(sheet.house_rules)) == len(sheet.house_rules)
    assert set(sheet.undetermined) <= set(sheet.house_rules) <= set(sheet.kind.house_rules)
    assert all(rule.text for rule in sheet.kind.house_rules.values())


def test_the_six_sheets_of_the_five_documents_are_there():
    assert {sheet.id: (sheet.prefix, sheet.seats) for sheet in SHEETS.values()} == {
        "schmidt-tripple-domino": ("SCH", (2, 3, 4, 5, 6)),
        "schmidt-solitaire": ("SOL", (1,)),
        "tridomino-hexagono": ("HEX", (2, 3, 4, 5, 6)),
        "domino-triunghiular": ("DTR", (2, 3, 4, 5, 6)),
        "tri-ominoes": ("TRI", (2, 3, 4, 5, 6)),
        "three-player-moon": ("MOON", (3,)),
    }
    assert len({sheet.source for sheet in SHEETS.values()}) == 5


@pytest.fixture
def village(tmp_path):
    """A folder with one edition of a sheet that exists only here."""
    (tmp_path / "village.py").write_text(COUNTRY.format(edition=1, bonus=10))
    return tmp_path


def test_a_sheet_is_found_by_its_file_being_in_a_folder(village):
    library = load([village])
    assert library.find("village").title == "Village"
    assert set(library.newest) == {*(sheet.id for sheet in SHEETS.values()), "village"}
    assert load().find("village") is None


def test_a_second_edition_stands_beside_the_first_and_a_game_keeps_its_own(village):
    first = load([village]).find("village")
    running = opened(first, "5-5-5 0-0-1", "0-0-2")
    (village / "village_2.py").write_text(COUNTRY.format(edition=2, bonus=15))
    library = load([village])
    assert library.editions("village") == (1, 2)
    assert library.find("village") is library.find("village", 2)
    opening = Place("ann", (0, 0), (5, 5, 5))
    kept = opened(library.find("village", running.terms.edition), "5-5-5 0-0-1", "0-0-2")
    assert points(accepted(kept, opening))["opening-bonus"] == points(accepted(running, opening))["opening-bonus"] == 10
    assert points(accepted(opened(library.find("village"), "5-5-5 0-0-1", "0-0-2"), opening))["opening-bonus"] == 15
    assert library.find("village", 3) is None


def test_an_edition_found_twice_is_refused(village):
    (village / "again.py").write_text(COUNTRY.format(edition=1, bonus=10))
    with pytest.raises(SheetError):
        load([village])


def test_a_file_without_a_sheet_is_refused(tmp_path):
    (tmp_path / "nothing.py").write_text("SHEET = None\n")
    with pytest.raises(SheetError):
        load([tmp_path])


def test_a_sheet_that_cites_a_clause_it_does_not_have_is_refused(village):
    text = (
        (village / "village.py").read_text().replace("title=", 'cites={**_OLD.cites, "draw": "HEX-none"},\n    title=')
    )
    (village / "village.py").write_text(text)
    with pytest.raises(SheetError):
        load([village])


def test_a_file_that_begins_with_an_underscore_is_left_alone(tmp_path):
    (tmp_path / "_notes.py").write_text("raise RuntimeError\n")
    assert load([tmp_path]).newest.keys() == load().newest.keys()


def test_the_solitaire_has_no_target_and_one_seat():
    sheet = SHEETS[SOL]
    game = initial(sheet, terms_of(sheet, 1))
    assert (game.rules.target, game.players) == (None, ("ann",))

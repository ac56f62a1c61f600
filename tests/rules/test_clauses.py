"""Every clause of every sheet: its cases pass, cite it, and lie on both sides where it can be broken."""

import pytest

from service.rules.rulings import Refused
from tests.rules.cases import SHEETS, all_cases, breakable, cited, pieces, refusals

CASES = all_cases()
CLAUSES = [clause.id for sheet in SHEETS.values() for clause in sheet.clauses]


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=f"{case.clause}-{case.side}-{case.name}") for case in CASES if case.run],
)
def test_by_clause(case):
    evidence = case.run(case.sheet)
    if case.side == "broken":
        assert case.clause in refusals(evidence)
    else:
        parts = evidence if isinstance(evidence, list | tuple) else [evidence]
        assert not any(isinstance(part, Refused) for part in parts)
        assert not refusals(evidence)


def test_every_case_is_one_of_a_clause_that_exists():
    assert {case.clause for case in CASES} <= set(CLAUSES)


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_has_cases_and_one_of_them_is_ruled_by_it(clause):
    mine = [case for case in CASES if case.clause == clause]
    assert mine
    assert any(case.run is None or clause in cited(case.run(case.sheet)) for case in mine)


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_that_can_be_broken_has_cases_on_both_sides(clause):
    sides = {case.side for case in CASES if case.clause == clause}
    prefix = clause.partition("-")[0]
    assert sides == ({"kept", "broken"} if clause in breakable(SHEETS[prefix]) else {"kept"})


def test_every_sentence_of_a_refusal_is_filled_by_its_facts():
    for case in CASES:
        if case.run and case.side == "broken":
            for piece in pieces(case.run(case.sheet)):
                assert "{" not in getattr(piece, "text", "")

"""The register of cases by clause: what a clause allows (`kept`) and what breaks it (`broken`).

A case is either a function (`kept`, `broken`) that gets its sheet and returns evidence: a ruling, an event, the
faults of a deal, or several of these; `tests/rules/test_clauses.py` runs it and checks that the clause is cited. Or it
is a test of its own that names its clauses (`case`). Every clause of every sheet needs cases, on both sides where it
can be broken. Any module of this folder may register cases by being there.
"""

import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from service.rules.clauses import Fault
from service.rules.codes import CODES
from service.rules.library import load
from service.rules.rulings import Accepted, Refused, Violation
from service.rules.sheet import Sheet

SHEETS: Mapping[str, Sheet] = {sheet.prefix: sheet for sheet in load().newest.values()}
"""Our sheets by the prefix of their clauses."""

Run = Callable[[Sheet], Any]


@dataclass(frozen=True, slots=True)
class Case:
    """One case of one clause on one sheet. `side`: kept or broken; `run` is None for a test of its own."""

    clause: str
    side: str
    name: str
    run: Run | None = None

    @property
    def sheet(self) -> Sheet:
        """The sheet whose clause it is."""
        return SHEETS[self.clause.partition("-")[0]]


_CASES: dict[tuple[str, str, str], Case] = {}


def kept(clause: str, *prefixes: str) -> Callable[[Run], Run]:
    """Registers a case where play goes by the clause; `clause` without the sheets' prefixes."""
    return _registering("kept", clause, prefixes)


def broken(clause: str, *prefixes: str) -> Callable[[Run], Run]:
    """Registers a case where the clause is broken; `clause` without the sheets' prefixes."""
    return _registering("broken", clause, prefixes)


def case(*clauses: str, side: str = "kept") -> Callable[[Any], Any]:
    """Names a test as a case of these clauses (ids with their prefix); `side`: kept, broken or both."""

    def register(test: Any) -> Any:
        for clause in clauses:
            for one in ("kept", "broken") if side == "both" else (side,):
                _CASES[clause, one, test.__name__] = Case(clause, one, test.__name__)
        return test

    return register


def _registering(side: str, clause: str, prefixes: tuple[str, ...]) -> Callable[[Run], Run]:
    def register(run: Run) -> Run:
        for prefix in prefixes:
            name = f"{prefix}-{clause}"
            _CASES[name, side, run.__name__] = Case(name, side, run.__name__, run)
        return run

    return register


def all_cases() -> list[Case]:
    """Every case of every module of this folder, in a fixed order."""
    package = import_module("tests.rules")
    for module in pkgutil.iter_modules(package.__path__):
        import_module(f"tests.rules.{module.name}")
    return [_CASES[key] for key in sorted(_CASES)]


def pieces(evidence: Any) -> Iterator[Any]:
    """The single pieces of evidence, rulings opened up into items, events and violations."""
    if isinstance(evidence, list | tuple):
        for part in evidence:
            yield from pieces(part)
    elif isinstance(evidence, Accepted):
        yield from (*evidence.items, *evidence.events)
    elif isinstance(evidence, Refused):
        yield from evidence.violations
    elif evidence is not None:
        yield evidence
        yield from getattr(evidence, "items", ())


def cited(evidence: Any) -> set[str]:
    """The clauses that the evidence cites."""
    return {piece.clause for piece in pieces(evidence) if getattr(piece, "clause", None)}


def refusals(evidence: Any) -> set[str]:
    """The clauses by which the evidence refuses something."""
    return {piece.clause for piece in pieces(evidence) if isinstance(piece, Violation | Fault) and piece.clause}


def breakable(sheet: Sheet) -> set[str]:
    """The clauses that a move or a deal can break, by what the sheet's checks cite."""
    return {
        clause for check, clause in sheet.cites.items() if check.partition("/")[0] in (*CODES, "deal", "first-bidder")
    }

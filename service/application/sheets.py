"""The rule sheets as served: parameters, clauses, interpretations and house rules."""

from typing import Any

from service.application.problems import Problem
from service.application.views import Json
from service.rules.clauses import Clause
from service.rules.library import Library
from service.rules.sheet import Sheet


def listed(library: Library) -> Json:
    """The newest edition of each sheet, in short."""
    return {"rulesets": [_summary(library, sheet) for sheet in library.newest.values()]}


def find(library: Library, ruleset: str, edition: int | None) -> Sheet:
    """A sheet's edition, the newest for None; raises `not-found`."""
    sheet = library.find(ruleset, edition)
    if sheet is None:
        raise Problem("not-found", "There is no such rule sheet or edition.")
    return sheet


def shown(library: Library, ruleset: str, edition: int | None) -> Json:
    """A sheet in whole; raises `not-found`."""
    sheet = find(library, ruleset, edition)
    clauses = [clause_data(clause) for clause in sheet.clauses]
    return {
        **_summary(library, sheet),
        "source": sheet.source,
        "language": sheet.language,
        "parameters": {name: _value(getattr(sheet.rules, name)) for name in sheet.rules.__slots__},
        "clauses": clauses,
        "interpretations": [clause for clause in clauses if clause["interpretation"] is not None],
        "house_rules": [_house_rule(sheet, name) for name in sheet.house_rules],
        "citations": dict(sheet.cites),
    }


def clause(library: Library, ruleset: str, name: str, edition: int | None) -> Json:
    """One clause; raises `not-found`."""
    sheet = find(library, ruleset, edition)
    found = sheet.clause_by_id.get(name)
    if found is None:
        raise Problem("not-found", "The sheet has no such clause.")
    return {"ruleset": sheet.id, "edition": sheet.edition, **clause_data(found)}


def clause_data(found: Clause) -> Json:
    """A clause as a JSON object; `interpretation` is the reason for a reading of ours, else null."""
    return {
        "id": found.id,
        "title": found.title,
        "text": found.text,
        "source": found.source,
        "interpretation": found.interpretation,
    }


def _summary(library: Library, sheet: Sheet) -> Json:
    return {
        "id": sheet.id,
        "edition": sheet.edition,
        "editions": list(library.editions(sheet.id)),
        "title": sheet.title,
        "summary": sheet.summary,
        "kind": sheet.kind.name,
        "players": list(sheet.seats),
        "needs": list(sheet.undetermined),
    }


def _house_rule(sheet: Sheet, name: str) -> Json:
    rule = sheet.kind.house_rules[name]
    shown_rule: Json = {
        "name": name,
        "type": rule.type,
        "text": rule.text,
        "default": _value(getattr(sheet.rules, name)),
        "required": name in sheet.undetermined,
        "nullable": rule.nullable,
    }
    if rule.type in ("integer", "integers", "hand-sizes"):
        shown_rule |= {"minimum": rule.minimum, "maximum": rule.maximum}
    if rule.choices:
        shown_rule["choices"] = list(rule.choices)
    return shown_rule


def _value(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_value(part) for part in value]
    if isinstance(value, frozenset | set):
        return sorted(value)
    return dict(value) if isinstance(value, dict) else value

"""Handlers of rule sheets."""

from flask import Blueprint, Response

from service.application import sheets
from service.http import answering
from service.http import reading as asked

rulesets = Blueprint("rulesets", __name__, url_prefix="/v1/rulesets")


def _edition() -> int | None:
    return asked.integer("edition", None, least=1, most=10_000)


@rulesets.get("")
def list_rulesets() -> Response:
    """The rule sheets."""
    return answering.public(answering.json(sheets.listed(asked.context().library)))


@rulesets.get("/<ruleset>")
def show_ruleset(ruleset: str) -> Response:
    """A rule sheet with its clauses and house rules."""
    return answering.public(answering.json(sheets.shown(asked.context().library, ruleset, _edition())))


@rulesets.get("/<ruleset>/clauses/<clause>")
def show_clause(ruleset: str, clause: str) -> Response:
    """A clause of a rule sheet."""
    return answering.public(answering.json(sheets.clause(asked.context().library, ruleset, clause, _edition())))

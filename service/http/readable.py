"""A rule sheet arranged for a person who wants to learn the game from it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from markupsafe import Markup, escape

from service.application.views import Json
from service.rules.codes import CODES

GROUPS: Mapping[str, str] = {
    "setting-up": "Setting up",
    "opening": "Opening a round",
    "bidding": "Bidding, widow and trump",
    "playing": "Playing",
    "scoring": "Scoring",
    "ending": "Ending and settling",
}
_PLACES: Mapping[str, tuple[str, ...]] = {
    "setting-up": ("unknown-tile", "mirrored-tile", "deal"),
    "opening": ("must-open", "opening-off-origin", "wrong-opening-tile", "opener", "opening-bonus"),
    "bidding": (
        *("first-bidder", "bid-too-low", "bid-out-of-range", "tile-not-in-hand/discard", "trump-not-allowed"),
        "round-end/void",
    ),
    "ending": (
        *("round-end", "settlement", "game-end", "winner", "game-over", "round-over"),
        *("contract-made", "contract-set", "tricks"),
    ),
    "playing": (*CODES, "trick"),
}
"""Where a clause belongs: the first group that has a check which cites it, in this order; else to scoring."""


def groups_of(sheet: Json) -> list[Json]:
    """The clauses of a sheet as served, in groups of one subject; each with `cited`, the checks that cite it."""
    found: dict[str, list[Json]] = {name: [] for name in GROUPS}
    group = next(iter(GROUPS))
    for clause in sheet["clauses"]:
        checks = [check for check, cited in sheet["citations"].items() if cited == clause["id"]]
        group = _group(checks) if checks else group
        found[group].append({**clause, "cited": _cited(checks)})
    return [{"id": name, "title": GROUPS[name], "clauses": clauses} for name, clauses in found.items() if clauses]


def _group(checks: Iterable[str]) -> str:
    names = {name for check in checks for name in (check, check.partition("/")[0])}
    return next((group for group, places in _PLACES.items() if names.intersection(places)), "scoring")


def _cited(checks: Iterable[str]) -> dict[str, list[tuple[str, str]]]:
    """The checks by what they are, each with a title where it has one."""
    found: dict[str, list[tuple[str, str]]] = {}
    for check in checks:
        code = CODES.get(check.partition("/")[0])
        kind = "Cited for points and outcomes" if code is None else "Cited when a move is refused"
        found.setdefault(kind, []).append((check, "" if code is None else code.title))
    return found


def words(value: Any) -> str:
    """A parameter's value for people."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {words(part)}" for name, part in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(words, value)) or "none"
    return str(value)


def takes(rule: Json) -> str:
    """What a house rule takes, in words."""
    bounds = f"{rule.get('minimum')} to {rule.get('maximum')}"
    choices = ", ".join(map(str, rule.get("choices", ())))
    known = {
        "integer": f"a whole number, {bounds}",
        "boolean": "true or false",
        "choice": f"one of: {choices}",
        "integers": f"three whole numbers, each {bounds}",
        "hand-sizes": f"a whole number, {bounds}, by number of players ({choices})",
    }
    told = known.get(rule["type"], str(rule["type"]))
    return f"{told}; or null" if rule["nullable"] else told


def players(numbers: list[int]) -> str:
    """For how many players, in words."""
    if len(numbers) > 1 and numbers == [*range(numbers[0], numbers[-1] + 1)]:
        return f"{numbers[0]} to {numbers[-1]} players"
    return f"{' or '.join(map(str, numbers))} player{'' if numbers == [1] else 's'}"


def code(text: str) -> Markup:
    """A text, escaped, with what stands between backticks as code."""
    parts = (
        Markup("<code>{}</code>").format(part) if i % 2 else escape(part) for i, part in enumerate(text.split("`"))
    )
    return Markup().join(parts)


FILTERS: Mapping[str, Callable[..., str]] = {"words": words, "takes": takes, "players": players, "code": code}

"""House rules of the board sheets at random, for property tests."""

from typing import Any

from hypothesis import strategies as st

from service.rules.laying.parameters import HOUSE_RULES
from service.rules.sheet import Sheet

_POINTS = st.integers(0, 60)

_BY_NAME: dict[str, st.SearchStrategy[Any]] = {
    "hand_sizes": st.fixed_dictionaries({}, optional={str(n): st.integers(1, 9) for n in range(2, 7)}).filter(bool),
    "target": st.integers(1, 400),
    "draws_per_turn": st.none() | st.integers(1, 5),
    "pass_after_draws": st.none() | st.integers(0, 5),
    "draw_limit": st.integers(1, 55),
    "hexagon": st.lists(_POINTS, min_size=3, max_size=3),
}


def _values(name: str) -> st.SearchStrategy[Any]:
    rule = HOUSE_RULES[name]
    if name in _BY_NAME:
        return _BY_NAME[name]
    if rule.type == "choice":
        return st.sampled_from(rule.choices)
    return st.booleans() if rule.type == "boolean" else _POINTS


def house_rules_of(sheet: Sheet) -> st.SearchStrategy[dict[str, Any]]:
    """House rules that the sheet takes, with those that it needs."""
    needed = {name: _values(name) for name in sheet.undetermined}
    others = {name: _values(name) for name in sheet.house_rules if name not in sheet.undetermined}
    return st.fixed_dictionaries(needed, optional=others).filter(lambda given: not sheet.house_rule_faults(given))

"""What a rule sheet says in words: clauses, their sources, interpretations and house rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One rule of a sheet in our own words. `source` names the document and what in it.

    `interpretation` is the reason for a reading where the document is silent or garbled, else None.
    """

    id: str
    title: str
    text: str
    source: str
    interpretation: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRule:
    """A parameter that a game may set otherwise, with what it takes.

    `type`: integer, boolean, choice, integers (a list of three) or hand-sizes (an object by number of players).
    `minimum` and `maximum` bound each integer, both inclusive; `nullable` admits null.
    """

    name: str
    type: str
    text: str
    minimum: int = 0
    maximum: int = 1000
    choices: tuple[Any, ...] = ()
    nullable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A value that is none of a sheet's: where (JSON pointer), why, and by which clause if one says so."""

    pointer: str
    reason: str
    clause: str | None = None


def fault_of(rule: HouseRule, value: Any, pointer: str) -> Fault | None:
    """Why `value` is none that `rule` takes, or None where it is one."""
    if value is None:
        return None if rule.nullable else Fault(pointer=pointer, reason="null is not taken here")
    if rule.type == "boolean":
        return None if isinstance(value, bool) else Fault(pointer=pointer, reason="takes true or false")
    if rule.type == "choice":
        if isinstance(value, bool) or value not in rule.choices:
            listed = ", ".join(map(str, rule.choices))
            return Fault(pointer=pointer, reason=f"takes one of: {listed}")
        return None
    if rule.type == "integers":
        if not isinstance(value, list | tuple) or len(value) != 3:
            return Fault(pointer=pointer, reason="takes a list of three integers")
        faults = (_integer_fault(rule, n, f"{pointer}/{i}") for i, n in enumerate(value))
        return next((f for f in faults if f), None)
    if rule.type == "hand-sizes":
        return _hand_sizes_fault(rule, value, pointer)
    return _integer_fault(rule, value, pointer)


def _integer_fault(rule: HouseRule, value: Any, pointer: str) -> Fault | None:
    if isinstance(value, bool) or not isinstance(value, int):
        return Fault(pointer=pointer, reason="takes an integer or null" if rule.nullable else "takes an integer")
    if not rule.minimum <= value <= rule.maximum:
        return Fault(pointer=pointer, reason=f"takes an integer from {rule.minimum} to {rule.maximum}")
    return None


def _hand_sizes_fault(rule: HouseRule, value: Any, pointer: str) -> Fault | None:
    if not isinstance(value, Mapping) or not value:
        return Fault(pointer=pointer, reason="takes an object of hand sizes by number of players")
    for players, size in value.items():
        if players not in rule.choices:
            listed = ", ".join(map(str, rule.choices))
            name = players.replace("~", "~0").replace("/", "~1")
            return Fault(pointer=f"{pointer}/{name}", reason=f"numbers of players are: {listed}")
        if fault := _integer_fault(rule, size, f"{pointer}/{players}"):
            return fault
        if int(players) * size > rule.maximum:
            return Fault(
                pointer=f"{pointer}/{players}",
                reason=f"at most {rule.maximum // int(players)} tiles each: the set has {rule.maximum}",
            )
    return None

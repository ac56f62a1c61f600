"""What the referee answers to a move: accepted with events, or refused with violations."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from service.rules.codes import CODES


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """Whole points (may be negative) of one player, with their reason and the clause that gives them."""

    player: str
    points: int
    reason: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """A rule that a move breaks: stable code, clause of the sheet, pointer into the move, typed facts."""

    code: str
    clause: str
    pointer: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The code's name for people."""
        return CODES[self.code].title

    @property
    def text(self) -> str:
        """One sentence for people, made of the facts."""
        return CODES[self.code].sentence(self.facts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """A legal move: the events that it makes, and the score items of the move itself."""

    events: tuple[Any, ...]
    items: tuple[ScoreItem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """An illegal move: every violation, or the one gate that stopped it."""

    violations: tuple[Violation, ...]


Ruling = Accepted | Refused

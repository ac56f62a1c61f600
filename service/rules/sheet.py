"""The rule sheet as a value: parameters, clauses, and which clause each check cites."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

from service.rules.clauses import Clause, Fault, HouseRule, fault_of
from service.rules.events import Event, RoundDealt, Terms
from service.rules.moves import Move
from service.rules.rulings import Accepted, Refused, ScoreItem, Violation


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A round's tiles as given: None for a hand, the pool or the widow is unknown."""

    hands: Mapping[str, tuple[str, ...] | None]
    pool: tuple[str, ...] | None = ()
    opening_draws: tuple[tuple[str, str], ...] | None = None
    widow: str | None = None
    first_bidder: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """A round's settlement before it is booked: items, the clause that rules it, the round's winner if any."""

    items: tuple[ScoreItem, ...]
    clause: str
    round_winner: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """The end of a game: who has won, what ended it and the clause that says so."""

    winner: tuple[str, ...]
    ended_by: str
    clause: str


class Kind(Protocol):
    """A kind of game. `table` is its own state within `Game.table`; `rules` its own parameters."""

    name: str
    house_rules: Mapping[str, HouseRule]
    moves: tuple[type[Move], ...]
    first_by_lot: bool
    """Whether the first round's first seat is drawn by lot rather than found in the hands."""

    def tiles(self, rules: Any) -> tuple[str, ...]:
        """The whole set, in order of the names."""

    def cross_faults(self, rules: Any) -> Sequence[Fault]:
        """House rules that contradict each other; pointers within the house rules."""

    def cut(self, rules: Any, players: tuple[str, ...], order: Sequence[str]) -> Deal:
        """The deal that a shuffled set gives: hands as blocks in seat order, then the rest."""

    def deal_faults(self, sheet: "Sheet", rules: Any, terms: Terms, deal: Deal, first: str | None) -> Sequence[Fault]:
        """Why a deal is none of this sheet. `first`: who must bid first, if that is determined."""

    def open_round(
        self, sheet: "Sheet", rules: Any, *, terms: Terms, number: int, scores: Mapping[str, int], deal: Deal
    ) -> RoundDealt:
        """The event that opens a round with a deal free of faults."""

    def next_first(self, game: Any) -> str | None:
        """The seat that the next round must begin with after the current one, if that is determined."""

    def lay_out(self, event: RoundDealt) -> Any:
        """The table as it stands after the deal."""

    def book(self, game: Any, event: Event) -> None:
        """Book an event of this kind on the game's table, in place."""

    def judge(self, game: Any, move: Move) -> Accepted | Refused:
        """Judge a move that passed the gates of every kind."""

    def legal_moves(self, game: Any) -> list[tuple[Move, tuple[ScoreItem, ...]]]:
        """Every legal move of the seat on turn with its score items."""

    def show(self, game: Any) -> dict[str, Any]:
        """What everybody sees of the table as JSON members of the state; hands and sealed tiles are not in it."""

    def settle(self, game: Any) -> Settlement:
        """The settlement of the round that has ended."""

    def finish(self, game: Any, scores: Mapping[str, int], round_winner: str | None) -> Finish | None:
        """Whether the game is over with these scores after a settlement."""


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """One edition of a published rule sheet. `rules` are the kind's parameters; a None that is listed in
    `undetermined` must be set by the game. `cites` maps check (or `check/detail`) to clause id."""

    id: str
    edition: int
    prefix: str
    title: str
    summary: str
    source: str
    language: str
    seats: tuple[int, ...]
    kind: Kind
    rules: Any
    clauses: tuple[Clause, ...]
    cites: Mapping[str, str]
    house_rules: tuple[str, ...]
    undetermined: tuple[str, ...] = ()

    @cached_property
    def clause_by_id(self) -> Mapping[str, Clause]:
        """The clauses by their ids."""
        return {clause.id: clause for clause in self.clauses}

    def cite(self, check: str) -> str:
        """The clause id that a check cites: of `check/detail`, else of `check`."""
        found = self.cites.get(check)
        return found if found is not None else self.cites[check.partition("/")[0]]

    def item(self, player: str, points: int, reason: str, detail: str = "") -> ScoreItem:
        """A score item with the clause of its reason."""
        return ScoreItem(player, points, reason, self.cite(f"{reason}/{detail}" if detail else reason))

    def violation(self, code: str, pointer: str = "", *, detail: str = "", **facts: Any) -> Violation:
        """A violation with the clause of its code."""
        clause = self.cite(f"{code}/{detail}" if detail else code)
        return Violation(code=code, clause=clause, pointer=pointer, facts=facts)

    def refuse(self, code: str, pointer: str = "", *, detail: str = "", **facts: Any) -> Refused:
        """A refusal by one gate."""
        return Refused(violations=(self.violation(code, pointer, detail=detail, **facts),))

    def house_rule_faults(self, house_rules: Mapping[str, Any], pointer: str = "/house_rules") -> list[Fault]:
        """Unknown names, wrong types, values out of range, contradictions. Missing ones are no fault."""
        faults = []
        for name, value in house_rules.items():
            at = f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
            if name not in self.house_rules:
                faults.append(Fault(pointer=at, reason="this sheet has no such house rule"))
            elif fault := fault_of(self.kind.house_rules[name], value, at):
                faults.append(fault)
        if not faults:
            crossed = self.kind.cross_faults(self.resolve(house_rules))
            faults = [replace(fault, pointer=pointer + fault.pointer) for fault in crossed]
        return faults

    def missing_house_rules(self, house_rules: Mapping[str, Any]) -> tuple[str, ...]:
        """Parameters that the document does not give and the game does not bring."""
        return tuple(name for name in self.undetermined if house_rules.get(name) is None)

    def resolve(self, house_rules: Mapping[str, Any]) -> Any:
        """The kind's parameters with a game's house rules in place; they must be free of faults."""
        if not house_rules:
            return self.rules
        changed: dict[str, Any] = {}
        for name, value in house_rules.items():
            rule = self.kind.house_rules[name]
            if rule.type == "integers":
                changed[name] = tuple(value)
            elif rule.type == "hand-sizes":
                changed[name] = {**getattr(self.rules, name), **value}
            else:
                changed[name] = value
        return replace(self.rules, **changed)

"""Mutated records, deals and moves through parse, audit and decide: nothing but problems may come out."""

import random
import resource
import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson
import psutil

from service.application.auditing import audit
from service.application.callers import REFEREE
from service.application.moving import authorized, check_player, check_tile
from service.application.problems import Problem
from service.edge.moves import read_move, typed_move
from service.edge.records import parse_record, read_deal
from service.edge.strict_json import parse
from service.ledger.receipts import Receipts
from service.rules.game import decide, fold, legal_moves
from service.rules.rulings import Accepted
from tests.fuzz import bases
from tests.fuzz.mutations import move, mutated

MOST_SECONDS = 10.0
VERDICTS = ("upheld", "score-mismatch", "illegal-move", "tampered", "undecided")
_KEYS = Receipts([bytes(32)])


@dataclass
class Figures:
    """What a run came to. `failures`: inputs that raised or hung, each told in full."""

    inputs: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    slowest: float = 0.0
    seconds: float = 0.0
    rss_before: int = 0
    rss_after: int = 0
    rss_peak: int = 0

    def add(self, other: "Figures") -> None:
        """Takes in another run; of memory the largest process counts."""
        self.inputs += other.inputs
        self.outcomes += other.outcomes
        self.failures += other.failures
        self.slowest = max(self.slowest, other.slowest)
        self.seconds += other.seconds
        self.rss_before = max(self.rss_before, other.rss_before)
        self.rss_after = max(self.rss_after, other.rss_after)
        self.rss_peak = max(self.rss_peak, other.rss_peak)


def judged_record(chance: random.Random) -> tuple[bytes, Callable[[bytes], str]]:
    """A record as it is posted and audited."""
    return mutated(chance, chance.choice(bases.records())), _judge_record


def _judge_record(raw: bytes) -> str:
    library = bases.library()
    report = audit(library, _KEYS, parse_record(library, raw))
    orjson.dumps(report)
    assert report["verdict"] in VERDICTS
    return f"record: {report['verdict']}"


def judged_move(chance: random.Random) -> tuple[bytes, Callable[[bytes], str]]:
    """A move as it is posted to a game under way."""
    game = chance.choice(bases.games())
    listed = [moved for moved, _ in legal_moves(game)] if game.turn is not None and chance.random() < 0.3 else []
    made = move(chance)
    if listed:
        chosen = chance.choice(listed)
        made = {"player": chosen.player, "type": chosen.type}
        made |= {name: getattr(chosen, name) for name in chosen.__slots__ if name != "player"}
    elif game.turn is not None and chance.random() < 0.7:
        made["player"] = game.turn

    def judge(raw: bytes) -> str:
        posted = read_move(parse(raw))
        asked = typed_move(posted, authorized(REFEREE, posted.get("player")))
        check_player(asked, game)
        check_tile(asked, game)
        ruling = decide(game, asked)
        if isinstance(ruling, Accepted):
            legal_moves(fold(game, ruling.events))
            return "move: legal"
        orjson.dumps([dict(violation.facts) for violation in ruling.violations])
        return "move: illegal"

    raw = orjson.dumps(made)
    return (mutated(chance, raw, most=1) if chance.random() < 0.6 else raw), judge


def judged_deal(chance: random.Random) -> tuple[bytes, Callable[[bytes], str]]:
    """A deal as it is posted."""
    record: Any = orjson.loads(chance.choice(bases.records()))
    terms = chance.choice(bases.games()).terms
    base = orjson.dumps(chance.choice(record["rounds"])["deal"])

    def judge(raw: bytes) -> str:
        deal = read_deal(parse(raw))
        sheet = bases.library().find(terms.ruleset)
        assert sheet is not None
        rules = sheet.resolve(terms.house_rules)
        if sheet.kind.deal_faults(sheet, rules, terms, deal, None):
            return "deal: faults"
        sheet.kind.open_round(sheet, rules, terms=terms, number=1, scores={}, deal=deal)
        return "deal: taken"

    return mutated(chance, base), judge


KINDS = (judged_record,) * 6 + (judged_move,) * 3 + (judged_deal,)


class Hang(BaseException):
    """An input that took too long; no handler of ours may take it for a fault of the input."""


@contextmanager
def _bounded(seconds: float) -> Any:
    def stop(*_: Any) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def run(first: int, count: int) -> Figures:
    """Judges the inputs of these seeds."""
    bases.records(), bases.games()
    figures = Figures(rss_before=psutil.Process().memory_info().rss)
    began = time.perf_counter()
    for seed in range(first, first + count):
        chance = random.Random(seed)
        raw, judge = chance.choice(KINDS)(chance)
        figures.inputs += 1
        at = time.perf_counter()
        try:
            with _bounded(MOST_SECONDS):
                outcome = judge(raw)
        except Problem as problem:
            outcome = f"problem: {problem.kind}"
        except (Exception, Hang):
            outcome = "failure"
            figures.failures.append(f"seed {seed}: {traceback.format_exc()}\n{raw[:2000]!r}")
        figures.outcomes[outcome] += 1
        figures.slowest = max(figures.slowest, time.perf_counter() - at)
    figures.seconds = time.perf_counter() - began
    figures.rss_after = psutil.Process().memory_info().rss
    figures.rss_peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return figures

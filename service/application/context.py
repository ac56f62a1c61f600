"""What every use case is given: the ports, the sheets and the keys."""

from collections.abc import Callable
from dataclasses import dataclass, field

from service.application.callers import Tokens
from service.application.ports import AuditStore, Clock, Entropy, EventLog, Fitness, JobQueue
from service.application.remembering import ProvedRounds
from service.ledger.entries import Writing
from service.ledger.receipts import Receipts
from service.rules.library import Library


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The use cases' surroundings. `settle_grace`: milliseconds until a settlement duty is overdue."""

    log: EventLog
    queue: JobQueue
    audits: AuditStore
    clock: Clock
    entropy: Entropy
    library: Library
    receipts: Receipts
    tokens: Tokens
    proved: ProvedRounds = field(default_factory=ProvedRounds)
    fitness: Callable[[], Fitness] = Fitness
    settle_grace: int = 2000
    report_days: int = 7

    def writing(self, game: str) -> Writing:
        """How entries of a game are written now."""
        return Writing(game=game, at=self.clock.now(), salt=lambda: self.entropy.token(32).hex())

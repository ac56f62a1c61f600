"""What the use cases need of the world; adapters give it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from service.ledger.entries import Entry


class Unavailable(Exception):
    """The store or the queue does not answer, or refuses to write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitness:
    """Whether the stores are fit for use. `faults`: why not; `warnings`: what should be changed."""

    faults: Sequence[str] = ()
    warnings: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """A game's newest version and hash, where its current round opened, whether it is marked as damaged.

    `lost`: the head is gone or unreadable, and this one is what the log's last entry tells. `generation`:
    how often the tokens of the subject that was asked for were made void.
    """

    version: int
    hash: str
    round_at: int
    damaged: bool
    lost: bool = False
    generation: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A game's head, the entries of its current round with the one before it, and the answer kept for a key.

    `rows` are the entries as the store gave them: equal rows are equal bytes.
    """

    head: Head
    entries: Sequence[Entry]
    rows: Sequence[object]
    kept: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Append:
    """One atomic append: entries after `after`/`previous`, the kept answer, what becomes of the duty.

    `duty_due`: milliseconds since the epoch at which an unfulfilled settlement duty is overdue; `fulfils`
    drops the game's duty. At most one of them.
    """

    game: str
    after: int
    previous: str
    entries: Sequence[Entry]
    key: str | None = None
    answer: bytes = b""
    duty_due: int | None = None
    fulfils: bool = False


@dataclass(frozen=True, slots=True)
class Appended:
    """The entries stand in the log, durably."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The key was answered before; nothing was appended."""

    answer: bytes


@dataclass(frozen=True, slots=True)
class Stale:
    """Another append came first; nothing was appended."""

    version: int


@dataclass(frozen=True, slots=True)
class Damaged:
    """The log is marked as damaged or contradicts its head; nothing was appended."""


Outcome = Appended | Kept | Stale | Damaged


class EventLog(Protocol):
    """The event log. Every call may raise Unavailable."""

    def snapshot(self, game: str, key: str | None = None, subject: str | None = None) -> Snapshot | None:
        """A game as it stands; None where there is none. `subject`: whose tokens' generation is asked for."""

    def head(self, game: str, subject: str | None = None) -> Head | None:
        """A game's head alone."""

    def read(self, game: str, first: int, last: int) -> list[Entry]:
        """The entries from version `first` to `last`, both inclusive, as far as there are any."""

    def append(self, append: Append) -> Outcome:
        """All entries, the answer and the duty, or nothing."""

    def void_tokens(self, game: str, subject: str) -> int:
        """Makes all tokens of a subject void; the generation of those to come."""

    def mark_damaged(self, game: str) -> None:
        """No further append to this game."""

    def overdue(self, now: int) -> list[str]:
        """Games whose settlement duty was due by `now` (milliseconds since the epoch)."""

    def postpone(self, game: str, due: int) -> None:
        """Moves a duty that still stands to a later time."""

    def wait(self, game: str, after: int, seconds: float) -> bool:
        """Waits until a game may have more than `after` events; False when the time ran out or none can wait."""


class JobQueue(Protocol):
    """The job queue. Every call may raise Unavailable."""

    def settle(self, game: str, version: int) -> None:
        """Asks a worker to settle the round that ended with event `version` of a game."""

    def audit(self, audit: str) -> None:
        """Asks a worker to carry out an audit."""

    def gave_up(self, audit: str) -> bool:
        """Whether no worker will carry out an audit (any more) that was asked for."""


class AuditStore(Protocol):
    """Keeps audits for a set time. Every call may raise Unavailable."""

    def create(self, audit: str, state: dict[str, Any], payload: bytes, *, owner: str) -> bool:
        """Keeps a new audit and its waiting payload; False where too much is waiting."""

    def get(self, audit: str) -> dict[str, Any] | None:
        """An audit's state."""

    def payload(self, audit: str) -> bytes | None:
        """An audit's waiting payload."""

    def update(self, audit: str, state: dict[str, Any], *, done: bool) -> None:
        """Keeps a new state; `done` drops the payload."""

    def wait(self, audit: str, seconds: float) -> None:
        """Waits until the audit is done, or the time ran out."""


class Clock(Protocol):
    """The time."""

    def now(self) -> str:
        """Now, RFC 3339 in UTC with milliseconds."""

    def milliseconds(self) -> int:
        """Milliseconds since the epoch."""


class Entropy(Protocol):
    """Randomness fit for secrets."""

    def token(self, size: int) -> bytes:
        """That many fresh random bytes."""

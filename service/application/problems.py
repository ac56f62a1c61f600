"""What stops a call: a problem of a named kind, with what the caller needs to go on."""

from collections.abc import Sequence
from typing import Any

from service.rules.clauses import Fault


class Problem(Exception):
    """A call that is not carried out. `kind` is one of the contract's problem kinds.

    `faults` point into the body; `extra` are further members of the problem document; `retry_after` seconds.
    """

    def __init__(
        self,
        kind: str,
        detail: str,
        *,
        faults: Sequence[Fault] = (),
        retry_after: int | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.faults = tuple(faults)
        self.retry_after = retry_after
        self.extra = extra


def malformed(pointer: str, reason: str) -> Problem:
    """A body with one fault."""
    return malformed_by([Fault(pointer=pointer, reason=reason)])


def malformed_by(faults: Sequence[Fault]) -> Problem:
    """A body with these faults, at least one."""
    first = faults[0]
    return Problem("malformed", f"{first.pointer or '/'}: {first.reason}", faults=faults)

"""One step of a game: the checks around an append that moves, deals and closings share."""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import orjson

from service.application.callers import Caller
from service.application.context import Context
from service.application.dealing import shuffles_of
from service.application.loading import Loaded, log_damaged
from service.application.ports import Append, Damaged, Stale, Unavailable
from service.application.ports import Kept as KeptBytes
from service.application.problems import Problem
from service.application.views import Json, page_since
from service.ledger.entries import Entry, write
from service.rules.events import Event, GameEnded, RoundEnded
from service.rules.game import Game, fold

Versions = frozenset[int] | None
"""What `If-Match` asks for: these versions, or (an empty set) any; None where it was not sent."""

ANY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Kept:
    """The answer that an idempotency key got before."""

    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Events to append to a loaded game, and the answer to keep for an idempotency key.

    `if_match`: the versions that the caller asked for, met so far.
    """

    loaded: Loaded
    events: tuple[Event, ...]
    caller: Caller | None = None
    key: str | None = None
    fingerprint: str = ""
    if_match: Versions = None
    answer: Callable[[Game, Sequence[Entry]], Json] | None = None


def key_field(caller: Caller, key: str | None) -> str | None:
    """Under which an answer is kept: the caller's subject and its key."""
    return None if key is None else f"{caller.subject}\n{key}"


def key_answer(loaded: Loaded, fingerprint: str) -> Kept | None:
    """The kept answer, if the key has one; raises where the key came with another body."""
    return None if loaded.kept is None else _kept(loaded.kept, fingerprint)


def _kept(record: bytes, fingerprint: str) -> Kept:
    known, _, body = record.partition(b"\n")
    if known.decode() != fingerprint:
        detail = "This Idempotency-Key was used with another body."
        raise Problem("idempotency-key-reused", detail)
    return Kept(body)


def require_version(ctx: Context, loaded: Loaded, caller: Caller, if_match: Versions) -> None:
    """Raises `stale-version` (412) where `If-Match` names other versions than the current."""
    if if_match is None or not if_match or loaded.head.version in if_match:
        return
    since = max(if_match)
    raise _stale(ctx, loaded.id, caller, since=since if since >= 0 else loaded.head.version, status=412)


def _stale(ctx: Context, game: str, caller: Caller, *, since: int, status: int) -> Problem:
    page = page_since(ctx, game, caller, after=since, limit=100)
    named = f"not {since}" if since != page["version"] else "and no strong entity tag names it"
    detail = f"The game is at version {page['version']}, {named}."
    return Problem("stale-version", detail, status=status, **page)


def settling(state: Game) -> None:
    """Raises `settlement-pending` while a worker has yet to settle the round."""
    if state.phase == "settling":
        detail = f"Round {state.round} has ended and is being settled."
        raise Problem("settlement-pending", detail)


def append(ctx: Context, step: Step, *, race_is_problem: bool = True) -> Kept | Json | None:
    """Appends a step's events and keeps its answer; the answer, or one kept for the key before.

    A lost race raises `stale-version` (412 where the caller named a version, else 409), or gives None where it
    is no problem. An unsettled round's duty
    is in the same append; its job is asked for afterwards and may be lost, the duty may not.
    """
    loaded = step.loaded
    events = _revealing(ctx, loaded.id, step.events)
    head = loaded.head
    entries = write(ctx.writing(loaded.id), events, after=head.version, previous=head.hash, round_at=head.round_at)
    after = fold(loaded.game, events)
    answer = step.answer(after, entries) if step.answer else {}
    record = b""
    if step.key is not None:
        record = step.fingerprint.encode() + b"\n" + orjson.dumps(answer)
    settles = any(isinstance(event, RoundEnded) and event.settles for event in events)
    over = isinstance(events[-1], GameEnded)
    outcome = ctx.log.append(
        Append(
            game=loaded.id,
            after=head.version,
            previous=head.hash,
            entries=entries,
            key=step.key,
            answer=record,
            duty_due=ctx.clock.milliseconds() + ctx.settle_grace if settles and not over else None,
            fulfils=over,
        )
    )
    if isinstance(outcome, Damaged):
        raise log_damaged()
    if isinstance(outcome, KeptBytes):
        return _kept(outcome.answer, step.fingerprint)
    if isinstance(outcome, Stale):
        if race_is_problem and step.caller is not None:
            status = 412 if step.if_match else 409
            raise _stale(ctx, loaded.id, step.caller, since=head.version, status=status)
        return None
    if settles:
        with contextlib.suppress(Unavailable):
            ctx.queue.settle(loaded.id, entries[-1].version)
    return answer


def _revealing(ctx: Context, game: str, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events with the game's root opened where they end it."""
    last = events[-1]
    if not isinstance(last, GameEnded):
        return events
    shuffles = shuffles_of(ctx, game)
    return events if shuffles is None else (*events[:-1], replace(last, root=shuffles.root.hex()))


def refuse_damage(loaded: Loaded) -> None:
    """Raises `log-damaged` for a game that is marked, or whose round does not prove itself."""
    if loaded.head.damaged or loaded.damage is not None:
        raise log_damaged()

"""Audits: asked for, carried out by a worker, looked up."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson

from service import ENGINE
from service.application.auditing import audit
from service.application.callers import REFEREE, Caller, require
from service.application.context import Context
from service.application.loading import ends_game, find_damage, head_of
from service.application.ports import Unavailable
from service.application.problems import Problem
from service.application.proving import checked_receipts
from service.application.records import Record, record_of
from service.application.replaying import check_record
from service.application.views import Json
from service.ledger.codec import UnknownForm
from service.ledger.entries import DamagedLog, Entry

_LAST = 2**53 - 1

Parse = Callable[[bytes], Record]
"""Reads a record's JSON; raises a `malformed` Problem."""


def request_record_audit(ctx: Context, raw: bytes, *, owner: str, record: Record | None) -> Json:
    """Asks for the audit of a posted record; answers its state.

    `record`: what it says, where it was read already; then raises `malformed` for what cannot be judged.
    """
    moves = None
    if record is not None:
        check_record(ctx.library, record)
        checked_receipts(ctx.receipts, record)
        moves = sum(len(played.moves) for played in record.rounds)
    return _request(ctx, {"game": None, "private": False}, raw, owner=owner, moves=moves)


def request_game_audit(ctx: Context, game: str, caller: Caller) -> Json:
    """Asks for the audit of a game in the log: the referee, or anybody who may read it once it is over."""
    head = head_of(ctx, game, caller)
    last = ctx.log.read(game, head.version, head.version)
    over = ends_game(last)
    if not over:
        require(caller, "referee")
    return _request(ctx, {"game": game, "private": not over}, b"", owner=f"game {game}", moves=None)


def _request(ctx: Context, about: Json, payload: bytes, *, owner: str, moves: int | None) -> Json:
    audit_id = ctx.entropy.token(16).hex()
    expires = datetime.fromisoformat(ctx.clock.now()) + timedelta(days=ctx.report_days)
    state: Json = {
        "id": audit_id,
        "status": "queued",
        "progress": {"moves": 0, "of": moves},
        "error": None,
        "verdict": None,
        "first_divergence": None,
        "divergences": [],
        "rounds": [],
        "moves_left_out": 0,
        "scores": {},
        "winner": [],
        "game_over": False,
        "chain": "absent",
        "shuffle": "unproved",
        "receipts_checked": 0,
        "ruleset": None,
        "edition": None,
        "engine": ENGINE,
        "created_at": ctx.clock.now(),
        "expires_at": expires.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        **about,
    }
    if not ctx.audits.create(audit_id, state, payload, owner=owner):
        raise Problem("rate-limited", "Too many audits are waiting; try again.", retry_after=5)
    try:
        ctx.queue.audit(audit_id)
    except Unavailable:
        ctx.audits.update(audit_id, {**state, "status": "failed", "error": {"detail": "no queue"}}, done=True)
        raise
    return shown(state)


def shown(state: Json) -> Json:
    """An audit's state as its readers see it."""
    return {name: value for name, value in state.items() if name != "private"}


def status(ctx: Context, audit_id: str, *, wait: float = 0) -> Json:
    """The whole state of an audit, waited for up to `wait` seconds; raises `not-found`."""
    if wait > 0:
        ctx.audits.wait(audit_id, wait)
    state = ctx.audits.get(audit_id)
    if state is not None and not _done(state) and ctx.queue.gave_up(audit_id):
        fail(ctx, audit_id, "The audit was given up by the workers.")
        state = ctx.audits.get(audit_id)
    if state is None:
        raise Problem("not-found", "There is no such audit, or its report has expired.")
    return state


def _done(state: Json) -> bool:
    return state["status"] in ("finished", "failed")


def run(ctx: Context, audit_id: str, parse: Parse) -> None:
    """Carries an audit out and keeps its report; a record that cannot be read ends it as `failed`."""
    state = ctx.audits.get(audit_id)
    if state is None or _done(state):
        return
    state["status"] = "running"
    ctx.audits.update(audit_id, state, done=False)
    try:
        report = _report(ctx, audit_id, state, parse)
    except Problem as problem:
        state["error"] = problem_data(problem)
        state["status"] = "failed"
        ctx.audits.update(audit_id, state, done=True)
        return
    ctx.audits.update(audit_id, {**state, **report, "status": "finished"}, done=True)


def fail(ctx: Context, audit_id: str, detail: str) -> None:
    """Ends an audit that no worker could carry out."""
    state = ctx.audits.get(audit_id)
    if state is not None and not _done(state):
        failed = {**state, "status": "failed", "error": {"kind": "unavailable", "detail": detail}}
        ctx.audits.update(audit_id, failed, done=True)


def problem_data(problem: Problem) -> Json:
    """A problem as an audit's `error`."""
    return {
        "kind": problem.kind,
        "detail": problem.detail,
        "errors": [{"pointer": fault.pointer, "detail": fault.reason} for fault in problem.faults],
    }


def _report(ctx: Context, audit_id: str, state: Json, parse: Parse) -> Json:
    def progress(done: int, of: int) -> None:
        if done % 200 == 0 or done == of:
            state["progress"] = {"moves": done, "of": of}
            ctx.audits.update(audit_id, state, done=False)

    if state["game"] is not None:
        return _game_report(ctx, state["game"], parse, progress)
    payload = ctx.audits.payload(audit_id)
    if payload is None:
        raise Problem("not-found", "The record to audit is gone.")
    return audit(ctx.library, ctx.receipts, parse(payload), progress)


def _game_report(ctx: Context, game: str, parse: Parse, progress: Any) -> Json:
    """The report of a game in the log; damage found anywhere sets the mark that stops further moves."""
    head = ctx.log.head(game)
    if head is None:
        raise Problem("not-found", "There is no such game.")
    entries = ctx.log.read(game, 1, _LAST)
    damage = find_damage(game, None, entries, head)
    if damage is None and head.round_at != entries[-1].round_at:
        damage = DamagedLog(head.version, "the head names another round than the log")
    report = _replayed(ctx, entries, parse, progress)
    if damage is None and report is not None and report["verdict"] != "tampered":
        return report
    ctx.log.mark_damaged(game)
    if damage is None:
        assert report is not None
        return report
    return _broken(report, damage)


def _replayed(ctx: Context, entries: list[Entry], parse: Parse, progress: Any) -> Json | None:
    """The report of what the log tells, or None where it tells nothing that can be read."""
    try:
        record = record_of(entries, receipts=[], viewer=REFEREE.viewer)
        return audit(ctx.library, ctx.receipts, parse(orjson.dumps(record)), progress)
    except (Problem, UnknownForm, ValueError, LookupError, TypeError, AttributeError, AssertionError):
        return None


def _broken(report: Json | None, damage: DamagedLog) -> Json:
    divergence: Json = {
        "kind": "chain",
        "round": None,
        "move": None,
        "violations": [],
        "computed": None,
        "claimed": None,
        "version": damage.version,
        "reason": damage.reason,
    }
    found = report or {}
    others = [d for d in found.get("divergences", []) if d["kind"] != "chain"]
    return {
        **found,
        "verdict": "tampered",
        "chain": "broken",
        "first_divergence": divergence,
        "divergences": [divergence, *others],
    }

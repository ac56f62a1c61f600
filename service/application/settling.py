"""Settlement: done by a worker, once, whoever asks how often."""

import contextlib
from dataclasses import replace
from datetime import datetime

from service.application.appending import refuse_damage
from service.application.context import Context
from service.application.dealing import fair_round, shuffles_of
from service.application.loading import load
from service.application.ports import Append, Appended, Stale, Unavailable
from service.application.problems import Problem
from service.ledger.entries import write
from service.rules.events import DealAwaited, Event
from service.rules.game import Game, evolve, settle


def settle_round(ctx: Context, game: str) -> bool:
    """Settles the round that has ended and opens what follows; False where nothing was left to do.

    Late, twice, or beside another worker it gives the same log as once: the append compares the version.
    Raises `not-found` and `log-damaged`; damage found sets the mark, which the sweep goes by.
    """
    while True:
        loaded = load(ctx, game)
        if loaded.damage is not None:
            ctx.log.mark_damaged(game)
        refuse_damage(loaded)
        state = loaded.game
        if state.phase != "settling":
            return False
        try:
            events = _settlement(ctx, game, state)
        except Problem as problem:
            if problem.kind == "log-damaged":
                ctx.log.mark_damaged(game)
            raise
        head = loaded.head
        entries = write(ctx.writing(game), events, after=head.version, previous=head.hash, round_at=head.round_at)
        append = Append(game=game, after=head.version, previous=head.hash, entries=entries, fulfils=True)
        outcome = ctx.log.append(append)
        if isinstance(outcome, Appended):
            return True
        if not isinstance(outcome, Stale):
            raise Problem("log-damaged", "The game's log is damaged.")


def _settlement(ctx: Context, game: str, state: Game) -> tuple[Event, ...]:
    settled, over = settle(state)
    shuffles = shuffles_of(ctx, game)
    if shuffles is not None:
        settled = replace(settled, key=shuffles.key(game, state.round).hex())
    if over is not None:
        return settled, replace(over, root=shuffles.root.hex() if shuffles else None)
    number = state.round + 1
    if shuffles is None:
        return settled, DealAwaited(number)
    after = evolve(state, settled)
    first = state.sheet.kind.next_first(state)
    dealt = fair_round(
        ctx.library,
        state.terms,
        game=game,
        shuffles=shuffles,
        number=number,
        scores=after.scores,
        first=first,
    )
    return settled, dealt


def sweep(ctx: Context, *, least: int = 2000, most: int = 3_600_000) -> list[str]:
    """Asks again for every overdue settlement and puts its duty off; returns the games.

    What the queue does not take, or no worker has done by the next time, it settles itself. The pause is as
    long as the round has waited, within `least` and `most` milliseconds: what cannot be settled is tried
    ever more seldom.
    """
    now = ctx.clock.milliseconds()
    overdue = []
    for game in ctx.log.overdue(now):
        head = ctx.log.head(game)
        waited = most if head is None or head.damaged else now - _ended_at(ctx, game, head.version, now - most)
        ctx.log.postpone(game, now + min(max(waited, least), most))
        if head is None or head.damaged:
            continue
        overdue.append(game)
        if waited >= 2 * least or not _asked(ctx, game, head.version):
            with contextlib.suppress(Problem):
                settle_round(ctx, game)
    return overdue


def _asked(ctx: Context, game: str, version: int) -> bool:
    """Whether the queue has taken the job."""
    try:
        ctx.queue.settle(game, version)
    except Unavailable:
        return False
    return True


def _ended_at(ctx: Context, game: str, version: int, otherwise: int) -> int:
    """When a game's newest event was appended, in milliseconds since the epoch."""
    try:
        at = ctx.log.read(game, version, version)[0].body["at"]
        return int(datetime.fromisoformat(at).timestamp() * 1000)
    except (IndexError, KeyError, TypeError, ValueError):
        return otherwise

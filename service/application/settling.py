"""Settlement: done by a worker, once, whoever asks how often."""

from dataclasses import replace

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
    Raises `not-found` and `log-damaged`.
    """
    while True:
        loaded = load(ctx, game)
        refuse_damage(loaded)
        state = loaded.game
        if state.phase != "settling":
            return False
        events = _settlement(ctx, game, state)
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


def sweep(ctx: Context, *, pause: int = 2000) -> list[str]:
    """Asks again for every overdue settlement and puts its duty off by `pause` milliseconds.

    Settles itself what the queue does not take. Returns the games asked for.
    """
    now = ctx.clock.milliseconds()
    games = ctx.log.overdue(now)
    for game in games:
        head = ctx.log.head(game)
        ctx.log.postpone(game, now + pause)
        try:
            ctx.queue.settle(game, head.version if head else 0)
        except Unavailable:
            settle_round(ctx, game)
    return games

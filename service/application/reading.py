"""Reading a game: its state at any version, its log, its record; and closing it."""

from service.application.appending import Step, append, refuse_damage
from service.application.callers import REFEREE, Caller, require
from service.application.context import Context
from service.application.loading import ends_game, head_of, load, load_at, unreadable_is_damage
from service.application.problems import Problem
from service.application.records import record_of
from service.application.settling import settle_round
from service.application.views import Json, page_since, state_of
from service.rules.game import close


def state(ctx: Context, game: str, caller: Caller, at: int | None = None) -> Json:
    """The state as the caller may see it, now or after version `at`."""
    loaded = load(ctx, game, caller) if at is None else load_at(ctx, game, at, caller)
    return state_of(ctx, game, loaded.game, loaded.head.hash, caller)


def events(ctx: Context, game: str, caller: Caller, *, after: int, limit: int, wait: float) -> Json:
    """A page of the log; an empty one is held up to `wait` seconds."""
    page = page_since(ctx, game, caller, after=after, limit=limit)
    if wait > 0 and not page["events"] and ctx.log.wait(game, after, wait):
        page = page_since(ctx, game, caller, after=after, limit=limit)
    return page


def record(ctx: Context, game: str, caller: Caller) -> Json:
    """The game record: for all once the game is over, before that for the referee."""
    head = head_of(ctx, game, caller)
    entries = ctx.log.read(game, 1, head.version)
    if not ends_game(entries):
        require(caller, "referee")
    receipt = ctx.receipts.sign(game, head.version, head.hash)
    with unreadable_is_damage():
        return record_of(entries, receipts=[receipt], viewer=REFEREE.viewer)


def close_game(ctx: Context, game: str, caller: Caller, reason: str) -> Json:
    """The referee ends an unfinished game; everything sealed is opened. Answers the state."""
    require(caller, "referee")
    for _ in range(20):
        loaded = load(ctx, game, caller)
        refuse_damage(loaded)
        if loaded.game.over is not None:
            raise Problem("not-your-phase", "The game is over.")
        if loaded.game.phase == "settling":
            settle_round(ctx, game)
            continue
        step = Step(loaded=loaded, events=close(loaded.game, reason))
        if append(ctx, step, race_is_problem=False) is not None:
            return state(ctx, game, caller)
    raise Problem("unavailable", "The game is moved on too fast to be closed.", retry_after=1)

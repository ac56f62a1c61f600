"""Moves: adjudicated and appended, tried without appending, and listed."""

from collections.abc import Sequence
from dataclasses import replace

from service.application.appending import (
    Kept,
    Step,
    Versions,
    append,
    key_answer,
    key_field,
    refuse_damage,
    require_version,
    settling,
)
from service.application.callers import Caller, require
from service.application.context import Context
from service.application.loading import Loaded, load
from service.application.problems import Problem, malformed
from service.application.views import (
    Json,
    delta,
    move_data,
    ruling_events,
    settlement_of,
    violation_data,
)
from service.ledger.codec import items_data
from service.ledger.entries import Entry
from service.rules.events import Event, TileDrawn
from service.rules.game import Game, decide, legal_moves
from service.rules.moves import Draw, Move
from service.rules.rulings import Accepted, Refused


def authorized(caller: Caller, player: str | None) -> str:
    """The player of a posted move: the seat's own, or whom the referee names."""
    if caller.seat is None:
        if player is None:
            raise malformed("/player", "the referee must name the player")
        return player
    if player is not None and player != caller.seat:
        raise Problem("forbidden", "A seat makes its own moves.")
    return caller.seat


def check_caller(caller: Caller, move: Move) -> None:
    """Raises `malformed` for a drawn tile that this caller cannot name."""
    if isinstance(move, Draw) and move.tile is not None and not caller.is_referee:
        raise malformed("/tile", "a seat does not name the tile it draws")


def check_player(move: Move, state: Game) -> None:
    """Raises `malformed` for a player who is none."""
    if move.player not in state.players:
        raise malformed("/player", f"{move.player!r} is no player of this game")


def check_tile(move: Move, state: Game) -> None:
    """Raises `malformed` for a drawn tile that must be named and is not."""
    if not isinstance(move, Draw) or move.tile is not None:
        return
    pool_known = getattr(state.table, "pool_known", True)
    if not pool_known and state.phase == "playing" and state.turn == move.player:
        raise malformed("/tile", "the pool is not known: the referee must name the tile drawn")


def make_move(
    ctx: Context, game: str, caller: Caller, move: Move, *, key: str | None, fingerprint: str, if_match: Versions
) -> "Kept | Json | Refusal":
    """Judges a move and appends it where it is legal: the ruling, one kept for the key, or a refusal."""
    field = key_field(caller, key)
    loaded = load(ctx, game, caller, field)
    if kept := key_answer(loaded, fingerprint):
        return kept
    check_player(move, loaded.game)
    refuse_damage(loaded)
    require_version(ctx, loaded, caller, if_match)
    settling(loaded.game)
    check_tile(move, loaded.game)
    ruling = decide(loaded.game, move)
    if isinstance(ruling, Refused):
        return Refusal(loaded.head.version, ruling)

    def answer(after: Game, entries: Sequence[Entry]) -> Json:
        return ruling_data(ctx, caller, loaded, move, ruling, after, entries)

    step = Step(
        loaded=loaded,
        events=ruling.events,
        caller=caller,
        key=field,
        fingerprint=fingerprint,
        if_match=if_match,
        answer=answer,
    )
    appended = append(ctx, step)
    assert appended is not None
    return appended


class Refusal:
    """An illegal move: the version it was judged at and its violations."""

    def __init__(self, version: int, ruling: Refused) -> None:
        self.version = version
        self.violations = [violation_data(violation) for violation in ruling.violations]


def ruling_data(
    ctx: Context,
    caller: Caller,
    loaded: Loaded,
    move: Move,
    ruling: Accepted,
    after: Game,
    entries: Sequence[Entry],
) -> Json:
    """The ruling of an accepted move as its caller may see it."""
    return {
        "legal": True,
        "version": after.version,
        "move": move_data(replace(move, tile=None) if isinstance(move, Draw) and caller.seat else move),
        "score_delta": delta(ruling.items, move.player),
        "score_items": items_data(ruling.items),
        "drawn": _drawn(ruling.events),
        "events": ruling_events(ctx, caller, loaded, entries),
        "scores": dict(after.scores),
        "turn": after.turn,
        "phase": after.phase,
        "settlement": settlement_of(after),
        "receipt": ctx.receipts.sign(loaded.id, after.version, entries[-1].hash),
    }


def _drawn(events: Sequence[Event]) -> str | None:
    """The tile drawn: a move's caller is its drawer or the referee, who both may know."""
    return next((event.tile for event in events if isinstance(event, TileDrawn)), None)


def try_move(ctx: Context, game: str, caller: Caller, move: Move) -> Json:
    """A dry run: what the ruling would be, never what would be drawn or would follow."""
    loaded = load(ctx, game, caller)
    check_player(move, loaded.game)
    settling(loaded.game)
    check_tile(move, loaded.game)
    ruling = decide(loaded.game, move)
    if isinstance(ruling, Refused):
        violations = [violation_data(violation) for violation in ruling.violations]
        return {"legal": False, "violations": violations, "score_delta": 0, "score_items": []}
    return {
        "legal": True,
        "violations": [],
        "score_delta": delta(ruling.items, move.player),
        "score_items": items_data(ruling.items),
    }


def list_moves(ctx: Context, game: str, caller: Caller) -> Json:
    """Every legal move of the seat on turn with its points; a seat that is not on turn has none."""
    require(caller, "seat", "referee")
    state = load(ctx, game, caller).game
    asked = state.turn if caller.is_referee else caller.seat
    listed = legal_moves(state) if asked is not None and asked == state.turn else []
    return {
        "version": state.version,
        "turn": state.turn,
        "moves": [
            {"move": move_data(move), "score_delta": delta(items, move.player), "score_items": items_data(items)}
            for move, items in listed
        ],
    }

"""What each caller may see: states, rulings and event pages as JSON objects."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.application.callers import Caller
from service.application.context import Context
from service.application.loading import Loaded, disclosed, head_of
from service.ledger.codec import items_data
from service.ledger.entries import Entry, Opening
from service.rules.game import Game
from service.rules.moves import Move
from service.rules.rulings import ScoreItem, Violation

Json = dict[str, Any]


def state_of(ctx: Context, game: str, state: Game, hash_: str, caller: Caller) -> Json:
    """The state as the caller may see it, with the receipt of its version."""
    terms = state.terms
    open_hands = state.settled is not None or state.over is not None
    held: Mapping[str, Sequence[str | None]] = state.table.hands if state.table is not None else {}
    hands = {}
    for player in terms.players:
        hand = list(held.get(player, ()))
        known = caller.is_referee or caller.seat == player or open_hands
        hands[player] = {"count": len(hand), "tiles": hand if known and None not in hand else None}
    table = state.sheet.kind.show(state) if state.table is not None else {}
    return {
        "id": game,
        "version": state.version,
        "ruleset": terms.ruleset,
        "edition": terms.edition,
        "house_rules": dict(terms.house_rules),
        "players": list(terms.players),
        "dealer": terms.dealer,
        "public": terms.public,
        "phase": state.phase,
        "turn": state.turn,
        "round": state.round,
        "board": [],
        "pool_count": 0,
        **table,
        "hand": list(held.get(caller.seat, ())) if caller.seat is not None else None,
        "hands": hands,
        "scores": dict(state.scores),
        "settlement": settlement_of(state),
        "winner": None if state.over is None else list(state.over.winner),
        "ended_by": None if state.over is None else state.over.ended_by,
        "receipt": ctx.receipts.sign(game, state.version, hash_),
    }


def settlement_of(state: Game) -> Json | None:
    """The round's settlement: None while it is played or ended unsettled, else pending or settled."""
    if state.settled is not None:
        settled = state.settled
        return {
            "round": settled.round,
            "status": "settled",
            "ended_by": state.ended.ended_by if state.ended else None,
            "score_items": items_data(settled.items),
            "clause": settled.clause,
            "scores": dict(settled.scores),
            "round_winner": settled.round_winner,
        }
    if state.ended is not None and state.ended.settles and state.over is None:
        return {"round": state.ended.round, "status": "pending", "ended_by": state.ended.ended_by}
    return None


def move_data(move: Move) -> Json:
    """A move as it is posted."""
    body: Json = {"player": move.player, "type": move.type}
    for name in move.__slots__:
        value = getattr(move, name)
        if name != "player" and value is not None:
            body[name] = list(value) if isinstance(value, tuple) else value
    return body


def delta(items: Sequence[ScoreItem], player: str) -> int:
    """What these items add to one player's score."""
    return sum(item.points for item in items if item.player == player)


def violation_data(violation: Violation) -> Json:
    """A violation as in problems and reports."""
    return {
        "code": violation.code,
        "clause": violation.clause,
        "title": violation.title,
        "text": violation.text,
        "pointer": violation.pointer,
        "facts": dict(violation.facts),
    }


def event_data(entry: Entry, openings: Sequence[Opening]) -> Json:
    """An event as in pages: itself, its hash, and what it makes known to the caller."""
    return {**entry.body, "hash": entry.hash, "openings": [opening.data() for opening in openings]}


def ruling_events(ctx: Context, caller: Caller, loaded: Loaded, entries: Sequence[Entry]) -> list[Json]:
    """Events just appended to a loaded game, as the caller may see them."""
    deal = loaded.entries[0] if loaded.entries and loaded.entries[0].version == loaded.head.round_at else None
    known = disclosed(ctx, caller.viewer, loaded.id, entries, deal)
    return [event_data(entry, openings) for entry, openings in zip(entries, known, strict=True)]


def page_since(ctx: Context, game: str, caller: Caller, *, after: int, limit: int) -> Json:
    """A page of the log: `events` after a version, the game's `version`, `next` (None at the end), `receipt`."""
    head = head_of(ctx, game, caller)
    entries = ctx.log.read(game, after + 1, after + limit) if after < head.version else []
    known = disclosed(ctx, caller.viewer, game, entries, None)
    last = entries[-1].version if entries else 0
    version = max(head.version, last)
    return {
        "events": [event_data(entry, openings) for entry, openings in zip(entries, known, strict=True)],
        "version": version,
        "next": last if entries and last < version else None,
        "receipt": ctx.receipts.sign(game, head.version, head.hash),
    }

"""Tokens of a game: issued with it, made void and renewed by its referee."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from service.application.callers import REFEREE, SPECTATOR, Caller, require
from service.application.context import Context
from service.application.loading import load
from service.application.problems import malformed
from service.application.views import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Renewal:
    """Whose tokens are made void; the new one is valid for `expires_in` seconds, None for ever."""

    role: str
    seat: str | None = None
    expires_in: int | None = None


def expiry(ctx: Context, seconds: int | None) -> int | None:
    """When a token that is valid for so many seconds expires, in milliseconds since the epoch."""
    return None if seconds is None else ctx.clock.milliseconds() + seconds * 1000


def first_tokens(ctx: Context, game: str, players: Sequence[str], seconds: int | None) -> Json:
    """The tokens of a new game's referee, spectators and seats (by name)."""
    expires = expiry(ctx, seconds)
    return {
        "referee": ctx.tokens.issue(game, REFEREE, expires),
        "spectator": ctx.tokens.issue(game, SPECTATOR, expires),
        "seats": {name: ctx.tokens.issue(game, Caller(role="seat", seat=name), expires) for name in players},
    }


def renew_token(ctx: Context, game: str, caller: Caller, renewal: Renewal) -> Json:
    """Makes all tokens of a subject void and issues a new one, to the referee."""
    require(caller, "referee")
    state = load(ctx, game, caller).game
    if renewal.seat is not None and renewal.seat not in state.players:
        raise malformed("/seat", "is no player of this game")
    subject = Caller(role=renewal.role, seat=renewal.seat)
    generation = ctx.log.void_tokens(game, subject.subject)
    expires = expiry(ctx, renewal.expires_in)
    shown = None if expires is None else datetime.fromtimestamp(expires / 1000, UTC)
    return {
        "token": ctx.tokens.issue(game, replace(subject, generation=generation), expires),
        "role": renewal.role,
        "seat": renewal.seat,
        "expires_at": shown and shown.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    }

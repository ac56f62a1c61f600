"""Who calls: bearer tokens, each for one game and role."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from itsdangerous import BadSignature, URLSafeSerializer

from service.application.problems import Problem
from service.ledger.disclosure import PUBLIC, Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """A caller within one game: `referee`, `seat` (with its player's name), `spectator` or `passer-by`.

    `generation` is that of its token; tokens of older generations than the game's are void.
    """

    role: str
    seat: str | None = None
    generation: int = field(default=0, compare=False)

    @property
    def viewer(self) -> Viewer:
        """What this caller may see."""
        if self.role == "referee":
            return Viewer(referee=True)
        return Viewer(seat=self.seat) if self.seat is not None else PUBLIC

    @property
    def subject(self) -> str:
        """Whose idempotency keys these are."""
        return self.role if self.seat is None else f"seat {self.seat}"

    @property
    def is_referee(self) -> bool:
        """Whether this is the game's referee."""
        return self.role == "referee"


SPECTATOR = Caller(role="spectator")
PASSER_BY = Caller(role="passer-by")
"""Who looks at a public game without a token."""
REFEREE = Caller(role="referee")


class Tokens:
    """Signs and reads bearer tokens. `secrets`: newest first; the newest signs, all are read."""

    def __init__(self, secrets: Sequence[str]) -> None:
        self._serializer = URLSafeSerializer(
            list(reversed(secrets)),
            salt="domino-referee/token/1",
            signer_kwargs={"digest_method": hashlib.sha256, "key_derivation": "hmac"},
        )
        self._claims = lru_cache(maxsize=4096)(self._serializer.loads)

    def issue(self, game: str, caller: Caller, expires: int | None = None) -> str:
        """A token for a caller of a game. `expires`: milliseconds since the epoch; None for never."""
        claims: dict[str, str | int] = {"g": game, "r": caller.role}
        if caller.seat is not None:
            claims["s"] = caller.seat
        if caller.generation:
            claims["n"] = caller.generation
        if expires is not None:
            claims["e"] = expires
        return self._serializer.dumps(claims)

    def read(self, token: str, game: str, now: int) -> Caller:
        """The caller that a token names at `now` (milliseconds since the epoch).

        Raises `unauthorized`, or `forbidden` for another game's.
        """
        try:
            claims = self._claims(token)
        except BadSignature:
            raise Problem("unauthorized", "The bearer token is none of this service's.") from None
        if claims["g"] != game:
            raise Problem("forbidden", "The token is another game's.")
        if claims.get("e", now) < now:
            raise Problem("unauthorized", "The bearer token has expired.")
        return Caller(role=claims["r"], seat=claims.get("s"), generation=claims.get("n", 0))


def admit(caller: Caller, generation: int) -> None:
    """Raises `unauthorized` for a token older than the game's generation of its subject."""
    if caller.generation < generation:
        raise Problem("unauthorized", "The bearer token was made void by the game's referee.")


def require_seat(caller: Caller, seat: str) -> None:
    """Raises as `require` does unless the caller has this seat."""
    require(caller, "seat")
    if caller.seat != seat:
        raise Problem("forbidden", "This is for another seat.")


def require(caller: Caller, *roles: str) -> None:
    """Raises `forbidden`, or `unauthorized` where there is no token, unless the caller has one of the roles."""
    if caller.role not in roles:
        kind = "unauthorized" if caller is PASSER_BY else "forbidden"
        raise Problem(kind, f"This is for the game's {' or '.join(roles)}.")

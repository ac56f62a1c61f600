"""Schemas of the other bodies that clients send."""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from service.application.admitting import Renewal
from service.application.opening import Opening
from service.edge.fields import Named, StrictBoolean, StrictInteger, StrictSchema, load, text

ROLES = ("referee", "seat", "spectator")
MOST_SECONDS = 10 * 366 * 86400
DEALERS = ("service", "client")


def expiry() -> StrictInteger:
    """Seconds for which a token is valid."""
    described = {"description": "Seconds for which the tokens are valid; for ever without."}
    return StrictInteger(validate=validate.Range(1, MOST_SECONDS), metadata=described)


class GameSchema(StrictSchema):
    """What a game is to be."""

    ruleset = text(64, required=True, metadata={"description": "The rule sheet's id."})
    players = fields.List(fields.String(), required=True, metadata={"description": "Names in seat order, clockwise."})
    dealer = fields.String(
        required=True,
        validate=validate.OneOf(DEALERS),
        metadata={"description": "Who deals: the service, by a shuffle that can be proved, or the client."},
    )
    house_rules = Named(
        keys=fields.String(), load_default=dict, metadata={"description": "As the sheet lists them, by name."}
    )
    edition = StrictInteger(
        validate=validate.Range(min=1), metadata={"description": "An edition of the sheet; the newest without."}
    )
    await_seeds = StrictBoolean(load_default=False, metadata={"description": "Wait for the seats' own seeds."})
    public = StrictBoolean(load_default=False, metadata={"description": "Show the public view without a token."})
    tokens_expire_in = expiry()


class RenewalSchema(StrictSchema):
    """Whose tokens are made void, and how long the new one is valid."""

    role = fields.String(required=True, validate=validate.OneOf(ROLES))
    seat = text(64, metadata={"description": "The player's name, for the role `seat`."})
    expires_in = expiry()

    @validates_schema
    def _seat_of_a_seat(self, data: Any, **_: Any) -> None:
        if (data.get("role") == "seat") != ("seat" in data):
            raise ValidationError("Is needed for the role seat, and for no other.", "seat")


class SeedSchema(StrictSchema):
    """A seat's own part of the shuffles."""

    seed = text(256, required=True, metadata={"description": "A random string of the seat's own."})


class CloseSchema(StrictSchema):
    """Why a game is ended."""

    reason = text(1000, required=True, metadata={"description": "For the log: everybody can read it."})


_GAME, _SEED, _CLOSE, _RENEWAL = GameSchema(), SeedSchema(), CloseSchema(), RenewalSchema()


def read_opening(value: Any) -> Opening:
    """What a posted game is to be; raises `malformed`."""
    loaded = load(_GAME, value)
    return Opening(**{**loaded, "players": tuple(loaded["players"])})


def read_renewal(value: Any) -> Renewal:
    """Whose token is to be renewed; raises `malformed`."""
    return Renewal(**load(_RENEWAL, value))


def read_seed(value: Any) -> str:
    """A posted seed; raises `malformed`."""
    return str(load(_SEED, value)["seed"])


def read_reason(value: Any) -> str:
    """A posted reason; raises `malformed`."""
    return str(load(_CLOSE, value)["reason"])

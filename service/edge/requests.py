"""Schemas of the other bodies that clients send."""

from typing import Any

from marshmallow import fields, validate

from service.application.opening import Opening
from service.edge.fields import Named, StrictBoolean, StrictInteger, StrictSchema, load, text

DEALERS = ("service", "client")


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


class SeedSchema(StrictSchema):
    """A seat's own part of the shuffles."""

    seed = text(256, required=True, metadata={"description": "A random string of the seat's own."})


class CloseSchema(StrictSchema):
    """Why a game is ended."""

    reason = text(1000, required=True, metadata={"description": "For the log: everybody can read it."})


_GAME, _SEED, _CLOSE = GameSchema(), SeedSchema(), CloseSchema()


def read_opening(value: Any) -> Opening:
    """What a posted game is to be; raises `malformed`."""
    loaded = load(_GAME, value)
    return Opening(**{**loaded, "players": tuple(loaded["players"])})


def read_seed(value: Any) -> str:
    """A posted seed; raises `malformed`."""
    return str(load(_SEED, value)["seed"])


def read_reason(value: Any) -> str:
    """A posted reason; raises `malformed`."""
    return str(load(_CLOSE, value)["reason"])

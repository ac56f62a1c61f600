"""Schemas of moves, posted and recorded."""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields, validate

from service.edge.fields import StrictInteger, StrictSchema, cell, corners, malformed_from, text
from service.rules.moves import Bid, Declare, Discard, Draw, Move, Pass, Place, Play, Resign, Stop, Timeout

MOST_NAME = 64
_PLAYER = "The player's name. A seat may leave it out; the referee gives it."
_TILE = "A tile's name: `0-1-5`, or `6-5` in trick-taking games."


class _MoveSchema(StrictSchema):
    player = text(MOST_NAME, metadata={"description": _PLAYER})


class PlaceSchema(_MoveSchema):
    """Lay a tile."""

    type = fields.String(required=True, validate=validate.Equal("place"))
    at = cell(required=True, metadata={"description": "The cell, x to the right, y downward."})
    corners = corners(required=True, metadata={"description": "The tile's numbers, clockwise from the apex."})


class DrawSchema(_MoveSchema):
    """Draw a tile."""

    type = fields.String(required=True, validate=validate.Equal("draw"))
    tile = text(16, allow_none=True, metadata={"description": "From the referee alone. " + _TILE})


class PassSchema(_MoveSchema):
    """End the turn without a placement, or refuse to bid."""

    type = fields.String(required=True, validate=validate.Equal("pass"))


class StopSchema(_MoveSchema):
    """End a solitaire."""

    type = fields.String(required=True, validate=validate.Equal("stop"))


class BidSchema(_MoveSchema):
    """Bid to take tricks."""

    type = fields.String(required=True, validate=validate.Equal("bid"))
    value = StrictInteger(required=True)


class DiscardSchema(_MoveSchema):
    """Lay a tile face down."""

    type = fields.String(required=True, validate=validate.Equal("discard"))
    tile = text(16, required=True, metadata={"description": _TILE})


class DeclareSchema(_MoveSchema):
    """Name the trump."""

    type = fields.String(required=True, validate=validate.Equal("declare"))
    trump = text(16, required=True, metadata={"description": "`0` to `6`, `doubles` or `none`."})


class PlaySchema(_MoveSchema):
    """Play a tile to the trick."""

    type = fields.String(required=True, validate=validate.Equal("play"))
    tile = text(16, required=True, metadata={"description": _TILE})


class ResignSchema(_MoveSchema):
    """Give up: the game ends at once and unsettled; the highest score among the other seats wins. Needs no turn."""

    type = fields.String(required=True, validate=validate.Equal("resign"))


class TimeoutSchema(_MoveSchema):
    """Overstep the time: the game ends as by `resign`. The referee says so for a seat."""

    type = fields.String(required=True, validate=validate.Equal("timeout"))


MOVE_SCHEMAS: Mapping[str, type[_MoveSchema]] = {
    "place": PlaceSchema,
    "draw": DrawSchema,
    "pass": PassSchema,
    "stop": StopSchema,
    "bid": BidSchema,
    "discard": DiscardSchema,
    "declare": DeclareSchema,
    "play": PlaySchema,
    "resign": ResignSchema,
    "timeout": TimeoutSchema,
}


class MoveField(fields.Field[Mapping[str, Any]]):
    """A move, read by the schema of its `type`."""

    def __init__(self, schemas: Mapping[str, type[StrictSchema]], **settings: Any) -> None:
        super().__init__(**settings)
        self.schemas = schemas
        self._loaders = {name: schema() for name, schema in schemas.items()}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> Mapping[str, Any]:  # noqa: ARG002
        if not isinstance(value, Mapping):
            raise ValidationError("A move is an object.")
        name = value.get("type")
        loader = self._loaders.get(name) if isinstance(name, str) else None
        if loader is None:
            raise ValidationError({"type": [f"Takes one of: {', '.join(self._loaders)}."]})
        loaded: Mapping[str, Any] = loader.load(value)
        return loaded


_POSTED = MoveField(MOVE_SCHEMAS)


def typed_move(loaded: Mapping[str, Any], player: str) -> Move:
    """The move of a loaded body."""
    match loaded["type"]:
        case "place":
            x, y = loaded["at"]
            a, b, c = loaded["corners"]
            return Place(player, (x, y), (a, b, c))
        case "draw":
            return Draw(player, loaded.get("tile"))
        case "bid":
            return Bid(player, loaded["value"])
        case "discard":
            return Discard(player, loaded["tile"])
        case "declare":
            return Declare(player, loaded["trump"])
        case "play":
            return Play(player, loaded["tile"])
        case name:
            plain: dict[str, Any] = {"pass": Pass, "stop": Stop, "resign": Resign, "timeout": Timeout}
            move: Move = plain[name](player)
            return move


def read_move(value: Any) -> Mapping[str, Any]:
    """A posted move, validated; raises `malformed`."""
    try:
        loaded: Mapping[str, Any] = _POSTED.deserialize(value)
    except ValidationError as error:
        raise malformed_from(error) from None
    return loaded

"""Short words for JSON Schemas."""

from collections.abc import Collection, Mapping
from typing import Any

Schema = dict[str, Any]

MOST_INTEGER = 2**53 - 1


def ref(name: str) -> Schema:
    """A component schema by name."""
    return {"$ref": f"#/components/schemas/{name}"}


def record(text: str, members: Mapping[str, Schema], *, optional: Collection[str] = ()) -> Schema:
    """An object that has these members and may get more; all are required but `optional`."""
    needed = [name for name in members if name not in optional]
    return {"type": "object", "description": text, "required": needed, "properties": dict(members)}


def string(text: str, **more: Any) -> Schema:
    """A string."""
    return {"type": "string", "description": text, **more}


def word(text: str, *known: str) -> Schema:
    """A string out of a list that may grow: the words known now are told, not enforced."""
    listed = ", ".join(f"`{name}`" for name in known)
    return string(f"{text} One of {listed}; more may be added.", examples=list(known))


def integer(text: str, **more: Any) -> Schema:
    """An integer."""
    return {"type": "integer", "description": text, **more}


def boolean(text: str) -> Schema:
    """True or false."""
    return {"type": "boolean", "description": text}


def array(items: Schema, text: str, **more: Any) -> Schema:
    """A list."""
    return {"type": "array", "description": text, "items": items, **more}


def by_name(values: Schema, text: str) -> Schema:
    """An object whose member names are data: players, mostly."""
    return {"type": "object", "description": text, "additionalProperties": values}


def anything(text: str) -> Schema:
    """Any JSON value."""
    return {"description": text}


def nullable(schema: Schema) -> Schema:
    """That, or null."""
    if "$ref" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    return {**schema, "type": [schema["type"], "null"]}


def described(schema: Schema, text: str) -> Schema:
    """A schema with a text of its place."""
    return {**schema, "description": text}


def when(member: str, value: str, then: Schema) -> Schema:
    """A condition: where `member` is `value`, `then` holds. Other values stay open."""
    return {"if": {"properties": {member: {"const": value}}, "required": [member]}, "then": then}


VERSION = integer("A game's version: the number of its events.", minimum=0, maximum=MOST_INTEGER)
SCORES = by_name({"type": "integer"}, "Points by player.")
HASH = string("SHA-256 in hex.", pattern="^[0-9a-f]{64}$")
GAME_ID = string("The game's id, opaque.", examples=["b1f7c8a5d0e94c3f8a6b2d1e0f9c8b7a"])
PLAYER = string("A player's name.")
TURN = nullable(string("Whose turn it is; null unless a seat must move."))
RECEIPT = string(
    "A compact JWS (EdDSA) over `{game, version, hash}`. Keep it: it proves what the log was. The keys are at "
    "`/.well-known/jwks.json`.",
    pattern=r"^[\w-]+\.[\w-]+\.[\w-]+$",
)
CLAUSE = string("The clause of the sheet that rules this; read it at `/v1/rulesets/{ruleset}/clauses/{clause}`.")
TIME = string("RFC 3339, UTC.", format="date-time")
POINTER = string("JSON pointer (RFC 6901) into the body; empty is the whole body or something beside it.")
TILE = string("A tile's name: `0-1-5` (lowest number first, then clockwise), or `6-5` in trick-taking games.")
TILES = array(TILE, "Tiles by name.")
CELL = array({"type": "integer", "minimum": -200, "maximum": 200}, "The cell `[x, y]`.", minItems=2, maxItems=2)
CORNERS = array(
    {"type": "integer", "minimum": 0, "maximum": 5},
    "The three numbers, clockwise from the apex.",
    minItems=3,
    maxItems=3,
)
SCORE_ITEMS = array(ref("ScoreItem"), "The points one by one, each with its reason and clause.")

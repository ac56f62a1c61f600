"""Schemas of deals and game records."""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from service.application.opening import check_house_rules, check_players
from service.application.problems import malformed
from service.application.records import FORMAT, FORMAT_VERSION, Proof, Record, RecordedMove, RecordedRound
from service.edge.fields import Named, StrictInteger, StrictSchema, load, text
from service.edge.moves import MOST_NAME, MOVE_SCHEMAS, MoveField, typed_move
from service.edge.strict_json import parse
from service.rules.library import Library
from service.rules.sheet import Deal


class OpeningDrawSchema(StrictSchema):
    """A tile drawn to find who opens."""

    player = text(MOST_NAME, required=True)
    tile = text(16, required=True)


class DealSchema(StrictSchema):
    """A round's tiles. What is null is not known."""

    hands = Named(
        keys=text(MOST_NAME),
        values=fields.List(text(16), allow_none=True),
        required=True,
        metadata={"description": "Each player's tiles."},
    )
    pool = fields.List(text(16), allow_none=True, metadata={"description": "In the order in which it is drawn."})
    opening_draws = fields.List(
        fields.Nested(OpeningDrawSchema), metadata={"description": "Where the pool is unknown."}
    )
    widow = text(16, allow_none=True, metadata={"description": "Trick-taking: the tile left over."})
    first_bidder = text(MOST_NAME, metadata={"description": "Trick-taking: who bids first."})


class RemainingField(fields.Field[Any]):
    """What a hand held at a round's end: its tiles, or their total value."""

    tiles = fields.List(text(16))
    total = StrictInteger(validate=validate.Range(min=0))

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> Any:
        read: fields.Field[Any] = self.tiles if isinstance(value, list) else self.total
        return read.deserialize(value, attr, data)


def _recorded(schema: type[StrictSchema]) -> type[StrictSchema]:
    members = {
        "player": text(MOST_NAME, required=True),
        "claimed": StrictInteger(
            allow_none=True, metadata={"description": "The points that the move is said to score."}
        ),
        "__doc__": schema.__doc__,
    }
    return type(f"Recorded{schema.__name__}", (schema,), members)


RECORDED_SCHEMAS: Mapping[str, type[StrictSchema]] = {name: _recorded(schema) for name, schema in MOVE_SCHEMAS.items()}


class RoundSchema(StrictSchema):
    """A round of a record."""

    deal = fields.Nested(DealSchema, required=True)
    moves = fields.List(
        MoveField(RECORDED_SCHEMAS),
        required=True,
        metadata={"description": "Every move in order, draws and passes too."},
    )
    remaining = Named(
        keys=text(MOST_NAME),
        values=RemainingField(),
        metadata={"description": "What hands that are not known held at the end: tiles, or a total."},
    )
    claimed_settlement = Named(
        keys=text(MOST_NAME),
        values=StrictInteger(),
        allow_none=True,
        metadata={"description": "What the round's settlement is said to score, by player."},
    )
    claimed_scores = Named(
        keys=text(MOST_NAME),
        values=StrictInteger(),
        allow_none=True,
        metadata={"description": "The scores said to stand after the round."},
    )


class ProofSchema(StrictSchema):
    """The log that a record was exported from."""

    events = fields.List(
        Named(keys=fields.String()),
        required=True,
        metadata={"description": "Every event with its hash and openings, as exported."},
    )
    receipts = fields.List(text(4096), metadata={"description": "Receipts of the log's end."})


class RecordSchema(StrictSchema):
    """A whole game as recorded."""

    format = fields.String(required=True, validate=validate.Equal(FORMAT))
    format_version = StrictInteger(required=True, validate=validate.Equal(FORMAT_VERSION))
    ruleset = text(64, required=True, metadata={"description": "The rule sheet's id."})
    edition = StrictInteger(metadata={"description": "The sheet's edition; the newest without.", "minimum": 1})
    house_rules = Named(
        keys=fields.String(), load_default=dict, metadata={"description": "As the sheet lists them, by name."}
    )
    players = fields.List(fields.String(), required=True, metadata={"description": "Names in seat order, clockwise."})
    rounds = fields.List(fields.Nested(RoundSchema), required=True, metadata={"description": "Every round in order."})
    claimed_winner = fields.List(
        text(MOST_NAME), allow_none=True, metadata={"description": "Who is said to have won; empty is nobody."}
    )
    closed = text(1000, least=0, metadata={"description": "Why a referee closed the game, if one did."})
    proof = fields.Nested(ProofSchema, allow_none=True)
    receipts = fields.List(text(4096), metadata={"description": "Receipts that a client kept."})

    @validates_schema
    def _known_edition(self, data: Any, **_: Any) -> None:
        if isinstance(data.get("edition"), int) and data["edition"] < 1:
            raise ValidationError("Editions count from 1.", "edition")


_DEAL = DealSchema()
_RECORD = RecordSchema()


def read_deal(value: Any) -> Deal:
    """A posted deal; raises `malformed`."""
    return typed_deal(load(_DEAL, value))


def typed_deal(loaded: Mapping[str, Any]) -> Deal:
    """The deal of a loaded body; a pool that is left out is none (as in trick-taking games)."""
    pool = loaded.get("pool", ())
    draws = loaded.get("opening_draws")
    return Deal(
        hands={player: None if hand is None else tuple(hand) for player, hand in loaded["hands"].items()},
        pool=None if pool is None else tuple(pool),
        opening_draws=None if draws is None else tuple((draw["player"], draw["tile"]) for draw in draws),
        widow=loaded.get("widow"),
        first_bidder=loaded.get("first_bidder"),
    )


def read_record(library: Library, value: Any) -> Record:
    """A parsed record, validated against its sheet; raises `malformed` and `house-rules-needed`."""
    loaded = load(_RECORD, value)
    sheet = library.find(loaded["ruleset"])
    if sheet is None:
        raise malformed("/ruleset", f"there is no such rule sheet; there are: {', '.join(library.newest)}")
    edition = loaded.get("edition", sheet.edition)
    sheet = library.find(loaded["ruleset"], edition)
    if sheet is None:
        raise malformed("/edition", f"editions are: {', '.join(map(str, library.editions(loaded['ruleset'])))}")
    players = tuple(loaded["players"])
    check_players(sheet, players)
    check_house_rules(sheet, loaded["house_rules"])
    proof = loaded.get("proof")
    return Record(
        ruleset=sheet.id,
        edition=edition,
        house_rules=loaded["house_rules"],
        players=players,
        rounds=[_round(played) for played in loaded["rounds"]],
        claimed_winner=loaded.get("claimed_winner"),
        closed=loaded.get("closed"),
        proof=None if proof is None else Proof(events=proof["events"], receipts=proof.get("receipts", ())),
        receipts=loaded.get("receipts", ()),
    )


def parse_record(library: Library, raw: bytes) -> Record:
    """A record's JSON, validated against its sheet; raises `malformed` and `house-rules-needed`."""
    return read_record(library, parse(raw))


def _round(loaded: Mapping[str, Any]) -> RecordedRound:
    return RecordedRound(
        deal=typed_deal(loaded["deal"]),
        moves=[
            RecordedMove(move=typed_move(move, move["player"]), claimed=move.get("claimed")) for move in loaded["moves"]
        ],
        remaining=loaded.get("remaining"),
        claimed_settlement=loaded.get("claimed_settlement"),
        claimed_scores=loaded.get("claimed_scores"),
    )

"""Changes a stored log behind the service's back, with the head or without, with the hashes made anew or not."""

from collections.abc import Callable
from typing import Any

import orjson
import rfc8785
from redis import Redis

from service.ledger.entries import CHAIN_START, event_hash
from service.log import keys

Row = dict[str, Any]


def rows_of(redis: Redis, game: str) -> list[Row]:
    """A game's entries, each with `version`, `body`, `hash`, `sealed`, `round`."""
    found: Any = redis.xrange(keys.stream(game))
    return [
        {
            "version": int(entry_id.partition(b"-")[0]),
            "body": orjson.loads(fields[b"event"]),
            "hash": fields[b"hash"].decode(),
            "sealed": fields[b"sealed"],
            "round": fields[b"round"],
        }
        for entry_id, fields in found
    ]


def store(redis: Redis, game: str, rows: list[Row]) -> None:
    """Puts these entries in place of a game's; the head stays."""
    redis.delete(keys.stream(game))
    for row in rows:
        event = row.get("event") or rfc8785.dumps(row["body"])
        fields = {"event": event, "hash": row["hash"], "sealed": row["sealed"], "round": row["round"]}
        redis.xadd(keys.stream(game), fields, id=f"{row['version']}-0")


def numbered(rows: list[Row]) -> list[Row]:
    """The entries numbered from 1 without a gap, in the stream and in the events."""
    return [
        {**row, "version": version, "body": {**row["body"], "version": version}} for version, row in enumerate(rows, 1)
    ]


def rehashed(rows: list[Row]) -> list[Row]:
    """The entries with a chain that holds."""
    previous = CHAIN_START
    made = []
    for row in rows:
        previous = event_hash(previous, rfc8785.dumps(row["body"]))
        made.append({**row, "hash": previous})
    return made


def rewrite(redis: Redis, game: str, change: Callable[[list[Row]], list[Row]], *, cover: bool = False) -> None:
    """Changes a log. `cover`: the chain is made anew and the head changed with it, as a careful forger would."""
    rows = change(rows_of(redis, game))
    if cover:
        rows = rehashed(numbered(rows))
    store(redis, game, rows)
    if cover:
        redis.hset(keys.head(game), mapping={"version": rows[-1]["version"], "hash": rows[-1]["hash"]})


def but(rows: list[Row], at: int, **data: Any) -> list[Row]:
    """The entries with members of one event's data changed."""
    changed = {**rows[at], "body": {**rows[at]["body"], "data": {**rows[at]["body"]["data"], **data}}}
    return [*rows[:at], changed, *rows[at + 1 :]]


def index_of(rows: list[Row], kind: str, nth: int = 0) -> int:
    """Where the n-th event of a type stands."""
    return [at for at, row in enumerate(rows) if row["body"]["type"] == kind][nth]

"""The names of all keys. Every key of a game carries its partition's hash tag, `{p000}` … `{p255}`."""

import hashlib
from functools import lru_cache

PARTITIONS = 256


@lru_cache(maxsize=8192)
def partition(game: str) -> int:
    """A game's partition, found from its id."""
    return hashlib.sha256(game.encode()).digest()[0]


def _tag(number: int) -> str:
    return f"{{p{number:03d}}}"


@lru_cache(maxsize=8192)
def _game(game: str) -> str:
    """What the names of a game's keys begin with."""
    return f"{_tag(partition(game))}:game:{game}"


def stream(game: str) -> str:
    """The stream of a game's events; entry ids are `version-0`."""
    return f"{_game(game)}:events"


def head(game: str) -> str:
    """The hash of a game's newest version, hash, round and damage mark."""
    return f"{_game(game)}:head"


def generation(subject: str) -> str:
    """The head's field that counts how often a subject's tokens were made void."""
    return f"tokens {subject}"


def answers(game: str) -> str:
    """The hash of answers kept for idempotency keys."""
    return f"{_game(game)}:answers"


def duties(number: int) -> str:
    """The sorted set of a partition's settlement duties: game ids by due time in milliseconds."""
    return f"{_tag(number)}:duties"


NEWS = "domino-referee:news"
"""The channel on which each append says `game version`."""

CONFIRMED = "domino-referee:confirmed"
"""What is written to have the replicas confirm all that was written before."""


def audit(audit_id: str) -> str:
    """An audit's state."""
    return f"audit:{audit_id}"


def audit_payload(audit_id: str) -> str:
    """An audit's waiting record."""
    return f"audit:{audit_id}:payload"


def audit_done(audit_id: str) -> str:
    """A list that gets an element when the audit is done."""
    return f"audit:{audit_id}:done"


AUDITS_WAITING = "audits:waiting"
"""The hash of waiting payload bytes by audit id."""

AUDIT_OWNERS = "audits:owners"
"""The hash of waiting audits' owners by audit id."""

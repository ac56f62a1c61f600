"""Sections 2 and 3 of the contract once more, as plainly as can be and without the service's code."""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from typing import Any


def canonical(value: Any) -> bytes:
    """RFC 8785 for what occurs here: strings, integers, booleans, null, arrays, objects."""
    if isinstance(value, dict):
        members = sorted(value.items(), key=lambda member: member[0].encode("utf-16-be"))
        return b"{" + b",".join(canonical(name) + b":" + canonical(inner) for name, inner in members) + b"}"
    if isinstance(value, list | tuple):
        return b"[" + b",".join(map(canonical, value)) + b"]"
    return json.dumps(value, ensure_ascii=False).encode()


def seal(game: str, version: int, name: str, salt: str, value: Any) -> str:
    return hashlib.sha256(canonical([game, version, name, salt, value])).hexdigest()


def chain(events: Sequence[Mapping[str, Any]]) -> list[str]:
    """The hashes of a whole log's events, as bodies."""
    hashes, previous = [], "0" * 64
    for event in events:
        text = b"domino-referee/event/1\n" + previous.encode() + b"\n" + canonical(dict(event))
        previous = hashlib.sha256(text).hexdigest()
        hashes.append(previous)
    return hashes


def root_commitment(root: bytes) -> str:
    return hashlib.sha256(b"domino-referee/root/1\n" + root).hexdigest()


def round_key(root: bytes, game: str, number: int) -> bytes:
    return hmac.new(root, b"round\n" + game.encode() + b"\n" + str(number).encode(), hashlib.sha256).digest()


def key_commitment(key: bytes) -> str:
    return hashlib.sha256(b"domino-referee/round/1\n" + key).hexdigest()


def mix(seeds: Mapping[str, str]) -> bytes:
    return hashlib.sha256(canonical(dict(seeds))).digest()


def words(key: bytes, mixed: bytes, count: int) -> list[int]:
    found: list[int] = []
    block = 0
    while len(found) < count:
        digest = hmac.new(key, mixed + block.to_bytes(8, "big"), hashlib.sha256).hexdigest()
        found += [int(digest[at : at + 8], 16) for at in range(0, 64, 8)]
        block += 1
    return found[:count]


def shuffle(tiles: Sequence[str], key: bytes, mixed: bytes) -> tuple[list[str], list[int]]:
    """The tiles in the order that the key gives, and the words that are left of the first 2,000."""
    stream = words(key, mixed, 2000)
    order = sorted(tiles)
    i = len(order) - 1
    while i >= 1:
        word = stream.pop(0)
        if word < (2**32 // (i + 1)) * (i + 1):
            j = word % (i + 1)
            order[i], order[j] = order[j], order[i]
            i -= 1
    return order, stream

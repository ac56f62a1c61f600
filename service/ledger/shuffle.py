"""Fair deals: a committed root, a key for each round, client seeds, and the shuffle they determine."""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence

import rfc8785

WORDS = 2**32


def root_commitment(root: bytes) -> str:
    """What a game publishes of its 32-byte root when it opens (hex)."""
    return hashlib.sha256(b"domino-referee/root/1\n" + root).hexdigest()


def round_key(root: bytes, game: str, number: int) -> bytes:
    """The 32-byte key of a round, counted from 1."""
    return hmac.digest(root, f"round\n{game}\n{number}".encode(), "sha256")


def key_commitment(key: bytes) -> str:
    """What a round's deal publishes of its key (hex)."""
    return hashlib.sha256(b"domino-referee/round/1\n" + key).hexdigest()


def mix_of(seeds: Mapping[str, str]) -> bytes:
    """The 32 bytes that the client seeds, by player, add to every round."""
    return hashlib.sha256(rfc8785.dumps(dict(seeds))).digest()


def words(key: bytes, mix: bytes) -> Iterator[int]:
    """The endless stream of 32-bit words that a key and a mix give."""
    block = 0
    while True:
        digest = hmac.digest(key, mix + block.to_bytes(8, "big"), "sha256")
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def below(bound: int, stream: Iterator[int]) -> int:
    """A number from 0 to bound - 1, each as likely: words past the last whole multiple are skipped."""
    limit = WORDS // bound * bound
    word = next(stream)
    while word >= limit:
        word = next(stream)
    return word % bound


def shuffled(tiles: Sequence[str], stream: Iterator[int]) -> list[str]:
    """Fisher-Yates from the last place down, over the tiles in order of their names."""
    order = sorted(tiles)
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1, stream)
        order[i], order[j] = order[j], order[i]
    return order

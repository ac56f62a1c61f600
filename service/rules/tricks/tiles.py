"""Dominoes of two numbers, the higher one first in the name: `6-5`, `6-6`."""

from collections.abc import Sequence
from functools import cache


@cache
def domino_set(highest: int, left_out: Sequence[str] = ()) -> tuple[str, ...]:
    """The names of a double-`highest` set (9 at most) without some tiles, in order of the names."""
    names = (f"{high}-{low}" for high in range(highest + 1) for low in range(high + 1))
    return tuple(sorted(name for name in names if name not in left_out))


@cache
def numbers_of(tile: str) -> tuple[int, int]:
    """A tile's two numbers, the higher one first."""
    high, low = tile.split("-")
    return int(high), int(low)


def is_double(tile: str) -> bool:
    """Whether both numbers are the same."""
    high, low = numbers_of(tile)
    return high == low

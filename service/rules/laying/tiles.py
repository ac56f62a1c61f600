"""The 56 triangular tiles. A tile may be turned, never flipped."""

from collections.abc import Mapping
from itertools import combinations_with_replacement, product

from service.rules.moves import Corners

NUMBERS = range(6)

NUMBERS_OF: Mapping[str, Corners] = {f"{a}-{b}-{c}": (a, b, c) for a, b, c in combinations_with_replacement(NUMBERS, 3)}

TILES: tuple[str, ...] = tuple(NUMBERS_OF)
"""Names of all tiles, ascending: `0-0-0` … `5-5-5`."""

VALUE: Mapping[str, int] = {name: sum(numbers) for name, numbers in NUMBERS_OF.items()}
"""A tile's value: the sum of its numbers."""

TURNS: Mapping[str, tuple[Corners, ...]] = {
    name: tuple(dict.fromkeys([(a, b, c), (c, a, b), (b, c, a)])) for name, (a, b, c) in NUMBERS_OF.items()
}
"""The corner patterns (clockwise from the apex) that a tile can show: three, or one for a triple."""

TILE_OF: Mapping[Corners, str] = {turn: name for name, turns in TURNS.items() for turn in turns}
"""The tile of each of the 156 corner patterns that exist."""

Asked = tuple[int | None, int | None, int | None]


def tile_named_by(corners: Corners) -> str:
    """The tile with these three numbers in whatever order, mirrored or not."""
    return "-".join(map(str, sorted(corners)))


def is_triple(tile: str) -> bool:
    """Whether all three numbers are the same."""
    a, b, c = NUMBERS_OF[tile]
    return a == b == c


def opening_rank(tile: str) -> tuple[int, Corners]:
    """Orders tiles by sum, then highest number, then the next."""
    a, b, c = NUMBERS_OF[tile]
    return VALUE[tile], (c, b, a)


def _patterns() -> dict[Asked, tuple[tuple[str, Corners], ...]]:
    found: dict[Asked, list[tuple[str, Corners]]] = {}
    for turn, name in TILE_OF.items():
        for shown in product((True, False), repeat=3):
            asked: Asked = tuple(n if on else None for n, on in zip(turn, shown, strict=True))  # type: ignore[assignment]
            found.setdefault(asked, []).append((name, turn))
    return {asked: tuple(sorted(fits)) for asked, fits in found.items()}


FITTING: Mapping[Asked, tuple[tuple[str, Corners], ...]] = _patterns()
"""For what a cell's three corners ask (None: free), every tile and turn that answers."""

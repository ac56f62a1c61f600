"""The tiles and the lattice, counted out by hand (section 1; Moon's set in section 3)."""

from functools import cache
from itertools import product

Cell = tuple[int, int]
Point = tuple[int, int]
Corners = tuple[int, int, int]

TRIANGLES = [f"{a}-{b}-{c}" for a, b, c in product(range(6), repeat=3) if a <= b <= c]
MOON_TILES = [f"{a}-{b}" for a, b in product(range(7), repeat=2) if a >= b and (b > 0 or a == 0)]


def numbers(tile: str) -> list[int]:
    """The numbers of a tile's name, in the order of the name."""
    return [int(part) for part in tile.split("-")]


def value(tile: str) -> int:
    """The sum of a tile's numbers."""
    return sum(numbers(tile))


def is_triple(tile: str) -> bool:
    """Three equal numbers."""
    return len(set(numbers(tile))) == 1


def name_of(corners) -> str:
    """The name of the tile with these three numbers, in whatever order they stand."""
    return "-".join(str(n) for n in sorted(corners))


@cache
def turns(tile: str) -> tuple[Corners, ...]:
    """The distinct ways to turn a tile, each as numbers clockwise from the apex."""
    a, b, c = numbers(tile)
    found: list[Corners] = []
    for turned in [(a, b, c), (b, c, a), (c, a, b)]:
        if turned not in found:
            found.append(turned)
    return tuple(found)


def is_a_turned_tile(corners) -> bool:
    """False for a mirror image, which no tile shows however it is turned."""
    return tuple(corners) in turns(name_of(corners))


def points_up(cell: Cell) -> bool:
    """Whether a cell points up."""
    return (cell[0] + cell[1]) % 2 == 0


@cache
def points_of(cell: Cell) -> tuple[Point, ...]:
    """The three lattice points of a cell, clockwise from its apex."""
    x, y = cell
    if points_up(cell):
        return ((x, y), (x + 1, y + 1), (x - 1, y + 1))
    return ((x, y + 1), (x - 1, y), (x + 1, y))


@cache
def cells_round(point: Point) -> tuple[Cell, ...]:
    """The six cells that share a point, found by looking at every cell near it."""
    x, y = point
    near = [(x + dx, y + dy) for dx in range(-3, 4) for dy in range(-3, 4)]
    return tuple(cell for cell in near if point in points_of(cell))


@cache
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The three cells that share two points with this one."""
    x, y = cell
    mine = set(points_of(cell))
    near = [(x + dx, y + dy) for dx in range(-3, 4) for dy in range(-3, 4)]
    return tuple(other for other in near if len(mine & set(points_of(other))) == 2)

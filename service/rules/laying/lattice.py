"""The triangular lattice: cells, the points at their corners, and who touches whom.

A cell (x, y) points up where x + y is even, else down; y grows downward.
"""

from functools import lru_cache

from service.rules.moves import Cell

Point = tuple[int, int]

ORIGIN: Cell = (0, 0)


@lru_cache(maxsize=65536)
def corners_of(cell: Cell) -> tuple[Point, Point, Point]:
    """The cell's corners, clockwise from its apex."""
    x, y = cell
    if (x + y) % 2 == 0:
        return (x, y), (x + 1, y + 1), (x - 1, y + 1)
    return (x, y + 1), (x - 1, y), (x + 1, y)


@lru_cache(maxsize=65536)
def neighbours_of(cell: Cell) -> tuple[Cell, Cell, Cell]:
    """The cells that share a side, each opposite the corner of the same index in `corners_of`."""
    x, y = cell
    if (x + y) % 2 == 0:
        return (x, y + 1), (x - 1, y), (x + 1, y)
    return (x, y - 1), (x + 1, y), (x - 1, y)


@lru_cache(maxsize=65536)
def cells_round(point: Point) -> tuple[Cell, ...]:
    """The six cells that share a point."""
    x, y = point
    return (x, y), (x - 1, y - 1), (x + 1, y - 1), (x, y - 1), (x + 1, y), (x - 1, y)

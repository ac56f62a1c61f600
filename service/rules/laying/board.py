"""The board: laid tiles, the numbers at its points, and the figures that a placement makes."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, field

from service.rules.laying.lattice import Point, cells_round, corners_of, neighbours_of
from service.rules.laying.tiles import FITTING, Asked
from service.rules.moves import Cell, Corners


@dataclass(frozen=True, slots=True)
class Figures:
    """What a placement makes: occupied neighbours (0-3), a bridge, hexagons closed (0-3)."""

    edges: int
    bridge: bool
    hexagons: int

    @property
    def two_sides(self) -> bool:
        """Two or three sides met."""
        return self.edges >= 2


@dataclass(slots=True)
class Board:
    """Laid tiles by cell, and the number at each point that a laid tile touches."""

    cells: dict[Cell, Corners] = field(default_factory=dict)
    numbers: dict[Point, int] = field(default_factory=dict)

    def __copy__(self) -> "Board":
        return Board(dict(self.cells), dict(self.numbers))

    def lay(self, at: Cell, corners: Corners) -> None:
        """Lay a tile, in place."""
        self.cells[at] = corners
        a, b, c = corners_of(at)
        self.numbers[a], self.numbers[b], self.numbers[c] = corners

    def frontier(self) -> list[Cell]:
        """The empty cells that touch a laid tile's side, in order."""
        return sorted({cell for at in self.cells for cell in neighbours_of(at)} - self.cells.keys())

    def edges(self, at: Cell) -> int:
        """How many neighbours of the cell are occupied."""
        return sum(cell in self.cells for cell in neighbours_of(at))

    def asked(self, at: Cell) -> Asked:
        """The number that each corner of the cell must show, None where it is free."""
        a, b, c = corners_of(at)
        return self.numbers.get(a), self.numbers.get(b), self.numbers.get(c)

    def figures(self, at: Cell) -> Figures:
        """The figures of a placement on an empty cell, on the board before the tile lies there."""
        met = [cell in self.cells for cell in neighbours_of(at)]
        edges = sum(met)
        tip = corners_of(at)[met.index(True)] if edges == 1 else None
        hexagons = sum(all(cell == at or cell in self.cells for cell in cells_round(point)) for point in corners_of(at))
        return Figures(edges=edges, bridge=tip in self.numbers, hexagons=hexagons)

    def placements(self, tiles: Container[str | None]) -> Iterator[tuple[str, Cell, Corners]]:
        """Every placement (tile, cell, corners) of these tiles that fits, in order of the cells."""
        for at in self.frontier():
            for tile, corners in FITTING.get(self.asked(at), ()):
                if tile in tiles:
                    yield tile, at, corners

    def takes_any(self, tiles: Container[str | None]) -> bool:
        """Whether any of these tiles fits anywhere."""
        return next(self.placements(tiles), None) is not None

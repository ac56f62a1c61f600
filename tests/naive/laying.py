"""Laying triangles: what fits, what is wrong, which figures arise (sections 1 and 5).

A board is a dict from an occupied cell to its corners, clockwise from the apex.
"""

from itertools import permutations

from tests.naive.tiles import (
    Cell,
    Corners,
    Point,
    cells_round,
    is_a_turned_tile,
    is_triple,
    name_of,
    neighbours,
    numbers,
    points_of,
    value,
)

Board = dict[Cell, Corners]


def number_at(board: Board, point: Point) -> int | None:
    """The number that the laid tiles show at a point, None where none lies."""
    for cell in cells_round(point):
        if cell in board:
            return board[cell][points_of(cell).index(point)]
    return None


def touches(board: Board, cell: Cell) -> bool:
    """At least one neighbour is occupied."""
    return any(other in board for other in neighbours(cell))


def agrees(board: Board, cell: Cell, corners) -> bool:
    """Every point of the cell that carries a number carries the same one."""
    shown = [number_at(board, point) for point in points_of(cell)]
    return all(there is None or there == here for there, here in zip(shown, corners, strict=True))


def laying_faults(board: Board, cell: Cell, corners) -> set[str]:
    """Every way in which a placement does not fit; the round's first tile lies at the origin."""
    faults = set() if is_a_turned_tile(corners) else {"mirrored-tile"}
    if not board:
        return faults if cell == (0, 0) else faults | {"opening-off-origin"}
    if cell in board:
        faults.add("cell-occupied")
    if not touches(board, cell):
        faults.add("not-adjacent")
    if not agrees(board, cell, corners):
        faults.add("corner-mismatch")
    return faults


def open_cells(board: Board) -> list[Cell]:
    """The empty cells beside an occupied one, in order; the origin on an empty board."""
    if not board:
        return [(0, 0)]
    return sorted({other for cell in board for other in neighbours(cell)} - set(board))


def placements(board: Board, hand) -> list[tuple[Cell, Corners]]:
    """Every fitting placement of every tile of a hand: all cells and all six orders are tried."""
    found: list[tuple[Cell, Corners]] = []
    for cell in open_cells(board):
        shown = [number_at(board, point) for point in points_of(cell)]
        for tile in sorted(set(hand)):
            for corners in sorted(set(permutations(numbers(tile)))):
                if not is_a_turned_tile(corners):
                    continue
                if all(there is None or there == here for there, here in zip(shown, corners, strict=True)):
                    found.append((cell, corners))
    return found


def something_fits(board: Board, hand) -> bool:
    """Whether any tile of a hand can be laid."""
    return bool(placements(board, hand))


def edges(board: Board, cell: Cell) -> int:
    """How many neighbours of the cell are occupied."""
    return sum(other in board for other in neighbours(cell))


def is_bridge(board: Board, cell: Cell) -> bool:
    """Exactly one edge, and the tip opposite that edge touches a laid tile."""
    beside = [other for other in neighbours(cell) if other in board]
    if len(beside) != 1:
        return False
    (tip,) = set(points_of(cell)) - set(points_of(beside[0]))
    return number_at(board, tip) is not None


def hexagons(board: Board, cell: Cell) -> int:
    """How many points of the cell have all six cells occupied once it is filled."""
    filled = set(board) | {cell}
    return sum(all(around in filled for around in cells_round(point)) for point in points_of(cell))


def placement_points(rules, board: Board, cell: Cell, corners) -> list[tuple[str, int]]:
    """The points of a placement as (reason, points), figured before the tile lies there."""
    tile = name_of(corners)
    items = [("tile-value", value(tile))]
    if not board:
        kind = "zero" if tile == "0-0-0" else "triple" if is_triple(tile) else "plain"
        return items + nonzero("opening-bonus", rules["opening_bonus_" + kind])
    if is_bridge(board, cell):
        items += nonzero("bridge", rules["bridge"])
    closed = hexagons(board, cell)
    if edges(board, cell) >= 2 and not (closed and rules["hexagon_replaces_two_sides"]):
        items += nonzero("two-sides", rules["two_sides"])
    if closed:
        items += nonzero("hexagon", rules["hexagon"][closed - 1])
    return items


def nonzero(reason: str, points: int) -> list[tuple[str, int]]:
    """One item, or none where it would be of 0 points."""
    return [(reason, points)] if points else []

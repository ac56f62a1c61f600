"""Deals made so that one tile can close two or three hexagons, which chance hardly ever brings."""

from itertools import product
from typing import Any

from tests.naive.game import Game, begin, hand_size
from tests.naive.tiles import (
    TRIANGLES,
    Cell,
    Corners,
    cells_round,
    is_a_turned_tile,
    name_of,
    neighbours,
    points_of,
)

Placement = tuple[Cell, Corners]


def ring_round(hole: Cell) -> list[Cell]:
    """The twelve cells that share a point with a cell."""
    return sorted({cell for point in points_of(hole) for cell in cells_round(point)} - {hole})


def in_laying_order(ring: list[Cell]) -> list[Cell]:
    """The ring's cells from the origin on, each beside an earlier one."""
    order = [(0, 0)]
    for cell in order:
        order += [other for other in neighbours(cell) if other in ring and other not in order]
    return order


def numbered(cells: list[Cell], rng) -> dict:
    """Numbers for all points of the cells, so that every cell shows another tile; the origin shows 5-5-5."""
    at: dict = dict.fromkeys(points_of((0, 0)), 5)

    def fill(rest: list[Cell], used: frozenset[str]) -> bool:
        if not rest:
            return True
        cell = rest[0]
        free = [point for point in points_of(cell) if point not in at]
        choices = list(product(range(6), repeat=len(free)))
        rng.shuffle(choices)
        for choice in choices:
            at.update(zip(free, choice, strict=True))
            corners = [at[point] for point in points_of(cell)]
            tile = name_of(corners)
            if is_a_turned_tile(corners) and tile not in used and fill(rest[1:], used | {tile}):
                return True
            for point in free:
                del at[point]
        return False

    fill([cell for cell in cells if cell != (0, 0)], frozenset(["5-5-5"]))
    return at


def plan_of(rng) -> list[Placement]:
    """Thirteen placements, the last or the last but one in the middle of the other twelve."""
    hole = rng.choice(ring_round((0, 0)))
    cells = in_laying_order(ring_round(hole))
    cells.insert(rng.choice([11, 12]), hole)
    at = numbered(cells, rng)
    return [(cell, tuple(at[point] for point in points_of(cell))) for cell in cells]


def deal_for(game: Game, plan: list[Placement], rng) -> dict[str, Any]:
    """A deal by which the seats, from the first on, can lay the plan in turn; begins the round."""
    wanted = [name_of(corners) for _, corners in plan]
    rest = [tile for tile in TRIANGLES if tile not in wanted]
    rng.shuffle(rest)
    if game.alone:
        hands = {game.players[0]: wanted[:1]}
        rest = wanted[1:] + rest
    else:
        hands = {player: wanted[seat :: len(game.players)] for seat, player in enumerate(game.players)}
        for hand in hands.values():
            while len(hand) < hand_size(game):
                hand.append(rest.pop())
    dealt = {"hands": hands, "pool": rest}
    begin(game, dealt)
    return dealt

"""What a placement, a draw and a pass score."""

from typing import Any

from service.rules.laying.parameters import LayingRules
from service.rules.laying.table import LayingTable
from service.rules.laying.tiles import VALUE, is_triple, tile_named_by
from service.rules.moves import Cell, Corners
from service.rules.rulings import ScoreItem


def placement_items(game: Any, player: str, at: Cell, corners: Corners) -> tuple[ScoreItem, ...]:
    """The items of a placement that fits, on the board before the tile lies there."""
    table: LayingTable = game.table
    tile = tile_named_by(corners)
    value = game.sheet.item(player, VALUE[tile], "tile-value")
    if not table.board.cells:
        return (value, *_opening_bonus(game, player, tile))
    return (value, *_figure_items(game, player, at))


def _opening_bonus(game: Any, player: str, tile: str) -> tuple[ScoreItem, ...]:
    rules: LayingRules = game.rules
    if VALUE[tile] == 0:
        points, detail = rules.opening_bonus_zero, "zero"
    elif is_triple(tile):
        points, detail = rules.opening_bonus_triple, "triple"
    else:
        points, detail = rules.opening_bonus_plain, "plain"
    return (game.sheet.item(player, points, "opening-bonus", detail),) if points else ()


def _figure_items(game: Any, player: str, at: Cell) -> tuple[ScoreItem, ...]:
    rules: LayingRules = game.rules
    figures = game.table.board.figures(at)
    paid: list[tuple[str, int | None]] = []
    if figures.bridge:
        paid.append(("bridge", rules.bridge))
    if figures.two_sides and not (figures.hexagons and rules.hexagon_replaces_two_sides):
        paid.append(("two-sides", rules.two_sides))
    if figures.hexagons:
        paid.append(("hexagon", rules.hexagon[figures.hexagons - 1]))
    return tuple(game.sheet.item(player, points, reason) for reason, points in paid if points)


def draw_items(game: Any, player: str) -> tuple[ScoreItem, ...]:
    """The cost of one draw."""
    cost = game.rules.draw_cost
    return (game.sheet.item(player, -cost, "draw"),) if cost else ()


def pass_items(game: Any, player: str) -> tuple[ScoreItem, ...]:
    """The cost of a pass: of all draws made, else of an empty pool, else none."""
    rules: LayingRules = game.rules
    table: LayingTable = game.table
    if table.draws == rules.draws_per_turn:
        cost, reason = rules.no_play_cost, "no-play"
    elif table.pool_count == 0:
        cost, reason = rules.empty_pool_cost, "empty-pool"
    else:
        cost, reason = 0, "no-play"
    return (game.sheet.item(player, -cost, reason),) if cost else ()

r"""The board and its figures: drawn cases, and the facts that hold on every board."""

from collections.abc import Iterator
from functools import cache

import pytest

from service.rules.laying.board import Board, Figures
from service.rules.laying.lattice import cells_round, corners_of, neighbours_of
from service.rules.laying.tiles import TILE_OF, TILES, TURNS, is_triple
from service.rules.moves import Cell
from tests.rules.drawn import ALL_DRAWN
from tests.rules.positions import picture

Shape = frozenset[Cell]


def figures_of(art: str) -> Figures:
    """The figures that the drawn placement makes."""
    drawn = picture(art)
    board = Board()
    for at, corners in drawn.laid.items():
        board.lay(at, corners)
    assert drawn.at is not None
    assert board.asked(drawn.at) == tuple(
        number if set(cells_round(point)) & set(drawn.laid) else None
        for point, number in zip(corners_of(drawn.at), drawn.corners or (), strict=True)
    )
    return board.figures(drawn.at)


def test_one_side_alone_is_no_figure():
    art = r"""
      4---4
     /^\?/
    3---1
    """
    assert figures_of(art) == Figures(edges=1, bridge=False, hexagons=0)


def test_one_side_and_the_opposite_tip_is_a_bridge():
    art = r"""
      5---1
     /^\v/?\
    4---4---4
     \v/^\ /^\
      0---0---5
       \v/^\v/
        0---5
    """
    assert figures_of(art) == Figures(edges=1, bridge=True, hexagons=0)


def test_a_tip_of_the_shared_side_is_no_bridge():
    art = r"""
      5---1
     /^\v/?\
    4---4---4
     \v/^\
      0---0
    """
    assert figures_of(art) == Figures(edges=1, bridge=False, hexagons=0)


def test_two_sides_after_a_bridge_close_no_hexagon_while_a_cell_round_their_point_is_free():
    art = r"""
        0---0
       /^\v/^\
      5---5---1
     /^\v/ \v/?\
    4---4---5---1
     \v/^\v/^\v/
      2---2---2
    """
    figures = figures_of(art)
    assert figures == Figures(edges=2, bridge=False, hexagons=0)
    assert figures.two_sides


def test_the_sixth_tile_round_a_point_closes_a_hexagon():
    art = r"""
      0---4
     /^\v/^\
    0---0---4
     \v/?\v/
      5---5
    """
    assert figures_of(art) == Figures(edges=2, bridge=False, hexagons=1)


def test_one_tile_closes_two_hexagons_round_two_of_its_points():
    art = r"""
      1---2
     /^\v/^\
    5---5---5
     \v/^\?/^\
      4---3---3
       \v/^\v/
        4---3
    """
    assert figures_of(art) == Figures(edges=3, bridge=False, hexagons=2)


def test_one_tile_closes_three_hexagons_round_all_its_points():
    art = r"""
        0---1
       /^\v/^\
      5---1---2
     /^\v/?\v/^\
    5---3---2---5
     \v/^\v/^\v/
      3---2---0
    """
    assert figures_of(art) == Figures(edges=3, bridge=False, hexagons=3)


@pytest.mark.parametrize("name", ALL_DRAWN)
def test_a_drawn_board_answers_to_its_name(name):
    figure, _, tile = name.rpartition(" ")
    drawn = picture(ALL_DRAWN[name])
    figures = figures_of(ALL_DRAWN[name])
    assert TILE_OF[drawn.corners] == tile
    assert figures.bridge == (figure == "bridge")
    assert figures.two_sides == (figure not in ("plain", "bridge"))
    assert figures.hexagons == {"hexagon": 1, "two hexagons": 2, "three hexagons": 3}.get(figure, 0)


@cache
def shapes(size: int) -> frozenset[Shape]:
    """Every connected shape of so many cells, once in each place of the lattice's two."""
    if size == 1:
        return frozenset({frozenset({(0, 0)}), frozenset({(1, 0)})})
    return frozenset(_moved(shape | {cell}) for shape in shapes(size - 1) for cell in _beside(shape))


def _beside(shape: Shape) -> set[Cell]:
    return {cell for laid in shape for cell in neighbours_of(laid)} - shape


def _moved(shape: Shape) -> Shape:
    left, top = min(x for x, _ in shape), min(y for _, y in shape)
    left -= (left + top) % 2
    return frozenset((x - left, y - top) for x, y in shape)


def placements_on_shapes(largest: int = 8) -> Iterator[tuple[Shape, Cell, Figures]]:
    """Every free cell beside every shape, with the figures that a tile there makes."""
    for size in range(1, largest + 1):
        for shape in shapes(size):
            board = Board()
            for cell in shape:
                board.lay(cell, (0, 0, 0))
            for cell in _beside(shape):
                yield shape, cell, board.figures(cell)


def test_the_facts_of_the_figures_hold_on_every_board_of_up_to_eight_tiles():
    seen = set()
    for shape, cell, figures in placements_on_shapes():
        seen.add((figures.edges, figures.bridge, figures.hexagons))
        assert figures.edges == len(set(neighbours_of(cell)) & shape) >= 1
        assert not figures.hexagons or figures.edges >= 2
        assert figures.hexagons < 2 or figures.edges == 3
        assert not figures.bridge or (figures.edges == 1 and not figures.hexagons)
    assert seen == {(1, False, 0), (1, True, 0), (2, False, 1)}


def test_two_sides_without_a_hexagon_need_an_earlier_bridge():
    """The drawn board taken apart: laid in any order, the two sides never come before some bridge."""
    drawn = picture(ALL_DRAWN["two sides 1-1-5"])

    def bridges(laid: Shape, bridged: bool) -> Iterator[bool]:
        if len(laid) == len(drawn.laid):
            yield bridged
            return
        board = Board()
        for at in laid:
            board.lay(at, drawn.laid[at])
        for at in sorted(_beside(laid) & set(drawn.laid)):
            state = (laid | {at}, bridged or board.figures(at).bridge)
            if state not in known:
                known.add(state)
                yield from bridges(*state)

    known: set[tuple[Shape, bool]] = set()
    ends = [end for start in drawn.laid for end in bridges(frozenset({start}), False)]
    assert ends
    assert all(ends)


def test_a_board_lists_exactly_the_placements_that_agree_with_every_number():
    for art in ALL_DRAWN.values():
        drawn = picture(art)
        board = Board()
        for at, corners in drawn.laid.items():
            board.lay(at, corners)
        numbers = {p: n for at, tile in drawn.laid.items() for p, n in zip(corners_of(at), tile, strict=True)}
        expected = {
            (tile, at, turn)
            for at in _beside(frozenset(drawn.laid))
            for tile in TILES
            for turn in TURNS[tile]
            if all(numbers.get(p, n) == n for p, n in zip(corners_of(at), turn, strict=True))
        }
        listed = list(board.placements(set(TILES)))
        assert set(listed) == expected
        assert len(listed) == len(expected)
        assert all(is_triple(tile) or sum(t == tile and a == at for t, a, _ in listed) == 1 for tile, at, _ in listed)

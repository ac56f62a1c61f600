"""The triangular lattice."""

import pytest

from service.rules.laying.lattice import cells_round, corners_of, neighbours_of

FIELD = [(x, y) for x in range(-6, 7) for y in range(-6, 7)]


@pytest.mark.parametrize(
    ("cell", "corners"),
    [
        ((0, 0), ((0, 0), (1, 1), (-1, 1))),
        ((3, 1), ((3, 1), (4, 2), (2, 2))),
        ((1, 0), ((1, 1), (0, 0), (2, 0))),
        ((-2, -1), ((-2, 0), (-3, -1), (-1, -1))),
    ],
)
def test_the_corners_of_a_cell_run_clockwise_from_its_apex(cell, corners):
    assert corners_of(cell) == corners


@pytest.mark.parametrize("cell", FIELD)
def test_neighbours_are_the_cells_that_share_two_points(cell):
    mine = set(corners_of(cell))
    sharing = {other for other in FIELD if other != cell and len(mine & set(corners_of(other))) == 2}
    assert sharing <= set(neighbours_of(cell))
    assert all(len(mine & set(corners_of(other))) == 2 for other in neighbours_of(cell))


@pytest.mark.parametrize("cell", FIELD)
def test_a_neighbour_lies_opposite_the_corner_of_the_same_place(cell):
    for corner, other in zip(corners_of(cell), neighbours_of(cell), strict=True):
        assert set(corners_of(cell)) - set(corners_of(other)) == {corner}


def test_six_cells_share_each_point():
    for point in [(x, y) for x, y in FIELD if (x + y) % 2 == 0]:
        round_it = cells_round(point)
        assert len(set(round_it)) == 6
        assert all(point in corners_of(cell) for cell in round_it)


def test_every_point_lies_where_x_plus_y_is_even():
    assert all((x + y) % 2 == 0 for cell in FIELD for x, y in corners_of(cell))

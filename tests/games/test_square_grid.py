"""Square boards."""

from __future__ import annotations

import pytest

from games.square_grid import Grid

GRID = Grid(8)


def test_squares_are_numbered_from_a1_eastwards_then_northwards() -> None:
    assert GRID.names[:3] == ("a1", "b1", "c1")
    assert GRID.names[8] == "a2"
    assert GRID.names[-1] == "h8"


def test_names_and_numbers_undo_each_other() -> None:
    assert [GRID.numbers[name] for name in GRID.names] == list(range(64))


def test_a_square_knows_its_row_and_column() -> None:
    square = GRID.numbers["c5"]
    assert (GRID.row(square), GRID.column(square)) == (5, 2)


def test_a_corner_touches_three_squares_an_edge_five_and_the_middle_eight() -> None:
    near = {name: {GRID.names[i] for i in GRID.around[GRID.numbers[name]]} for name in ("a1", "h4", "d5")}
    assert near["a1"] == {"a2", "b1", "b2"}
    assert near["h4"] == {"h3", "h5", "g3", "g4", "g5"}
    assert near["d5"] == {"c4", "c5", "c6", "d4", "d6", "e4", "e5", "e6"}


def test_a_board_may_have_more_columns_than_rows() -> None:
    wide = Grid(10, 3)
    assert (wide.names[9], wide.names[10], wide.names[-1]) == ("j1", "a2", "j3")
    assert (wide.row(10), wide.column(10)) == (2, 0)
    ends = {name: [near is not None for near in wide.sides[wide.numbers[name]]] for name in ("a1", "j3", "e2")}
    assert ends == {"a1": [True, True, False, False], "j3": [False, False, True, True], "e2": [True] * 4}


def test_diagonals_go_round_from_the_north_east() -> None:
    near = GRID.diagonals[GRID.numbers["d4"]]
    assert [GRID.names[square] for square in near if square is not None] == ["e5", "e3", "c3", "c5"]
    assert [square is None for square in GRID.diagonals[GRID.numbers["a8"]]] == [True, False, True, True]


def test_the_compass_goes_round_from_the_north() -> None:
    near = GRID.compass[GRID.numbers["d4"]]
    assert [GRID.names[square] for square in near if square is not None] == [
        "d5",
        "e5",
        "e4",
        "e3",
        "d3",
        "c3",
        "c4",
        "c5",
    ]
    assert [square is None for square in GRID.compass[0]] == [False, False, False, True, True, True, True, True]


@pytest.mark.parametrize(("columns", "rows"), [(0, 3), (27, 3), (3, -1)])
def test_a_board_has_squares_and_a_letter_for_each_column(columns: int, rows: int) -> None:
    with pytest.raises(ValueError, match="1 to 26 columns"):
        Grid(columns, rows)

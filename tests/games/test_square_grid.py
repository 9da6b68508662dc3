"""Square boards."""

from __future__ import annotations

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

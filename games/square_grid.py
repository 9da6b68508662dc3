"""Boards of squares: they are numbered from a1 (0) eastwards, then row by row northwards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Grid:
    """A board of at most 26 columns and of `rows` rows, as many as columns if none are given.

    North is up, row 1 is the southernmost. Raises `ValueError` for a board without squares or with too many columns.
    """

    columns: int
    rows: int = 0

    def __post_init__(self) -> None:
        """Make the board a square if no rows are given."""
        object.__setattr__(self, "rows", self.rows or self.columns)
        if not (1 <= self.columns <= len(LETTERS) and self.rows >= 1):
            raise ValueError(f"A board has 1 to {len(LETTERS)} columns and at least 1 row.")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of all squares by number: a1, b1, ..."""
        return tuple(f"{LETTERS[column]}{row + 1}" for row in range(self.rows) for column in range(self.columns))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Number of each square by name."""
        return {name: i for i, name in enumerate(self.names)}

    @cached_property
    def around(self) -> tuple[tuple[int, ...], ...]:
        """For each square the (up to eight) squares that touch it, by side or corner."""
        return tuple(tuple(sorted(near for near in squares if near is not None)) for squares in self.compass)

    @cached_property
    def compass(self) -> tuple[tuple[int | None, ...], ...]:
        """For each square its eight neighbours clockwise from the north; None where the board ends."""
        return self._steps(((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)))

    @cached_property
    def sides(self) -> tuple[tuple[int | None, ...], ...]:
        """For each square its neighbours to the north, east, south and west; None where the board ends."""
        return tuple(squares[::2] for squares in self.compass)

    @cached_property
    def diagonals(self) -> tuple[tuple[int | None, ...], ...]:
        """For each square its neighbours to the north-east, south-east, south-west and north-west, or None."""
        return tuple(squares[1::2] for squares in self.compass)

    def _steps(self, ways: tuple[tuple[int, int], ...]) -> tuple[tuple[int | None, ...], ...]:
        return tuple(
            tuple(self._at(square % self.columns + east, square // self.columns + north) for east, north in ways)
            for square in range(self.columns * self.rows)
        )

    def _at(self, column: int, row: int) -> int | None:
        """Return the square of a column and a row, both from 0, or None beyond the board."""
        return row * self.columns + column if 0 <= column < self.columns and 0 <= row < self.rows else None

    def row(self, square: int) -> int:
        """Row of a square, from 1."""
        return square // self.columns + 1

    def column(self, square: int) -> int:
        """Column of a square, from 0 for `a`."""
        return square % self.columns

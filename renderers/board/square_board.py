"""Boards of squares: where squares lie in a picture, and their coordinates in the margin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.square_grid import LETTERS
from renderers.board.highlights import HighlightPlace
from renderers.drawing.canvas import WIDTH
from renderers.drawing.themes import DARK
from renderers.drawing.typeface import BOLD_LABEL, LABEL

if TYPE_CHECKING:
    from renderers.drawing.canvas import Canvas
    from renderers.drawing.themes import Theme

_BESIDE, _BELOW, _BLANK = 28, 23, 18


@dataclass(frozen=True, slots=True)
class SquareBoard:
    """A board in the middle of a picture, at most 8 squares wide and 9 high.

    Columns and rows are counted from 0, from the lower left square as it is drawn. `pitch` is the side of a square and
    `top` the upper edge of the board, in picture pixels.
    """

    columns: int
    rows: int
    pitch: int
    top: int

    @property
    def left(self) -> int:
        """The left edge of the board."""
        return (WIDTH - self.columns * self.pitch) // 2

    @property
    def right(self) -> int:
        """The right edge of the board."""
        return self.left + self.columns * self.pitch

    @property
    def bottom(self) -> int:
        """The lower edge of the board."""
        return self.top + self.rows * self.pitch

    @property
    def row_middles(self) -> tuple[int, ...]:
        """The heights of the middles of all rows, row 0 first."""
        return tuple(self.centre(0, row)[1] for row in range(self.rows))

    def centre(self, column: int, row: int) -> tuple[int, int]:
        """Return the middle of a square."""
        half = self.pitch // 2
        return self.left + column * self.pitch + half, self.bottom - (row + 1) * self.pitch + half

    def highlight(self, name: str) -> HighlightPlace:
        """Return where to highlight a square by its name, with the eye in its middle."""
        middle = self.centre(LETTERS.index(name[0]), int(name[1:]) - 1)
        return HighlightPlace(middle, self.pitch // 2 - 4, middle)

    def draw_coordinates(self, picture: Canvas, theme: Theme = DARK, *, rotated: bool = False) -> None:
        """Write the letters of the columns below the board, and the numbers of the rows on both sides of it."""
        for column in range(self.columns):
            letter = LETTERS[self.columns - 1 - column if rotated else column]
            self._write_column(picture, column, letter, theme, bold=False)
        for row in range(self.rows):
            self._write_row(picture, row, str(self.rows - row if rotated else row + 1), theme, bold=False)

    def emphasize_coordinates(self, picture: Canvas, column: int, row: int, name: str, theme: Theme = DARK) -> None:
        """Write the coordinates of a square, whose name is given, over those drawn before, in bold."""
        self._write_column(picture, column, name[0], theme, bold=True)
        self._write_row(picture, row, name[1:], theme, bold=True)

    def _write_column(self, picture: Canvas, column: int, letter: str, theme: Theme, *, bold: bool) -> None:
        _write_label(picture, (self.centre(column, 0)[0], self.bottom + _BELOW), letter, theme, bold=bold)

    def _write_row(self, picture: Canvas, row: int, number: str, theme: Theme, *, bold: bool) -> None:
        y = self.centre(0, row)[1]
        for x in (self.left - _BESIDE, self.right + _BESIDE):
            _write_label(picture, (x, y), number, theme, bold=bold)


def _write_label(picture: Canvas, at: tuple[int, int], text: str, theme: Theme, *, bold: bool) -> None:
    """Write a coordinate over blank ground, so that a bold one replaces one drawn before."""
    x, y = at
    picture.fill((x - _BLANK, y - _BLANK, x + _BLANK, y + _BLANK), theme.bg)
    picture.write(at, text, BOLD_LABEL if bold else LABEL, theme.high if bold else theme.mid, "m")

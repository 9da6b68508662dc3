"""Force Field Factions' empty board: where things lie, the tiles, the panel of the pool, the compass rose."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from games.force_field_factions.state import COLOURS, GRID
from games.translation import gettext as _
from renderers.board.frame import MARGIN
from renderers.drawing.canvas import WIDTH, Canvas
from renderers.drawing.sketch import Sketch
from renderers.drawing.typeface import BOLD_LABEL, COUNT, LABEL, LETTERING, PLAIN
from renderers.force_field_factions.colours import choose_colours
from renderers.force_field_factions.fields import draw_badge

if TYPE_CHECKING:
    from collections.abc import Mapping

    from renderers.drawing.colours import Colour
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Theme

PITCH = 96
LEFT, TOP = 60, 136
HEIGHT = 1048
CAPTION = 952
PLATE = 96
ROWS = tuple(TOP + PITCH // 2 + i * PITCH for i in range(8))

_BOTTOM = TOP + 8 * PITCH
_PANEL_WIDTH = 132
_PANEL = WIDTH - MARGIN - _PANEL_WIDTH
_BADGES = _PANEL + 33
_COUNTS = {2: _PANEL + 74, 3: _PANEL + 108}
_PANEL_HEIGHT = 650
POOL_ROWS = tuple(TOP + 122 + 81 * i for i in range(7))
ROSE = _PANEL + _PANEL_WIDTH // 2, _BOTTOM - 51
"""The middle of the compass rose, its letter counted in."""
_ARM = 32


def centre(square: int) -> tuple[int, int]:
    """Return the middle of a square in the picture."""
    return LEFT + GRID.column(square) * PITCH + PITCH // 2, ROWS[8 - GRID.row(square)]


def shade(square: int) -> Literal[0, 1]:
    """Return which of the two tones a square has; a1 is dark."""
    return 1 if (GRID.column(square) + GRID.row(square)) % 2 == 0 else 0


def empty(theme: Theme, scale: int, *, rotated: bool) -> Canvas:
    """Return the empty board, its coordinates and the pool without heading and counts."""
    picture, tiles = Canvas.blank(HEIGHT, theme.bg, scale), choose_colours(theme).tiles
    for square in range(64):
        x, y = centre(square)
        picture.draw_box((x - 45, y - 45, x + 45, y + 45), 10, tiles[shade(square)])
    for square in range(64):
        label(picture, square, theme, rotated=rotated)
    picture.draw_box((_PANEL, TOP, _PANEL + _PANEL_WIDTH, TOP + _PANEL_HEIGHT), 20, theme.panel, 3, theme.line)
    for size, x in _COUNTS.items():
        picture.paste_centred(_pips(size, theme.mid), x, TOP + 72)
    for letter, y in zip(COLOURS, POOL_ROWS, strict=True):
        draw_badge(picture, letter, _BADGES, y)
    _draw_rose(picture, theme, 1 if rotated else -1)
    return picture


def _draw_rose(picture: Canvas, theme: Theme, north: int) -> None:
    """Draw the compass rose: an N beyond its north arm, which points up (`north` is -1) or down (1)."""
    x, y = ROSE
    picture.paste_centred(_rose(theme, north), x, y - 14 * north)
    picture.write((x, y + 38 * north), "N", LETTERING, theme.high, "m")


@lru_cache(4)
def _rose(theme: Theme, north: int) -> Sprite:
    """Four long arms and four short ones, each folded along its middle; the north arm is the bright one."""
    sketch = Sketch(2 * _ARM + 8, 2 * _ARM + 8)
    for quarter, length in (*((turn + 0.5, 0.5) for turn in range(4)), *((turn, 1.0) for turn in range(4))):
        tip = _around(quarter, _ARM * length, north)
        bright = quarter == 0
        for side, fill in ((-0.5, theme.high if bright else theme.mid), (0.5, theme.mid if bright else theme.low)):
            sketch.polygon(((0, 0), tip, _around(quarter + side, _ARM * 0.3, north)), fill)
    return sketch.finish()


def _around(quarter: float, radius: float, north: int) -> tuple[float, float]:
    """Return the point so many quarters of a turn from north, clockwise as the board is held."""
    angle = math.pi / 2 * quarter
    return -north * radius * math.sin(angle), north * radius * math.cos(angle)


@lru_cache(4)
def _pips(count: int, fill: Colour) -> Sprite:
    sketch = Sketch(36, 16)
    for i in range(count):
        sketch.disc((i - (count - 1) / 2) * 9.5, 0, 4, fill)
    return sketch.finish()


def label(picture: Canvas, square: int, theme: Theme, *, rotated: bool, highlighted: bool = False) -> None:
    """Write the coordinates of the row and column that a square lies in, over blank ground, in bold if `highlighted`.

    The square is counted as on a board that isn't rotated.
    """
    x, y = centre(square)
    column, row = GRID.names[63 - square if rotated else square]
    for at, text in (((x, _BOTTOM + 24), column), ((LEFT - 24, y), row)):
        picture.fill((at[0] - 17, at[1] - 18, at[0] + 17, at[1] + 18), theme.bg)
        picture.write(at, text, BOLD_LABEL if highlighted else LABEL, theme.high if highlighted else theme.mid, "m")


def draw_pool(picture: Canvas, left: Mapping[tuple[str, int], int], theme: Theme) -> None:
    """Write how many fields of each colour and size are left, with a heading; where none is, the number fades."""
    heading, room = (_PANEL + _PANEL_WIDTH / 2, TOP + 34), _PANEL_WIDTH - 12
    picture.write_within(heading, _("pool"), PLAIN, theme.high, room, "m")
    for letter, y in zip(COLOURS, POOL_ROWS, strict=True):
        for size, x in _COUNTS.items():
            count = left[letter, size]
            picture.write((x, y), str(count), COUNT, theme.high if count else theme.low, "m")

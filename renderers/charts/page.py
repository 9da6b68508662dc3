"""The page of a chart: its ground, its heading and its rows, and how it is stored."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from renderers.drawing.canvas import WIDTH, Canvas
from renderers.drawing.colours import BLUE, GREEN, INK, YELLOW, mix
from renderers.drawing.png import encode
from renderers.drawing.png_palettes import build_palette
from renderers.drawing.themes import THEMES
from renderers.drawing.typeface import MOVE, PLAIN, TextStyle

if TYPE_CHECKING:
    from renderers.drawing.canvas import Size
    from renderers.drawing.colours import Colour
    from renderers.drawing.png_palettes import Palette
    from renderers.drawing.themes import Name, Theme

MARGIN = 24
LEFT, RIGHT = MARGIN, WIDTH - MARGIN
HEADING = 118
"""The height of the heading, from the upper edge of the page."""
FOOT = 24
"""The space below the last row."""
HEAD = TextStyle("SemiBold", 25)
"""The style of the words over columns."""
_RADIUS = 14
_EDGE = 3


def gain_tone(theme: Theme) -> Colour:
    """Return the ground under what was won."""
    return mix(theme.panel, GREEN.left, 0.55)


def accent(theme: Theme) -> Colour:
    """Return the colour of points and curves."""
    return theme.thin[BLUE]


def band_tone(theme: Theme) -> Colour:
    """Return the colour of what lies round a point or a curve: its uncertainty."""
    return mix(theme.panel, accent(theme), 0.34)


def open_page(height: int, title: str, subtitle: str, theme: Theme, size: Size) -> Canvas:
    """Return a page with its title and what stands below it, as high as its content with the heading."""
    page = Canvas.blank(height, theme.bg, 2 if size == "large" else 1)
    page.write_within((LEFT, 44), title, MOVE, theme.high, RIGHT - LEFT)
    page.write_within((LEFT, 88), subtitle, PLAIN, theme.mid, RIGHT - LEFT)
    return page


def draw_row(page: Canvas, top: int, height: int, theme: Theme, *, own: bool = False) -> None:
    """Draw the ground of a row, with an edge round the reader's `own`."""
    box = (LEFT, top, RIGHT, top + height)
    page.draw_box(box, _RADIUS, theme.panel, _EDGE if own else 0, theme.low if own else None)


def draw_place(page: Canvas, x: int, y: int, place: int | None, theme: Theme) -> None:
    """Write a place round a point, the first one on a yellow ground, and a dash for None."""
    if place == 1:
        page.draw_box((x - 22, y - 22, x + 22, y + 22), 14, YELLOW.base)
    page.write(
        (x, y),
        "\u2013" if place is None else str(place),
        TextStyle("ExtraBold", 28),
        INK if place == 1 else theme.mid,
        "m",
    )


def store_page(page: Canvas, theme_name: Name, size: Size) -> bytes:
    """Return a page as PNG, as wide as `PICTURE_WIDTHS` says for the size."""
    return encode(_palette(theme_name).store(page.resize_to(size)))


@lru_cache(2)
def _palette(theme_name: Name) -> Palette:
    theme = THEMES[theme_name]
    grounds = (theme.bg, theme.panel, theme.line, gain_tone(theme), band_tone(theme), accent(theme), YELLOW.base)
    inks = (theme.high, theme.mid, theme.low, INK)
    edges = [*product(inks, grounds), *combinations(grounds, 2)]
    return build_palette(grounds, edges, theme.frame)

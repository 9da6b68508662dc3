"""Xero-G's empty board: where things lie, the tiles in space, the two planets."""

from __future__ import annotations

import math
import random
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from games.xero_g.state import GRID
from renderers.drawing.canvas import WIDTH, Canvas
from renderers.drawing.colours import BLUE, INK, RED
from renderers.drawing.shapes import star_polygon
from renderers.drawing.sketch import Sketch
from renderers.drawing.typeface import BOLD_LABEL, LABEL
from renderers.xero_g.colours import BANDS, HOLLOWS, choose_colours

if TYPE_CHECKING:
    from collections.abc import Sequence

    from renderers.drawing.colours import Colour, Owner
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Theme

PITCH = 124
LEFT, TOP = 128, 218
HEIGHT = 1162
CAPTION = 1064
ROWS = tuple(TOP + PITCH // 2 + i * PITCH for i in range(6))
COLUMNS = tuple(LEFT + PITCH // 2 + i * PITCH for i in range(6))
MARGIN_LABELS = 90, WIDTH - 90

NORTH_TOP, SOUTH_TOP, _PLANET = 120, 968, 92
_PLANET_RADIUS = 2300
DOCKS = (NORTH_TOP + 58, SOUTH_TOP + 34)
"""Height of a ship in the north base and in the south base."""


class View(NamedTuple):
    """How a board is looked at: in which theme, and whether from North's side. Its owners begin at the lower edge."""

    theme: Theme
    rotated: bool

    @property
    def owners(self) -> tuple[Owner, Owner]:
        """The owner of the base below the board, and that of the base above it."""
        return (BLUE, RED) if self.rotated else (RED, BLUE)

    def column(self, number: int) -> str:
        """Return the letter of a column, counted from the left, from 0."""
        return "fedcba"[number] if self.rotated else "abcdef"[number]

    def row(self, number: int) -> str:
        """Return the name of a row, counted from below, from 1."""
        return str(7 - number if self.rotated else number)


def centre(square: int) -> tuple[int, int]:
    """Return the middle of a square in the picture."""
    return COLUMNS[GRID.column(square)], ROWS[6 - GRID.row(square)]


def shade(square: int) -> Literal[0, 1]:
    """Return which of the two tones a square has; a1 is dark."""
    return 1 if (GRID.column(square) + GRID.row(square)) % 2 == 0 else 0


def space(view: View, scale: int) -> Canvas:
    """Return the empty board between its two planets, with all coordinates."""
    theme, tiles = view.theme, choose_colours(view.theme).tiles
    picture = Canvas.blank(HEIGHT, theme.bg, scale)
    for x, y, sprite in _stars(theme.star_dust):
        picture.paste_centred(sprite, x, y, once=True)
    for square in range(36):
        picture.paste_centred(tile(tiles[shade(square)]), *centre(square))
    for owner, top in zip(view.owners, (SOUTH_TOP, NORTH_TOP), strict=True):
        below = top == SOUTH_TOP
        picture.paste_centred(_planet(owner, below=below), WIDTH / 2, top + _PLANET / 2, once=True)
        for column, x in enumerate(COLUMNS):
            depth = _edge(x - WIDTH / 2) + 31
            y = top + depth if below else top + _PLANET - depth
            picture.write((x, y), view.column(column), BOLD_LABEL, INK, "m")
    for row in range(1, 7):
        for x in MARGIN_LABELS:
            picture.write((x, ROWS[6 - row]), view.row(row), LABEL, theme.mid, "m")
    return picture


def _stars(dust: Colour) -> Sequence[tuple[float, float, Sprite]]:
    dice = random.Random(8)  # noqa: S311 - decoration
    found: list[tuple[float, float, Sprite]] = []
    for i in range(28):
        sketch = Sketch(24, 24)
        if i % 7:
            sketch.disc(0, 0, dice.uniform(1.6, 2.8), dust)
        else:
            sketch.polygon(star_polygon(4, 9, 0.28), dust)
        x, y = dice.uniform(14, 56), dice.uniform(TOP + 10, SOUTH_TOP - 10)
        found.append((x if i % 2 else WIDTH - x, y, sketch.finish()))
    return found


def _edge(x: float) -> float:
    """How far a planet's edge falls off, in pixels, at a distance from the middle of the picture."""
    return _PLANET_RADIUS - math.sqrt(_PLANET_RADIUS**2 - x * x)


def _planet(owner: Owner, *, below: bool) -> Sprite:
    """A base: the edge of a planet, rim towards the board. South's has craters, North's bands."""
    sketch = Sketch(WIDTH, _PLANET, origin=(WIDTH / 2, 0))
    xs = range(-500, 501, 10)

    def layer(depth: float, fill: Colour) -> None:
        arc = [(float(x), min(float(_PLANET), _edge(x) + depth)) for x in xs]
        shape = [*arc, (500.0, float(_PLANET)), (-500.0, float(_PLANET))]
        sketch.polygon(shape if below else [(x, _PLANET - y) for x, y in shape], fill)

    layer(0, owner.right)
    layer(8, owner.base)
    if owner is BLUE:
        layer(50, BANDS[owner])
        layer(80, owner.base)
    else:
        for x, y, radius in ((-404, 84, 14), (-356, 50, 7), (-182, 86, 9), (146, 28, 6), (318, 88, 16), (392, 66, 9)):
            sketch.disc(x, y if below else _PLANET - y, radius, HOLLOWS[owner])
    return sketch.finish()


@lru_cache(16)
def tile(fill: Colour) -> Sprite:
    """Return a square of the board."""
    sketch = Sketch(PITCH, PITCH)
    sketch.box((-59, -59, 59, 59), fill, 12)
    return sketch.finish()

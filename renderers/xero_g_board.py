"""Xero-G's empty board: where things lie, the tiles in space, the two planets."""

from __future__ import annotations

import math
import random
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from PIL import Image

from games.xero_g.state import GRID
from renderers.canvas import WIDTH, Sketch, burst, paste
from renderers.palette import BG, BLUE, INK, MID, RED, SPACE, STAR_DUST, Colour, mix
from renderers.words import FRESH_LABEL, LABEL, write

if TYPE_CHECKING:
    from collections.abc import Sequence

OWNERS = (RED, BLUE)
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

BANDS = tuple(mix(owner.base, owner.left, 0.5) for owner in OWNERS)
HOLLOWS = tuple(mix(owner.base, owner.right, 0.4) for owner in OWNERS)


def centre(square: int) -> tuple[int, int]:
    """Return the middle of a square in the picture."""
    return COLUMNS[GRID.column(square)], ROWS[6 - GRID.row(square)]


def shade(square: int) -> Literal[0, 1]:
    """Return which of the two tones a square has; a1 is dark."""
    return 1 if (GRID.column(square) + GRID.row(square)) % 2 == 0 else 0


@lru_cache(1)
def space() -> Image.Image:
    """Return the empty board between its two planets, with all coordinates. Nobody may change it: it is shared."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), BG)
    for x, y, sprite in _stars():
        paste(picture, sprite, x, y)
    for square in range(36):
        paste(picture, tile(SPACE[shade(square)]), *centre(square))
    for seat, top in ((1, SOUTH_TOP), (2, NORTH_TOP)):
        paste(picture, _planet(seat), WIDTH / 2, top + _PLANET / 2)
        for column, x in enumerate(COLUMNS):
            depth = _edge(x - WIDTH / 2) + 31
            y = top + depth if seat == 1 else top + _PLANET - depth
            write(picture, (x, y), "abcdef"[column], FRESH_LABEL, INK, "m")
    for row in range(1, 7):
        for x in MARGIN_LABELS:
            write(picture, (x, ROWS[6 - row]), str(row), LABEL, MID, "m")
    return picture


def _stars() -> Sequence[tuple[float, float, Image.Image]]:
    dice = random.Random(8)  # noqa: S311 - decoration
    found: list[tuple[float, float, Image.Image]] = []
    for i in range(28):
        sketch = Sketch(24, 24)
        if i % 7:
            sketch.disc(0, 0, dice.uniform(1.6, 2.8), STAR_DUST)
        else:
            sketch.polygon(burst(4, 9, 0.28), STAR_DUST)
        x, y = dice.uniform(14, 56), dice.uniform(TOP + 10, SOUTH_TOP - 10)
        found.append((x if i % 2 else WIDTH - x, y, sketch.done()))
    return found


def _edge(x: float) -> float:
    """How far a planet's edge falls off, in pixels, at a distance from the middle of the picture."""
    return _PLANET_RADIUS - math.sqrt(_PLANET_RADIUS**2 - x * x)


def _planet(seat: int) -> Image.Image:
    """A base: the edge of a planet, rim towards the board. South's has craters, North's bands."""
    owner = OWNERS[seat - 1]
    sketch = Sketch(WIDTH, _PLANET, origin=(WIDTH / 2, 0))
    xs = range(-500, 501, 10)

    def layer(depth: float, fill: Colour) -> None:
        arc = [(float(x), min(float(_PLANET), _edge(x) + depth)) for x in xs]
        shape = [*arc, (500.0, float(_PLANET)), (-500.0, float(_PLANET))]
        sketch.polygon(shape if seat == 1 else [(x, _PLANET - y) for x, y in shape], fill)

    layer(0, owner.right)
    layer(8, owner.base)
    if seat == 2:
        layer(50, BANDS[1])
        layer(80, owner.base)
    else:
        for x, y, radius in ((-404, 84, 14), (-356, 50, 7), (-182, 86, 9), (146, 28, 6), (318, 88, 16), (392, 66, 9)):
            sketch.disc(x, y, radius, HOLLOWS[0])
    return sketch.done()


@lru_cache(8)
def tile(fill: Colour) -> Image.Image:
    """Return a square of the board."""
    sketch = Sketch(PITCH, PITCH)
    sketch.box((-59, -59, 59, 59), fill, 12)
    return sketch.done()

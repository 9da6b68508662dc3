"""Force fields: rings of seven colours round a pyramid, and the badges with their letters."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from renderers.drawing.colours import INK, PAPER
from renderers.drawing.sketch import Sketch
from renderers.drawing.typeface import BADGE
from renderers.force_field_factions.colours import BADGE_INKS, FIELDS

if TYPE_CHECKING:
    from renderers.drawing.canvas import Canvas
    from renderers.drawing.colours import Colour
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Theme

_RADII = {2: 0.35, 3: 0.462}
_BAND = 0.066
_BADGE = 19


def radius(size: int, pitch: float) -> float:
    """Return the radius of a field of 2 or 3 pips, in the middle of its band."""
    return _RADII[size] * pitch


@lru_cache(128)
def field(letter: str, size: int, pitch: int, filling: Colour, halo: tuple[Colour, ...] = ()) -> Sprite:
    """Return a field of 2 or 3 pips as a ring, dashed if it is clear; halo colours go from the ring outwards."""
    middle, band = radius(size, pitch), _BAND * pitch
    outer, inner = middle + band / 2, middle - band / 2
    span = 2 * math.ceil(outer + 14)
    sketch = Sketch(span, span)
    for i, fill in reversed(list(enumerate(halo))):
        sketch.disc(0, 0, outer + 6.5 + 2.5 * i, fill)
    sketch.disc(0, 0, outer + 2, INK)
    if letter == "c":
        count = round(math.tau * middle / (0.2 * pitch))
        for i in range(count):
            start, end = (math.tau * (i + share) / count for share in (0, 0.62))
            sketch.polygon(_sector(inner, outer, start, end), FIELDS["c"])
    else:
        sketch.disc(0, 0, outer, FIELDS[letter])
        sketch.disc(0, 0, inner, INK)
    sketch.disc(0, 0, inner - 2, filling)
    return sketch.finish()


def _sector(inner: float, outer: float, start: float, end: float) -> list[tuple[float, float]]:
    angles = [start + (end - start) * i / 5 for i in range(6)]
    return [
        (length * math.cos(angle), length * math.sin(angle))
        for length, way in ((outer, angles), (inner, angles[::-1]))
        for angle in way
    ]


def draw_badge(picture: Canvas, letter: str, x: float, y: float, *, highlighted: bool = False) -> None:
    """Draw the badge with a field's letter; a `highlighted` one is larger, with a white rim."""
    picture.paste_centred(_badge(letter, highlighted=highlighted), x, y)
    picture.write((x, y), letter.upper(), BADGE, BADGE_INKS[letter], "m")


def draw_lost_badge(picture: Canvas, letter: str, x: float, y: float, theme: Theme) -> None:
    """Draw the badge of a field that is gone: hollow and struck out."""
    picture.paste_centred(_lost(letter, theme.panel), x, y)
    picture.write((x, y), letter.upper(), BADGE, theme.high, "m")


@lru_cache(16)
def _badge(letter: str, *, highlighted: bool) -> Sprite:
    sketch, size = Sketch(60, 60), _BADGE * (1.12 if highlighted else 1)
    if highlighted:
        sketch.disc(0, 0, size + 5.5, INK)
        sketch.disc(0, 0, size + 4, PAPER)
    sketch.disc(0, 0, size, INK)
    sketch.disc(0, 0, size - 2.5, FIELDS[letter])
    return sketch.finish()


@lru_cache(16)
def _lost(letter: str, hollow: Colour) -> Sprite:
    sketch = Sketch(60, 60)
    for ends, wide, fill in ((21, 9, INK), (21, 5, FIELDS[letter])):
        sketch.line(((-ends, ends), (ends, -ends)), wide, fill)
    for size, fill in ((20, INK), (18, FIELDS[letter]), (14.5, hollow)):
        sketch.disc(0, 0, size, fill)
    return sketch.finish()

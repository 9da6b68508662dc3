"""The marks of a hint: corners round where a piece stands, an eye where it can go, a cross where it would die there.

They are the same on every board.

Ink and paper are light and dark in every theme, and every palette has both and their blends; so marks are told by
shape and seen on any ground.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from renderers.drawing.palette import INK, PAPER
from renderers.drawing.sketch import Sketch

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.contract import Destinations
    from renderers.drawing.canvas import Canvas
    from renderers.drawing.sprite import Sprite

_RIM = 4


class Spot(NamedTuple):
    """Where a place lies, in picture pixels.

    `middle` is where the corners have theirs, `half` how far these are from it, `eye` the middle of the eye.
    """

    middle: tuple[float, float]
    half: int
    eye: tuple[float, float]


def draw_marks(picture: Canvas, marked: Destinations | None, spot: Callable[[str], Spot], radius: float) -> None:
    """Draw the marks of a hint, if there is one; `spot` tells where a place lies, `radius` is that of the eyes."""
    if marked is None:
        return
    for name in marked.source:
        where = spot(name)
        picture.paste_centred(_corners(where.half), *where.middle)
    for name in marked.places:
        picture.paste_centred(_cross(radius) if name in marked.fatal else _eye(radius), *spot(name).eye)


@lru_cache(16)
def _eye(radius: float) -> Sprite:
    """A disc of paper, rimmed with ink, with a pupil of ink."""
    span = 2 * round(radius + _RIM + 2)
    sketch = Sketch(span, span)
    sketch.disc(0, 0, radius + _RIM, INK)
    sketch.disc(0, 0, radius, PAPER)
    sketch.disc(0, 0, 0.42 * radius, INK)
    return sketch.done()


@lru_cache(16)
def _cross(radius: float) -> Sprite:
    """Two bars of paper across each other, rimmed with ink."""
    destinations, span = 0.72 * radius, 2 * round(radius + _RIM + 2)
    sketch = Sketch(span, span)
    for width, fill in ((0.5 * radius + 2 * _RIM, INK), (0.5 * radius, PAPER)):
        for south in (-destinations, destinations):
            sketch.line(((-destinations, -south), (destinations, south)), width, fill)
    return sketch.done()


@lru_cache(8)
def _corners(half: int) -> Sprite:
    """The four corners of a square, paper rimmed with ink."""
    stroke = 3 + 0.08 * half
    span = 2 * round(half + stroke + _RIM)
    sketch = Sketch(span, span)
    for width, fill in ((stroke + 6, INK), (stroke, PAPER)):
        for east, south in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            arm = half * 0.45
            x, y = east * half, south * half
            sketch.line(((x - east * arm, y), (x, y), (x, y - south * arm)), width, fill)
    return sketch.done()

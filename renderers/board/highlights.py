"""Highlights on a board: corners round the piece, an eye where it can go, a cross where it would die, and numbers.

They are drawn in ink and paper, which every palette has, so that their shapes show on any ground in every theme.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from renderers.drawing.colours import INK, PAPER
from renderers.drawing.sketch import Sketch
from renderers.drawing.typeface import TextStyle

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.contract import Destinations
    from renderers.drawing.canvas import Canvas
    from renderers.drawing.sprite import Sprite

_RIM = 4


class HighlightPlace(NamedTuple):
    """Where to highlight a place, in picture pixels.

    `middle` is the middle of the corners, `half` their distance from it, `eye` the middle of the eye.
    """

    middle: tuple[float, float]
    half: int
    eye: tuple[float, float]


def draw_highlights(
    picture: Canvas, marked: Destinations | None, spot: Callable[[str], HighlightPlace], radius: float
) -> None:
    """Draw the highlights of a hint, if any; `spot` returns where a place lies, and `radius` is that of the eyes."""
    if marked is None:
        return
    for name in marked.source:
        where = spot(name)
        picture.paste_centred(_corners(where.half), *where.middle)
    for name in marked.places:
        picture.paste_centred(_cross(radius) if name in marked.fatal else _eye(radius), *spot(name).eye)
    for number, group in enumerate(marked.numbered, 1):
        draw_number(picture, number, spot(group[0]).eye)


def draw_number(picture: Canvas, number: int, middle: tuple[float, float]) -> None:
    """Draw the number of a choice on a disc of paper with a rim of ink."""
    picture.paste_centred(_disc(), *middle)
    picture.write(middle, str(number), TextStyle("ExtraBold", 34), INK, "m")


@lru_cache(1)
def _disc() -> Sprite:
    sketch = Sketch(60, 60)
    sketch.disc(0, 0, 24 + _RIM, INK)
    sketch.disc(0, 0, 24, PAPER)
    return sketch.finish()


@lru_cache(16)
def _eye(radius: float) -> Sprite:
    """Return a disc of paper with a rim and a pupil of ink."""
    span = 2 * round(radius + _RIM + 2)
    sketch = Sketch(span, span)
    sketch.disc(0, 0, radius + _RIM, INK)
    sketch.disc(0, 0, radius, PAPER)
    sketch.disc(0, 0, 0.42 * radius, INK)
    return sketch.finish()


@lru_cache(16)
def _cross(radius: float) -> Sprite:
    """Return two crossed bars of paper with a rim of ink."""
    arm, span = 0.72 * radius, 2 * round(radius + _RIM + 2)
    sketch = Sketch(span, span)
    for width, fill in ((0.5 * radius + 2 * _RIM, INK), (0.5 * radius, PAPER)):
        for south in (-arm, arm):
            sketch.line(((-arm, -south), (arm, south)), width, fill)
    return sketch.finish()


@lru_cache(8)
def _corners(half: int) -> Sprite:
    """Return the four corners of a square, paper with a rim of ink."""
    stroke = 3 + 0.08 * half
    span = 2 * round(half + stroke + _RIM)
    sketch = Sketch(span, span)
    for width, fill in ((stroke + 6, INK), (stroke, PAPER)):
        for east, south in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            arm = half * 0.45
            x, y = east * half, south * half
            sketch.line(((x - east * arm, y), (x, y), (x, y - south * arm)), width, fill)
    return sketch.finish()

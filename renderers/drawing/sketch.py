"""Sketches: lists of shapes and texts that become a sprite."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from renderers.drawing.pen import Extent, Pen
from renderers.drawing.shapes import emblem_outline
from renderers.drawing.sprite import Sprite, SpriteImage
from renderers.drawing.typeface import render_text, text_bounds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from renderers.drawing.colours import Colour, Emblem
    from renderers.drawing.typeface import Align, TextStyle

_FINE = 4
_Point = tuple[float, float]


class Sketch:
    """A list of shapes and texts that becomes a sprite.

    Lengths are in picture pixels, counted from the `origin` (the middle by default). A shape replaces what lies under
    it; blending happens when the sprite is rendered. Texts come over all shapes.
    """

    def __init__(self, width: int, height: int, origin: _Point | None = None) -> None:
        self._width, self._height = width, height
        self._origin = (width / 2, height / 2) if origin is None else origin
        self._strokes: list[Callable[[Extent | Pen], None]] = []
        self._words: list[tuple[_Point, str, TextStyle, Colour, Align]] = []

    def polygon(self, points: Sequence[_Point], fill: Colour, alpha: int = 255) -> None:
        """Fill a polygon."""
        self._strokes.append(lambda pen: pen.polygon(points, (*fill, alpha)))

    def box(self, box: tuple[float, float, float, float], fill: Colour, radius: float = 0, alpha: int = 255) -> None:
        """Fill a box (left, top, right, bottom) with rounded corners."""
        left, top, right, bottom = box
        self._strokes.append(lambda pen: pen.box(((left, top), (right, bottom)), radius, (*fill, alpha)))

    def disc(self, x: float, y: float, radius: float, fill: Colour, alpha: int = 255) -> None:
        """Fill a circle."""
        self._strokes.append(lambda pen: pen.disc(x, y, radius, (*fill, alpha)))

    def line(self, points: Sequence[_Point], width: float, fill: Colour) -> None:
        """Draw a line through points, with round ends and joints."""
        self._strokes.append(lambda pen: pen.line(points, width, (*fill, 255)))

    def write(self, place: _Point, text: str, style: TextStyle, fill: Colour, align: Align = "l") -> None:
        """Write over the sprite, as `Canvas.write` does over a picture."""
        self._words.append((place, text, style, fill, align))

    def expanded_polygon(self, points: Sequence[_Point], by: float, fill: Colour) -> None:
        """Fill a polygon and a rim round it, `by` wide, with round corners."""
        self.polygon(points, fill)
        self.line([*points, points[0]], 2 * by, fill)
        for x, y in points:
            self.disc(x, y, by, fill)

    def dashed_square(self, half: float, width: float, dash: float, gap: float, fill: Colour) -> None:
        """Draw a dashed square round the origin: its outer edge is `half` away, and every corner is a dash."""
        count = max(2, round((2 * half + gap) / (dash + gap)))
        period = (2 * half + gap) / count
        for start in (-half + i * period for i in range(count)):
            end = start + period - gap
            for near in (-half, half - width):
                self.box((start, near, end, near + width), fill, 1)
                self.box((near, start, near + width, end), fill, 1)

    def dashed_outline(self, points: Sequence[_Point], width: float, dash: float, gap: float, fill: Colour) -> None:
        """Draw dashes along a closed line through points, stretched to go evenly round it."""
        sides = list(pairwise((*points, points[0])))
        length = sum(math.dist(*side) for side in sides)
        period = length / round(length / (dash + gap))
        done = 0.0
        for (x, y), (end_x, end_y) in sides:
            span = math.dist((x, y), (end_x, end_y))
            if not span:
                continue
            first = math.floor((done - dash) / period) + 1
            for start in (i * period - done for i in range(first, math.ceil((done + span) / period))):
                shares = (max(0.0, start) / span, min(span, start + dash) / span)
                self.line([(x + (end_x - x) * share, y + (end_y - y) * share) for share in shares], width, fill)
            done += span

    def emblem(self, emblem: Emblem, x: float, y: float, radius: float, fill: Colour, turn: float = 0) -> None:
        """Fill a side's emblem, turned clockwise by an angle in radians."""
        if emblem == "disc":
            self.disc(x, y, radius, fill)
            return
        self.polygon([(x + px, y + py) for px, py in emblem_outline(emblem, radius, turn)], fill)

    def finish(self) -> Sprite:
        """Return the sprite."""
        return Sprite(self._width, self._height, self._paint)

    def _paint(self, scale: int) -> SpriteImage:
        """Return the smoothed image: drawn large, then reduced."""
        extent = Extent()
        for stroke in self._strokes:
            stroke(extent)
        for place, text, style, _, align in self._words:
            extent.include(text_bounds(place, text, style, align))
        left, top, right, bottom = (edge * scale for edge in extent.clip_to(self._width, self._height, self._origin))
        pen = Pen(self._width, self._height, self._origin, _FINE * scale)
        for stroke in self._strokes:
            stroke(pen)
        box = left * _FINE, top * _FINE, right * _FINE, bottom * _FINE
        image = pen.image.reduce(_FINE, box).convert("RGBA")
        for (x, y), text, style, fill, align in self._words:
            mask, east, south = render_text((x + self._origin[0], y + self._origin[1]), text, style, align, scale)
            image.paste(fill, (east - left, south - top), mask)
        return SpriteImage(image, left, top)

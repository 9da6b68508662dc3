"""Draws the shapes of a sprite enlarged, so that reducing the image smooths them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Point = tuple[float, float]
Box = tuple[int, int, int, int]


class Extent:
    """Measures the space that shapes take: it has the methods of a `Pen`, but draws nothing."""

    def __init__(self) -> None:
        self._xs: list[float] = []
        self._ys: list[float] = []

    def include(self, points: Iterable[Point], margin: float = 0) -> None:
        """Include points and a margin round them."""
        for x, y in points:
            self._xs += (x - margin, x + margin)
            self._ys += (y - margin, y + margin)

    def polygon(self, points: Sequence[Point], _fill: tuple[int, ...]) -> None:
        """Include a polygon."""
        self.include(points)

    def box(self, points: Sequence[Point], _radius: float, _fill: tuple[int, ...]) -> None:
        """Include a box."""
        self.include(points)

    def disc(self, x: float, y: float, radius: float, _fill: tuple[int, ...]) -> None:
        """Include a circle."""
        self.include(((x, y),), radius)

    def line(self, points: Sequence[Point], width: float, _fill: tuple[int, ...]) -> None:
        """Include a line."""
        self.include(points, width / 2)

    def clip_to(self, width: int, height: int, origin: Point) -> Box:
        """Return the part of a sprite that the shapes touch, in whole picture pixels, at least one."""
        if not self._xs:
            return 0, 0, 1, 1
        left, right = (edge + origin[0] for edge in (min(self._xs), max(self._xs)))
        top, bottom = (edge + origin[1] for edge in (min(self._ys), max(self._ys)))
        west, north = (max(0, min(side - 1, math.floor(edge) - 1)) for side, edge in ((width, left), (height, top)))
        east, south = (min(side, math.ceil(edge) + 1) for side, edge in ((width, right), (height, bottom)))
        return west, north, max(west + 1, east), max(north + 1, south)


class Pen:
    """Draws shapes on a large image, `fine` of its pixels to a picture pixel.

    The colours of the image are multiplied by their alpha (mode RGBa), because reducing it needs that.
    """

    def __init__(self, width: int, height: int, origin: Point, fine: int) -> None:
        self.image = Image.new("RGBa", (width * fine, height * fine))
        self._draw = ImageDraw.Draw(self.image)
        self._origin, self._fine = origin, fine

    def _snap(self, values: Sequence[float], axis: int) -> list[int]:
        """Convert lengths to subpixels. Both ends of a shape belong to it, so they are rounded towards its middle."""
        middle = (min(values) + max(values)) / 2
        return [
            (math.ceil if value < middle else math.floor)((value + self._origin[axis]) * self._fine - 0.5)
            for value in values
        ]

    def _points(self, points: Sequence[Point]) -> list[tuple[int, int]]:
        xs = self._snap([x for x, _ in points], 0)
        ys = self._snap([y for _, y in points], 1)
        return list(zip(xs, ys, strict=True))

    def polygon(self, points: Sequence[Point], fill: tuple[int, ...]) -> None:
        """Fill a polygon."""
        self._draw.polygon(self._points(points), fill=_multiply(fill))

    def box(self, points: Sequence[Point], radius: float, fill: tuple[int, ...]) -> None:
        """Fill a box from its upper left to its lower right corner, both rounded."""
        (left, top), (right, bottom) = self._points(points)
        self._draw.rounded_rectangle((left, top, right, bottom), radius * self._fine, fill=_multiply(fill))

    def disc(self, x: float, y: float, radius: float, fill: tuple[int, ...]) -> None:
        """Fill a circle."""
        (left, top), (right, bottom) = self._points(((x - radius, y - radius), (x + radius, y + radius)))
        self._draw.ellipse((left, top, right, bottom), fill=_multiply(fill))

    def line(self, points: Sequence[Point], width: float, fill: tuple[int, ...]) -> None:
        """Draw a line with round ends and joints."""
        flat = [((x + self._origin[0]) * self._fine, (y + self._origin[1]) * self._fine) for x, y in points]
        self._draw.line(flat, fill=_multiply(fill), width=round(width * self._fine))
        for x, y in points:
            self.disc(x, y, width / 2, fill)


def _multiply(fill: tuple[int, ...]) -> tuple[int, ...]:
    """Return red, green, blue and alpha with the colour multiplied by the alpha."""
    *colour, alpha = fill
    return fill if alpha == 255 else (*((value * alpha + 127) // 255 for value in colour), alpha)

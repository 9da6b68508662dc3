"""The drawing surface: smooth small sprites, drawn once at four times their size, pasted on a flat picture."""

from __future__ import annotations

import math
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from renderers.palette import Colour, Emblem

WIDTH = 1000
"""Width of every picture, in pixels."""

_SCALE = 4
_Point = tuple[float, float]


class Sketch:
    """A small picture in the making. Lengths are in picture pixels, counted from the `origin` (the middle by default).

    A shape replaces what lies under it; the blending happens when `done` reduces the whole.
    """

    def __init__(self, width: int, height: int, origin: _Point | None = None) -> None:
        self._image = Image.new("RGBA", (width * _SCALE, height * _SCALE))
        self._draw = ImageDraw.Draw(self._image)
        self._origin = (width / 2, height / 2) if origin is None else origin

    def _snap(self, values: Sequence[float], axis: int) -> list[int]:
        """Turn lengths into subpixels. Both ends of a shape belong to it, so they are rounded towards its middle."""
        middle = (min(values) + max(values)) / 2
        return [
            (math.ceil if value < middle else math.floor)((value + self._origin[axis]) * _SCALE - 0.5)
            for value in values
        ]

    def _points(self, points: Sequence[_Point]) -> list[tuple[int, int]]:
        xs = self._snap([x for x, _ in points], 0)
        ys = self._snap([y for _, y in points], 1)
        return list(zip(xs, ys, strict=True))

    def polygon(self, points: Sequence[_Point], fill: Colour, alpha: int = 255) -> None:
        """Fill a polygon."""
        self._draw.polygon(self._points(points), fill=(*fill, alpha))

    def box(self, box: tuple[float, float, float, float], fill: Colour, radius: float = 0, alpha: int = 255) -> None:
        """Fill a box (left, top, right, bottom) with rounded corners."""
        (left, top), (right, bottom) = self._points(((box[0], box[1]), (box[2], box[3])))
        self._draw.rounded_rectangle((left, top, right, bottom), radius * _SCALE, fill=(*fill, alpha))

    def disc(self, x: float, y: float, radius: float, fill: Colour, alpha: int = 255) -> None:
        """Fill a circle."""
        (left, top), (right, bottom) = self._points(((x - radius, y - radius), (x + radius, y + radius)))
        self._draw.ellipse((left, top, right, bottom), fill=(*fill, alpha))

    def line(self, points: Sequence[_Point], width: float, fill: Colour) -> None:
        """Draw a line through points, with round ends and joints."""
        flat = [((x + self._origin[0]) * _SCALE, (y + self._origin[1]) * _SCALE) for x, y in points]
        self._draw.line(flat, fill=(*fill, 255), width=round(width * _SCALE))
        for x, y in points:
            self.disc(x, y, width / 2, fill)

    def grown(self, points: Sequence[_Point], by: float, fill: Colour) -> None:
        """Fill a polygon and a rim of the given width round it, with round corners."""
        self.polygon(points, fill)
        self.line([*points, points[0]], 2 * by, fill)
        for x, y in points:
            self.disc(x, y, by, fill)

    def dashes(self, half: float, width: float, dash: float, gap: float, fill: Colour) -> None:
        """Draw a dashed square round the origin; its outer edge is `half` away, every corner is a dash."""
        count = max(2, round((2 * half + gap) / (dash + gap)))
        period = (2 * half + gap) / count
        for start in (-half + i * period for i in range(count)):
            end = start + period - gap
            for near in (-half, half - width):
                self.box((start, near, end, near + width), fill, 1)
                self.box((near, start, near + width, end), fill, 1)

    def dashed(self, points: Sequence[_Point], width: float, dash: float, gap: float, fill: Colour) -> None:
        """Draw dashes along a closed line through points; they are stretched so that they go evenly round it."""
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
        self.polygon([(x + px, y + py) for px, py in outline(emblem, radius, turn)], fill)

    def done(self) -> Image.Image:
        """Return the sprite, smoothed. Nobody may change it: it is shared."""
        return self._image.reduce(_SCALE)


def ring(corners: int, radius: float, first: float) -> list[_Point]:
    """Return the corners of a regular polygon round 0, 0, beginning at an angle in radians."""
    angles = [first + 2 * math.pi * i / corners for i in range(corners)]
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]


def burst(points: int, radius: float, inner: float, first: float = -math.pi / 2) -> list[_Point]:
    """Return the corners of a star with so many points; `inner` is the share of the radius that its notches have."""
    outer = ring(points, radius, first)
    notches = ring(points, radius * inner, first + math.pi / points)
    return [corner for pair in zip(outer, notches, strict=True) for corner in pair]


def outline(emblem: Emblem, radius: float, turn: float = 0) -> list[_Point]:
    """Return the corners of an emblem round 0, 0, the topmost first. All emblems look as large as a disc's radius."""
    corners, reach, inner = {
        "disc": (72, 1.0, 1.0),
        "diamond": (4, 1.22, 1.0),
        "triangle": (3, 1.3, 1.0),
        "square": (4, 1.25, 1.0),
        "star": (5, 1.35, 0.48),
    }[emblem]
    first = turn - math.pi / 2 + (math.pi / 4 if emblem == "square" else 0)
    return burst(corners, radius * reach, inner, first) if inner < 1 else ring(corners, radius * reach, first)


def paste(picture: Image.Image, sprite: Image.Image, x: float, y: float) -> None:
    """Paste a sprite with its middle at a point of the picture."""
    picture.paste(sprite, (round(x - sprite.width / 2), round(y - sprite.height / 2)), sprite)


def paste_all(picture: Image.Image, sprite: Image.Image, places: Iterable[_Point]) -> None:
    """Paste one sprite at several places."""
    for x, y in places:
        paste(picture, sprite, x, y)


def encode(picture: Image.Image) -> bytes:
    """Return the picture as the bytes of a PNG file."""
    file = BytesIO()
    picture.save(file, "PNG", compress_level=6)
    return file.getvalue()

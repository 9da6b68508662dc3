"""How a flight is drawn: the line it took, the gates it crossed, the jump of a ship that was put elsewhere."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from renderers.canvas import Sketch, paste, paste_all
from renderers.palette import INK, PAPER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL import Image

    from renderers.palette import Colour

Point = tuple[int, int]

_LINE, _CASING = 14, 24


def draw_path(picture: Image.Image, points: Sequence[Point], skip: int, fill: Colour) -> None:
    """Draw a line along level and upright legs, `skip` pixels short of the first point, a chevron halfway each leg."""
    (x, y), (next_x, next_y) = points[:2]
    way = math.dist(points[0], points[1])
    start = (x + round((next_x - x) * skip / way), y + round((next_y - y) * skip / way))
    corners = (start, *points[1:])
    for width, colour in ((_CASING, INK), (_LINE, fill)):
        half = width // 2
        for (x, y), (end_x, end_y) in pairwise(corners):
            across, up = (half, 0) if x == end_x else (0, half)
            left, right, top, bottom = min(x, end_x), max(x, end_x), min(y, end_y), max(y, end_y)
            picture.paste(colour, (left - across, top - up, right + across, bottom + up))
        paste_all(picture, _joint(width, colour), corners)
    for (x, y), (end_x, end_y) in pairwise(points):
        heading = (end_x > x) - (end_x < x), (end_y > y) - (end_y < y)
        paste(picture, _chevron(heading), *_gate((x, y), (end_x, end_y)))


def _gate(start: Point, end: Point) -> tuple[float, float]:
    return (start[0] + end[0]) / 2, (start[1] + end[1]) / 2


@lru_cache(8)
def _joint(width: int, fill: Colour) -> Image.Image:
    sketch = Sketch(width, width)
    sketch.disc(0, 0, width / 2, fill)
    return sketch.done()


@lru_cache(4)
def _chevron(heading: tuple[int, int]) -> Image.Image:
    sketch, (dx, dy) = Sketch(16, 16), heading
    wings = [(-3 * dx + wing * dy, -3 * dy - wing * dx) for wing in (-5, 5)]
    sketch.line((wings[0], (3 * dx, 3 * dy), wings[1]), 3.5, INK)
    return sketch.done()


def draw_jump(picture: Image.Image, start: Point, end: Point, leave: float, arrive: float) -> None:
    """Draw a dotted arrow between the middles of two ships, given half their sides in pixels."""
    sprite, x, y = _jump(end[0] - start[0], end[1] - start[1], leave, arrive)
    picture.paste(sprite, (start[0] + x, start[1] + y), sprite)


@lru_cache(32)
def _jump(dx: int, dy: int, leave: float, arrive: float) -> tuple[Image.Image, int, int]:
    """Return the arrow from 0, 0 to dx, dy, and where its upper left corner lies."""
    way = math.hypot(dx, dy)
    steep = way / max(abs(dx), abs(dy))
    short = max(0.0, (leave + arrive) * steep + 44 - way) / 2
    curve = _curve(dx, dy, way, leave * steep - short, arrive * steep - short)
    tip, neck = curve[-1], curve[-23]
    span = math.dist(tip, neck)
    ux, uy = (tip[0] - neck[0]) / span, (tip[1] - neck[1]) / span
    head = (tip, *((neck[0] + wing * uy, neck[1] - wing * ux) for wing in (-12, 12)))
    left, top = (math.floor(min(point[axis] for point in curve)) - 24 for axis in (0, 1))
    right, bottom = (math.ceil(max(point[axis] for point in curve)) + 24 for axis in (0, 1))
    sketch = Sketch(right - left, bottom - top, origin=(-left, -top))
    sketch.line(curve[:-20:9] + curve[-20:-19], 16, INK)
    sketch.grown(head, 4, INK)
    sketch.polygon(head, PAPER)
    for x, y in curve[5:-26:15]:
        sketch.disc(x, y, 3.5, PAPER)
    return sketch.done(), left, top


def _curve(dx: int, dy: int, way: float, leave: float, arrive: float) -> list[tuple[float, float]]:
    """Return points a pixel apart on an arc from 0, 0 to dx, dy, without its ends; it bulges upwards or eastwards."""
    side = -1 if dx < 0 else 1
    bulge = 0.13 * way
    mid = dx / 2 + side * dy / way * bulge, dy / 2 - side * dx / way * bulge
    steps = max(60, round(way))
    share = [i / steps for i in range(round(leave / way * steps), steps - round(arrive / way * steps) + 1)]
    return [(2 * t * (1 - t) * mid[0] + t * t * dx, 2 * t * (1 - t) * mid[1] + t * t * dy) for t in share]

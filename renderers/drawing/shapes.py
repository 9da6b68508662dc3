"""Outlines of regular shapes: polygons, stars and emblems, as points round 0, 0."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from renderers.drawing.colours import Emblem

_Point = tuple[float, float]


def regular_polygon(corners: int, radius: float, first: float) -> list[_Point]:
    """Return the corners of a regular polygon round 0, 0, beginning at an angle in radians."""
    angles = [first + 2 * math.pi * i / corners for i in range(corners)]
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]


def square_polygon(middle: _Point, side: float) -> tuple[_Point, ...]:
    """Return the corners of an upright square round a point."""
    (x, y), half = middle, side / 2
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


def star_polygon(points: int, radius: float, inner: float, first: float = -math.pi / 2) -> list[_Point]:
    """Return the corners of a star with `points` points; its notches lie at a share `inner` of the radius."""
    outer = regular_polygon(points, radius, first)
    notches = regular_polygon(points, radius * inner, first + math.pi / points)
    return [corner for pair in zip(outer, notches, strict=True) for corner in pair]


def emblem_outline(emblem: Emblem, radius: float, turn: float = 0) -> list[_Point]:
    """Return the corners of an emblem round 0, 0, the topmost first. All look as large as a disc of the radius."""
    corners, share, inner = {
        "disc": (72, 1.0, 1.0),
        "diamond": (4, 1.22, 1.0),
        "triangle": (3, 1.3, 1.0),
        "square": (4, 1.25, 1.0),
        "star": (5, 1.35, 0.48),
    }[emblem]
    first = turn - math.pi / 2 + (math.pi / 4 if emblem == "square" else 0)
    return (
        star_polygon(corners, radius * share, inner, first)
        if inner < 1
        else regular_polygon(corners, radius * share, first)
    )

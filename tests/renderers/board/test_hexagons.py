"""Flights over a board of hexagons, read back by their pixels."""

from __future__ import annotations

import math
from itertools import pairwise
from statistics import mean
from typing import TYPE_CHECKING

import pytest

from renderers.board.hexagons import draw_flight
from renderers.drawing.canvas import Canvas
from renderers.drawing.colours import INK, PAPER

if TYPE_CHECKING:
    from PIL import Image

    from renderers.board.hexagons import Pixel

FILL = (255, 0, 0)
FLIGHTS: dict[str, tuple[Pixel, ...]] = {
    "east": ((300, 300), (500, 300)),
    "west": ((300, 300), (100, 300)),
    "south": ((300, 300), (300, 500)),
    "north": ((300, 300), (300, 100)),
    "slanting": ((300, 300), (420, 140)),
    "two legs": ((100, 300), (200, 300), (400, 300)),
}


def ink_along(image: Image.Image, start: Pixel, end: Pixel, across: float) -> list[int]:
    """Return where ink lies half-way from a point to another, in pixels ahead of the middle, `across` right of it."""
    span = math.dist(start, end)
    ahead = (end[0] - start[0]) / span, (end[1] - start[1]) / span
    x, y = (start[0] + end[0]) / 2 - across * ahead[1], (start[1] + end[1]) / 2 + across * ahead[0]
    places = range(-12, 13)
    return [step for step in places if image.getpixel((round(x + step * ahead[0]), round(y + step * ahead[1]))) == INK]


@pytest.mark.parametrize("points", FLIGHTS.values(), ids=FLIGHTS)
def test_a_chevron_half_way_points_ahead(points: tuple[Pixel, ...]) -> None:
    canvas = Canvas.blank(600, PAPER)
    draw_flight(canvas, points, FILL)
    for start, end in pairwise(points):
        tip, *wings = (ink_along(canvas.image, start, end, across) for across in (0, -5, 5))
        assert mean(tip) == pytest.approx(2.5, abs=0.6)
        assert [mean(wing) for wing in wings] == pytest.approx([-2.75, -2.75], abs=0.8)

"""Xong's legs, and the card with the Xoid in hand."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from games.xong import shapes
from games.xong.lattice import ROW, bits, ends
from renderers.canvas import Sketch, outline, paste
from renderers.palette import BLUE, HIGH, INK, PANEL, PAPER, Colour, mix
from renderers.words import Type, write
from renderers.xong_layout import CARD_HIGH, CARD_WIDE

if TYPE_CHECKING:
    from PIL import Image

    from games.hexes import Point
    from games.xong.lattice import Mask
    from renderers.hexagons import Grid
    from renderers.palette import Owner

_LEG = 14
_CASING = 7
_HALO = 8
_DOTS = (0.26, 0.5, 0.74)
_Side = tuple[int, int]
_ANYWHERE = 16 * ROW + 32
"""How far a shape is moved so that all its legs lie in the lattice."""


def card_ground(owner: Owner) -> Colour:
    """Return the colour of the card of a seat."""
    return mix(PANEL, owner.base, 0.1)


def draw_legs(picture: Image.Image, grid: Grid, owner: Owner, legs: Mask, *, fresh: bool = False) -> None:
    """Draw a player's legs, ink round the whole; `fresh` ones have a white halo."""
    scale = grid.across / 52
    casing = _LEG + _CASING
    layers: list[tuple[float, Colour]] = [(casing + _HALO + 4, INK), (casing + _HALO, PAPER)] if fresh else []
    lines = [ends(leg) for leg in bits(legs)]
    for width, fill in (*layers, (casing, INK), (_LEG, owner.base)):
        for start, end in lines:
            side = end[0] - start[0], end[1] - start[1]
            paste(picture, _leg(side, grid.across, grid.up, max(2.0, width * scale), fill), *grid.at(start))
    if owner is BLUE:
        for start, end in lines:
            side = end[0] - start[0], end[1] - start[1]
            paste(picture, _dots(side, grid.across, grid.up, 3.6 * scale), *grid.at(start))


@lru_cache(64)
def _leg(side: _Side, across: int, up: int, width: float, fill: Colour) -> Image.Image:
    """One leg from the middle of the sprite on."""
    sketch = Sketch(2 * across + 40, 4 * up + 40)
    sketch.line(((0, 0), (side[0] * across, -side[1] * up)), width, fill)
    return sketch.done()


@lru_cache(16)
def _dots(side: _Side, across: int, up: int, radius: float) -> Image.Image:
    sketch = Sketch(2 * across + 40, 4 * up + 40)
    for share in _DOTS:
        sketch.disc(share * side[0] * across, -share * side[1] * up, radius, INK)
    return sketch.done()


@lru_cache(32)
def token(owner: Owner, radius: float, fill: Colour, *, solid: bool) -> Image.Image:
    """Return a seat's emblem for a hexagon, solid or as an outline."""
    sketch = Sketch(40, 40)
    sketch.emblem(owner.emblem, 0, 0, radius, fill)
    if not solid:
        sketch.polygon(outline(owner.emblem, 0.68 * radius), fill, alpha=0)
    return sketch.done()


@lru_cache(16)
def card(owner: Owner, text: str) -> Image.Image:
    """Return the card with the Xoid that a seat has to place: its shape, and its number or its size."""
    sketch = Sketch(CARD_WIDE, CARD_HIGH)
    half = CARD_WIDE / 2, CARD_HIGH / 2
    sketch.box((-half[0], -half[1], half[0], half[1]), owner.base, 17)
    sketch.box((5 - half[0], 5 - half[1], half[0] - 5, half[1] - 5), card_ground(owner), 13)
    shape = shapes.read(text)
    lines = _upright(shape.forms)
    size = _extent(lines)
    unit = min(22.0, 100 / (max(1, size[0]) * 3**0.5), 100 / max(1, size[1]))
    xs, ys = ([point[axis] for line in lines for point in line] for axis in (0, 1))
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    placed = [[((x - middle[0]) * unit * 3**0.5, -(y - middle[1]) * unit - 22) for x, y in line] for line in lines]
    width = min(13, max(4, 0.6 * unit))
    for thick, fill in ((width + max(3, width / 2), INK), (width, owner.base)):
        for line in placed:
            sketch.line(line, thick, fill)
    if owner is BLUE and unit > 8:
        for (x, y), (end_x, end_y) in placed:
            for share in _DOTS:
                sketch.disc(x + (end_x - x) * share, y + (end_y - y) * share, 0.26 * width, INK)
    sprite = sketch.done()
    write(sprite, (half[0], half[1] + 66), caption(text), Type("ExtraBold", 28), HIGH, "m")
    return sprite


def caption(text: str) -> str:
    """Return a Xoid's number in the catalogue, or how many legs it has."""
    return shapes.number(text) or f"{shapes.read(text).size} legs"


def _upright(forms: tuple[Mask, ...]) -> list[tuple[Point, Point]]:
    """Return the legs of a Xoid in the orientation that fills a square card best."""
    turned = [[ends(leg) for leg in bits(form << _ANYWHERE)] for form in forms]
    return min(turned, key=lambda lines: max(_extent(lines)[0] * 3**0.5, _extent(lines)[1]))


def _extent(lines: list[tuple[Point, Point]]) -> tuple[int, int]:
    """Return how far legs reach from west to east and from south to north."""
    xs, ys = ([point[axis] for line in lines for point in line] for axis in (0, 1))
    return max(xs) - min(xs), max(ys) - min(ys)

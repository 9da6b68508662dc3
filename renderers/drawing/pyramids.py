"""Pyramids seen from above: folded paper with an ink outline, told apart by tone, size and pips."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from renderers.drawing.colours import INK, PAPER
from renderers.drawing.shapes import star_polygon
from renderers.drawing.sketch import Sketch

if TYPE_CHECKING:
    from renderers.drawing.colours import Colour, Emblem, Owner
    from renderers.drawing.sprite import Sprite

    _Point = tuple[float, float]

_SIDES = (0.46, 0.64, 0.82)
_LENGTHS = (0.63, 0.79, 0.95)
_WIDTHS = (0.48, 0.60, 0.72)
_SHIP = 0.88
_ROOM = 1.4
"""The side of a sprite as a share of the pitch, with space for thrusters and halo."""


def pyramid_side(size: int, pitch: float) -> int:
    """Return the side of a pyramid of 1 to 3 pips on a board of a pitch: an even number of pixels."""
    return 2 * round(_SIDES[size - 1] * pitch / 2)


def ship_side(size: int, pitch: float) -> int:
    """Return the side of a ship's hull, without its thrusters: an even number of pixels."""
    return pyramid_side(size, pitch * _SHIP)


def _canvas(pitch: int) -> Sketch:
    span = 2 * round(_ROOM * pitch / 2)
    return Sketch(span, span)


def _draw_facets(sketch: Sketch, owner: Owner, half: float) -> None:
    apex = (0, -0.14 * half)
    north_west, north_east, south_west, south_east = (-half, -half), (half, -half), (-half, half), (half, half)
    sketch.box((-half, -half, half, half), owner.base)
    sketch.polygon((north_west, north_east, apex), owner.top)
    sketch.polygon((north_west, apex, south_west), owner.left)
    sketch.polygon((north_east, south_east, apex), owner.right)
    if owner.emblem == "diamond":
        cap = 0.26 * half
        sketch.box((-cap, apex[1] - cap, cap, apex[1] + cap), owner.deep)


def _draw_pips(sketch: Sketch, emblem: Emblem, count: int, half: float, pitch: float, fill: Colour) -> None:
    radius, apart = 0.058 * pitch, 0.175 * pitch
    for i in range(count):
        sketch.emblem(emblem, (i - (count - 1) / 2) * apart, half - 1.85 * radius, radius, fill)


def _outline(pitch: float) -> float:
    return max(2, round(0.03 * pitch))


@lru_cache(64)
def standing_pyramid(
    owner: Owner, size: int, pitch: int, *, outline: Colour = INK, halo: tuple[Colour, ...] = ()
) -> Sprite:
    """Return a standing pyramid of 1 to 3 pips. The colours of the halo go outwards."""
    sketch, half, rim = _canvas(pitch), pyramid_side(size, pitch) / 2, _outline(pitch)
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    for grow, fill in _layers(rim, halo):
        sketch.expanded_polygon(corners, grow, fill)
    sketch.box((-half - rim, -half - rim, half + rim, half + rim), outline, rim)
    _draw_facets(sketch, owner, half)
    _draw_pips(sketch, owner.emblem, size, half, pitch, owner.ink)
    return sketch.finish()


@lru_cache(256)
def lying_pyramid(
    owner: Owner,
    size: int,
    pitch: int,
    facing: int,
    *,
    rolling: bool = False,
    outline: Colour = INK,
    halo: tuple[Colour, ...] = (),
) -> Sprite:
    """Return a pyramid of 1 to 3 pips that points in a direction: 0 is north, 1 north-east and so on clockwise.

    Its bounding box is centred, or if `rolling` the circle round it. The colours of the halo go outwards.
    """
    length, half, rim = _LENGTHS[size - 1] * pitch, _WIDTHS[size - 1] * pitch / 2, _outline(pitch)
    foot, chin = 0.11 * length, 0.84 * half
    shape: list[_Point] = [(0, 0), (half, length - foot), (chin, length), (-chin, length), (-half, length - foot)]
    turned = [_point(corner, facing) for corner in shape]
    if rolling:
        shift = _point((0, (length * length + chin * chin) / (2 * length)), facing)
    else:
        xs, ys = [x for x, _ in turned], [y for _, y in turned]
        shift = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def place(*points: _Point) -> list[_Point]:
        return [(x - shift[0], y - shift[1]) for x, y in (_point(point, facing) for point in points)]

    tip, east, south_east, south_west, west = place(*shape)
    (middle,) = place((0, length - foot))
    sketch = _canvas(pitch)
    for grow, fill in (*_layers(rim, halo), (rim, outline)):
        sketch.expanded_polygon((tip, east, south_east, south_west, west), grow, fill)
    sketch.polygon((west, east, south_east, south_west), owner.deep)
    lit = facing in _LIT_FROM_THE_LEFT
    sketch.polygon((tip, west, middle), owner.left if lit else owner.right)
    sketch.polygon((tip, middle, east), owner.right if lit else owner.left)
    if owner.emblem == "diamond":
        cap_length, wide = 0.24 * length, 0.24 * length * half / (length - foot)
        sketch.polygon(place((0, 0), (wide, cap_length), (-wide, cap_length)), owner.deep)
    radius, apart = 0.058 * pitch, 0.165 * pitch
    for i in range(size):
        ((x, y),) = place(((i - (size - 1) / 2) * apart, length - foot - 1.9 * radius))
        sketch.emblem(owner.emblem, x, y, radius, owner.ink)
    return sketch.finish()


_LIT_FROM_THE_LEFT = {0, 1, 2, 7}
"""Facings whose left half, seen along the way they point, lies towards the light in the north-west."""


def _point(point: _Point, facing: int) -> _Point:
    """Return a point rotated clockwise by `facing` eighths of a turn."""
    (x, y), angle = point, facing * math.pi / 4
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def _layers(rim: float, halo: tuple[Colour, ...]) -> list[tuple[float, Colour]]:
    """Return how far to grow a shape and in what colour, outermost first: a broad first band, thin ones after it."""
    grown = [(rim + 5.5 + 2.5 * i, fill) for i, fill in enumerate(halo)]
    return grown[::-1]


@lru_cache(16)
def pyramid_icon(owner: Owner, span: int) -> Sprite:
    """Return a pyramid for a line of text: without pips, its side `span` pixels."""
    sketch, half = Sketch(span + 4, span + 4), span / 2
    outline = INK if owner.plate is None else owner.ground
    sketch.box((-half - 2, -half - 2, half + 2, half + 2), outline, 2)
    _draw_facets(sketch, owner, half)
    return sketch.finish()


@lru_cache(32)
def culled_pyramid(emblem: Emblem, size: int, pitch: int, tone: Colour, veil: float) -> Sprite:
    """Return the mark of a pyramid that died, in one tone: its dashed outline, a cross and its pips.

    `veil` is how opaque its inside is, 0 to 1.
    """
    sketch, half = _canvas(pitch), pyramid_side(size, pitch) / 2
    if veil:
        sketch.box((-half, -half, half, half), tone, alpha=round(veil * 255))
    sketch.dashed_square(half, 3.5, 0.09 * pitch, 0.06 * pitch, tone)
    arm, rise = (0.045 + 0.025 * size) * pitch, (-0.1 if size == 1 else -0.06) * pitch
    for slope in (-1, 1):
        sketch.line(((-arm, rise - slope * arm), (arm, rise + slope * arm)), 4, tone)
    _draw_pips(sketch, emblem, size, half - 2, pitch, tone)
    return sketch.finish()


@lru_cache(8)
def footprint(fill: Colour, size: int, pitch: int) -> Sprite:
    """Return the dashed outline that a ship of 1 to 3 pips leaves behind, with its pips."""
    sketch, half = _canvas(pitch), ship_side(size, pitch) / 2
    sketch.dashed_square(half, 3.5, 0.09 * pitch, 0.06 * pitch, fill)
    _draw_pips(sketch, "disc", size, half - 2, pitch * _SHIP, fill)
    return sketch.finish()


@lru_cache(24)
def ship(owner: Owner, size: int, pitch: int, *, highlighted: bool = False) -> Sprite:
    """Return a ship of 1 to 3 pips: a pyramid with a thruster on each side, because it has no front.

    `highlighted` puts a white halo round a ship that has just moved.
    """
    sketch, half, rim = _canvas(pitch), ship_side(size, pitch) / 2, _outline(pitch)
    inner, outer, near, far = 0.44 * half, 0.34 * half, half - 1, half + rim + 0.16 * half
    flare = ((-inner, -near), (-outer, -far), (outer, -far), (inner, -near))
    flares = [tuple(_rotate(corner, quarter) for corner in flare) for quarter in range(4)]
    hull = ((-half, -half), (half, -half), (half, half), (-half, half))
    halo = 0.06 * pitch
    layers = [(rim + halo + 2, INK), (rim + halo, PAPER)] if highlighted else []
    for grow, fill in [*layers, (rim, INK)]:
        for shape in (*flares, hull):
            sketch.expanded_polygon(shape, grow, fill)
    for shape in flares:
        sketch.polygon(shape, owner.deep)
    sketch.box((-half - rim, -half - rim, half + rim, half + rim), INK, rim)
    _draw_facets(sketch, owner, half)
    _draw_pips(sketch, owner.emblem, size, half, pitch * _SHIP, owner.ink)
    return sketch.finish()


@lru_cache(4)
def victory_burst(fill: Colour, radius: int) -> Sprite:
    """Return the burst behind a ship that has won."""
    sketch = Sketch(2 * radius + 10, 2 * radius + 10)
    sketch.expanded_polygon(star_polygon(11, radius, 0.7), 4, INK)
    sketch.polygon(star_polygon(11, radius, 0.7), fill)
    return sketch.finish()


def _rotate(point: tuple[float, float], quarters: int) -> tuple[float, float]:
    x, y = point
    for _ in range(quarters):
        x, y = -y, x
    return x, y

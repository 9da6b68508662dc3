"""Pyramids seen from above: folded paper with an ink outline, told apart by tone, size and pips."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from renderers.canvas import Sketch, burst
from renderers.palette import INK, NOBODY, PAPER

if TYPE_CHECKING:
    from PIL import Image

    from renderers.palette import Colour, Emblem, Owner

_SIDES = (0.46, 0.64, 0.82)
_SHIP = 0.88
_ROOM = 1.4
"""A sprite's side as a share of the pitch: room for thrusters and halo."""


def side(size: int, pitch: float) -> int:
    """Return the side of a pyramid of 1 to 3 pips, an even number of pixels, on a board of such a pitch."""
    return 2 * round(_SIDES[size - 1] * pitch / 2)


def ship_side(size: int, pitch: float) -> int:
    """Return the side of a ship's hull, without its thrusters, in the same way."""
    return side(size, pitch * _SHIP)


def _canvas(pitch: int) -> Sketch:
    span = 2 * round(_ROOM * pitch / 2)
    return Sketch(span, span)


def _facets(sketch: Sketch, owner: Owner, half: float) -> None:
    apex = (0, -0.14 * half)
    north_west, north_east, south_west, south_east = (-half, -half), (half, -half), (-half, half), (half, half)
    sketch.box((-half, -half, half, half), owner.base)
    sketch.polygon((north_west, north_east, apex), owner.top)
    sketch.polygon((north_west, apex, south_west), owner.left)
    sketch.polygon((north_east, south_east, apex), owner.right)
    if owner.emblem == "diamond":
        cap = 0.26 * half
        sketch.box((-cap, apex[1] - cap, cap, apex[1] + cap), owner.deep)


def _pips(sketch: Sketch, emblem: Emblem, count: int, half: float, pitch: float, fill: Colour) -> None:
    radius, apart = 0.058 * pitch, 0.175 * pitch
    for i in range(count):
        sketch.emblem(emblem, (i - (count - 1) / 2) * apart, half - 1.85 * radius, radius, fill)


def _outline(pitch: float) -> float:
    return max(2, round(0.03 * pitch))


@lru_cache(16)
def upright(owner: Owner, size: int, pitch: int) -> Image.Image:
    """Return a standing pyramid of 1 to 3 pips."""
    sketch, half, rim = _canvas(pitch), side(size, pitch) / 2, _outline(pitch)
    sketch.box((-half - rim, -half - rim, half + rim, half + rim), INK, rim)
    _facets(sketch, owner, half)
    _pips(sketch, owner.emblem, size, half, pitch, owner.ink)
    return sketch.done()


@lru_cache(16)
def token(owner: Owner, span: int) -> Image.Image:
    """Return a pyramid for a line of text: no pips, a side of so many pixels."""
    sketch, half = Sketch(span + 4, span + 4), span / 2
    sketch.box((-half - 2, -half - 2, half + 2, half + 2), INK, 2)
    _facets(sketch, owner, half)
    return sketch.done()


@lru_cache(16)
def culled(owner: Owner, size: int, pitch: int, *, bright: bool = False) -> Image.Image:
    """Return the mark of a pyramid that died: its dashed outline, a cross and its pips.

    `bright` is for ground that wears the owner's colour.
    """
    sketch, half, tone = _canvas(pitch), side(size, pitch) / 2, owner.top if bright else owner.left
    if not bright:
        sketch.box((-half, -half, half, half), tone, alpha=round(0.16 * 255))
    sketch.dashes(half, 3.5, 0.09 * pitch, 0.06 * pitch, tone)
    arm, rise = (0.045 + 0.025 * size) * pitch, (-0.1 if size == 1 else -0.06) * pitch
    for slope in (-1, 1):
        sketch.line(((-arm, rise - slope * arm), (arm, rise + slope * arm)), 4, tone)
    _pips(sketch, owner.emblem, size, half - 2, pitch, tone)
    return sketch.done()


@lru_cache(8)
def footprint(fill: Colour, size: int, pitch: int) -> Image.Image:
    """Return the dashed outline that a ship of 1 to 3 pips leaves behind, with its pips."""
    sketch, half = _canvas(pitch), ship_side(size, pitch) / 2
    sketch.dashes(half, 3.5, 0.09 * pitch, 0.06 * pitch, fill)
    _pips(sketch, "disc", size, half - 2, pitch * _SHIP, fill)
    return sketch.done()


@lru_cache(24)
def ship(size: int, pitch: int, *, fresh: bool = False) -> Image.Image:
    """Return a ship of 1 to 3 pips: a pyramid with four thrusters, for it has no front.

    `fresh` puts a white halo round it: it has just come here.
    """
    sketch, half, rim = _canvas(pitch), ship_side(size, pitch) / 2, _outline(pitch)
    inner, outer, near, far = 0.44 * half, 0.34 * half, half - 1, half + rim + 0.16 * half
    flare = ((-inner, -near), (-outer, -far), (outer, -far), (inner, -near))
    flares = [tuple(_turned(corner, quarter) for corner in flare) for quarter in range(4)]
    hull = ((-half, -half), (half, -half), (half, half), (-half, half))
    halo = 0.06 * pitch
    layers = [(rim + halo + 2, INK), (rim + halo, PAPER)] if fresh else []
    for grow, fill in [*layers, (rim, INK)]:
        for shape in (*flares, hull):
            sketch.grown(shape, grow, fill)
    for shape in flares:
        sketch.polygon(shape, NOBODY.deep)
    sketch.box((-half - rim, -half - rim, half + rim, half + rim), INK, rim)
    _facets(sketch, NOBODY, half)
    _pips(sketch, NOBODY.emblem, size, half, pitch * _SHIP, INK)
    return sketch.done()


@lru_cache(4)
def blast(fill: Colour, radius: int) -> Image.Image:
    """Return the burst behind a ship that has won."""
    sketch = Sketch(2 * radius + 10, 2 * radius + 10)
    sketch.grown(burst(11, radius, 0.7), 4, INK)
    sketch.polygon(burst(11, radius, 0.7), fill)
    return sketch.done()


def _turned(point: tuple[float, float], quarters: int) -> tuple[float, float]:
    x, y = point
    for _ in range(quarters):
        x, y = -y, x
    return x, y

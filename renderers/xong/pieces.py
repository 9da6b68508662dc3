"""Xong's legs, and the card with the Xoid in hand."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from games.translation import ngettext
from games.xong import shapes
from games.xong.lattice import ROW, bits, ends
from renderers.drawing.colours import BLUE, INK, PAPER, Colour, Owner
from renderers.drawing.shapes import emblem_outline
from renderers.drawing.sketch import Sketch
from renderers.drawing.typeface import TextStyle, text_width
from renderers.xong.colours import LEGS, choose_colours
from renderers.xong.layout import CARD_HIGH, CARD_WIDE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.hex_grid import Point
    from games.xong.lattice import Mask
    from games.xong.shapes import Shape
    from renderers.board.hexagons import Grid, Pixel
    from renderers.drawing.canvas import Canvas
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Theme

_LEG = 14
_CASING = 7
_HALO = 8
_LETTERING = (TextStyle("ExtraBold", 28), TextStyle("ExtraBold", 25), TextStyle("ExtraBold", 22))
_DOTS = (0.26, 0.5, 0.74)
_ANYWHERE = 16 * ROW + 32
"""How far a shape is moved so that all its legs lie in the lattice."""


def draw_legs(picture: Canvas, grid: Grid, owner: Owner, legs: Mask, *, newest: bool = False) -> None:
    """Draw a player's legs, ink round the whole; `newest` ones have a white halo."""
    scale = grid.across / 52
    casing = _LEG + _CASING
    layers: list[tuple[float, Colour]] = [(casing + _HALO + 4, INK), (casing + _HALO, PAPER)] if newest else []
    sides = _sides(grid, legs)
    for thick, fill in (*layers, (casing, INK)):
        _draw_stroke(picture, sides, thick * scale, fill)
    _draw_stroke(picture, sides, _LEG * scale, LEGS[owner], dots=3.6 * scale if owner is BLUE else 0)


def thin(grid: Grid) -> float:
    """Return how thick the legs are drawn that nobody has taken."""
    return 2.5 if grid.across > 30 else 2


def draw_vacant(picture: Canvas, grid: Grid, legs: Mask, fill: Colour) -> None:
    """Draw legs that nobody has taken, thin."""
    _draw_stroke(picture, _sides(grid, legs), thin(grid), fill)


_ends = lru_cache(4096)(ends)
"""All boards lie in one lattice: their legs are the same few thousand."""


def _draw_stroke(
    picture: Canvas, sides: Mapping[Pixel, list[Pixel]], thick: float, fill: Colour, dots: float = 0
) -> None:
    for side, starts in sides.items():
        sprite, (left, top) = _leg(side, thick, fill, dots)
        picture.paste_all(sprite, [(x + left, y + top) for x, y in starts])


def _sides(grid: Grid, legs: Mask) -> dict[Pixel, list[Pixel]]:
    """Where legs begin in the picture, by how far right and down they go."""
    sides: dict[Pixel, list[Pixel]] = {}
    for start, end in map(_ends, bits(legs)):
        side = (end[0] - start[0]) * grid.across, (start[1] - end[1]) * grid.up
        sides.setdefault(side, []).append(grid.at(start))
    return sides


@lru_cache(512)
def _leg(side: Pixel, thick: float, fill: Colour, dots: float) -> tuple[Sprite, Pixel]:
    """A leg with dots of some radius, and where its upper left corner lies, seen from the leg's start."""
    rim = math.ceil(thick / 2)
    left, top = min(0, side[0]) - rim, min(0, side[1]) - rim
    sketch = Sketch(abs(side[0]) + 2 * rim, abs(side[1]) + 2 * rim, origin=(-left, -top))
    sketch.line(((0, 0), side), thick, fill)
    if dots:
        for share in _DOTS:
            sketch.disc(share * side[0], share * side[1], dots, INK)
    return sketch.finish(), (left, top)


@lru_cache(64)
def token(owner: Owner, radius: float, fill: Colour, *, solid: bool) -> Sprite:
    """Return a seat's emblem for a hexagon, solid or as an outline."""
    sketch = Sketch(40, 40)
    sketch.emblem(owner.emblem, 0, 0, radius, fill)
    if not solid:
        sketch.polygon(emblem_outline(owner.emblem, 0.68 * radius), fill, alpha=0)
    return sketch.finish()


def draw_card(picture: Canvas, middle: Pixel, owner: Owner, text: str, theme: Theme) -> None:
    """Draw the card with the Xoid that a seat has to place: its shape, and its number or its size."""
    (x, y), wide, high = middle, CARD_WIDE // 2, CARD_HIGH // 2
    for inset, radius, fill in ((0, 17, owner.base), (5, 13, choose_colours(theme).cards[owner])):
        picture.draw_box((x - wide + inset, y - high + inset, x + wide - inset, y + high - inset), radius, fill)
    picture.paste_centred(_xoid(owner, text), x, y - 22)
    words = caption(text)
    style = next(style for style in _LETTERING if text_width(words, style) <= CARD_WIDE - 18 or style is _LETTERING[-1])
    picture.write_within((x, y + 66), words, style, theme.high, CARD_WIDE - 18, "m")


@lru_cache(128)
def _xoid(owner: Owner, text: str) -> Sprite:
    """A Xoid as it lies on a card."""
    sketch = Sketch(CARD_WIDE, CARD_WIDE)
    sketch_xoid(sketch, shapes.read(text), (0, 0), (100, 100), 22, owner)
    return sketch.finish()


def sketch_xoid(
    sketch: Sketch,
    shape: Shape,
    middle: tuple[float, float],
    room: tuple[float, float],
    most: float,
    look: Owner | Colour,
) -> None:
    """Lay a Xoid into a room (width and height), a leg `2 * most` long at most, inked and dotted as a seat's or plain.

    A plain one, of a single colour, has no ink round it.
    """
    lines = _upright(shape.forms, room)
    size = _extent(lines)
    unit = min(most, room[0] / (max(1, size[0]) * 3**0.5), room[1] / max(1, size[1]))
    xs, ys = ([point[axis] for line in lines for point in line] for axis in (0, 1))
    centre = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    legs_in_room = [
        [(middle[0] + (x - centre[0]) * unit * 3**0.5, middle[1] - (y - centre[1]) * unit) for x, y in line]
        for line in lines
    ]
    thin = min(13, max(4, 0.6 * unit))
    outlined = isinstance(look, Owner)
    layers = [(thin + max(3, thin / 2), INK), (thin, LEGS[look])] if outlined else [(thin, look)]
    for thick, fill in layers:
        for line in legs_in_room:
            sketch.line(line, thick, fill)
    if look is BLUE and unit > 8:
        for (x, y), (end_x, end_y) in legs_in_room:
            for share in _DOTS:
                sketch.disc(x + (end_x - x) * share, y + (end_y - y) * share, 0.26 * thin, INK)


def caption(text: str) -> str:
    """Return a Xoid's number in the catalogue, or a short text of its walk, or how many legs it has."""
    if (number := shapes.number(text)) or len(text) <= 9:
        return number or text
    size = shapes.read(text).size
    return ngettext("{n} leg", "{n} legs", size).format(n=size)


def _upright(forms: tuple[Mask, ...], room: tuple[float, float]) -> list[tuple[Point, Point]]:
    """Return the legs of a Xoid in the orientation that fills a room best."""
    rotated = [[ends(leg) for leg in bits(form << _ANYWHERE)] for form in forms]
    return min(rotated, key=lambda lines: max(_extent(lines)[0] * 3**0.5 / room[0], _extent(lines)[1] / room[1]))


def _extent(lines: list[tuple[Point, Point]]) -> tuple[int, int]:
    """Return how far legs reach from west to east and from south to north."""
    xs, ys = ([point[axis] for line in lines for point in line] for axis in (0, 1))
    return max(xs) - min(xs), max(ys) - min(ys)

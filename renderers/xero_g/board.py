"""Xero-G's empty board and what lies on it."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from games.xero_g.state import BASE, GRID, Flight
from renderers.drawing.canvas import WIDTH, Canvas
from renderers.drawing.colours import BLUE, INK, PAPER, RED
from renderers.drawing.shapes import star_polygon
from renderers.drawing.sketch import Sketch
from renderers.drawing.typeface import BOLD_LABEL, LABEL
from renderers.xero_g.colours import BANDS, HOLLOWS, choose_colours

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.xero_g.state import State
    from renderers.board.scene import Polygon
    from renderers.drawing.colours import Colour, Owner
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Theme


def rotate(state: State) -> State:
    """Return a position of Xero-G with every square where the opposite one was, and the seats swapped.

    Seat 1 of what comes out is whoever has the lower edge. The game is the same from both sides.
    """
    last = state.last
    if last:
        move = last.move
        if isinstance(move, Flight):
            landing = move.landing if move.landing == BASE else 35 - move.landing
            move = Flight(35 - move.start, landing, None if move.sent is None else 35 - move.sent)
        else:
            move = move._replace(ships=move.ships[::-1])
        last = replace(last, seat=3 - last.seat, move=move, path=tuple(35 - square for square in last.path))
    return replace(state, board=state.board[::-1], mover=state.mover and 3 - state.mover, last=last)


PITCH = 124
LEFT, TOP = 128, 218
HEIGHT = 1162
CAPTION = 1064
ROWS = tuple(TOP + PITCH // 2 + i * PITCH for i in range(6))
COLUMNS = tuple(LEFT + PITCH // 2 + i * PITCH for i in range(6))
MARGIN_LABELS = 90, WIDTH - 90

NORTH_TOP, SOUTH_TOP, _PLANET = 120, 968, 92
_PLANET_RADIUS = 2300
DOCKS = (NORTH_TOP + 58, SOUTH_TOP + 34)
"""Height of a ship in the north base and in the south base."""


class View(NamedTuple):
    """How a board is looked at: in which theme, and whether from North's side. Its owners begin at the lower edge."""

    theme: Theme
    rotated: bool

    @property
    def owners(self) -> tuple[Owner, Owner]:
        """The owner of the base below the board, and that of the base above it."""
        return (BLUE, RED) if self.rotated else (RED, BLUE)

    def column(self, number: int) -> str:
        """Return the letter of a column, counted from the left, from 0."""
        return "fedcba"[number] if self.rotated else "abcdef"[number]

    def row(self, number: int) -> str:
        """Return the name of a row, counted from below, from 1."""
        return str(7 - number if self.rotated else number)


def centre(square: int) -> tuple[int, int]:
    """Return the middle of a square in the picture."""
    return COLUMNS[GRID.column(square)], ROWS[6 - GRID.row(square)]


def shade(square: int) -> Literal[0, 1]:
    """Return which of the two tones a square has; a1 is dark."""
    return 1 if (GRID.column(square) + GRID.row(square)) % 2 == 0 else 0


def space(view: View, scale: int) -> Canvas:
    """Return the empty board between its two planets, with all coordinates."""
    theme, tiles = view.theme, choose_colours(view.theme).tiles
    picture = Canvas.blank(HEIGHT, theme.bg, scale)
    for x, y, sprite in _stars(theme.star_dust):
        picture.paste_centred(sprite, x, y, once=True)
    for square in range(36):
        picture.paste_centred(tile(tiles[shade(square)]), *centre(square))
    for owner, top in zip(view.owners, (SOUTH_TOP, NORTH_TOP), strict=True):
        below = top == SOUTH_TOP
        picture.paste_centred(_planet(owner, below=below), WIDTH / 2, top + _PLANET / 2, once=True)
        for column, x in enumerate(COLUMNS):
            depth = _edge(x - WIDTH / 2) + 31
            y = top + depth if below else top + _PLANET - depth
            picture.write((x, y), view.column(column), BOLD_LABEL, INK, "m")
    for row in range(1, 7):
        for x in MARGIN_LABELS:
            picture.write((x, ROWS[6 - row]), view.row(row), LABEL, theme.mid, "m")
    return picture


def _stars(dust: Colour) -> Sequence[tuple[float, float, Sprite]]:
    dice = random.Random(8)  # noqa: S311 - decoration
    found: list[tuple[float, float, Sprite]] = []
    for i in range(28):
        sketch = Sketch(24, 24)
        if i % 7:
            sketch.disc(0, 0, dice.uniform(1.6, 2.8), dust)
        else:
            sketch.polygon(star_polygon(4, 9, 0.28), dust)
        x, y = dice.uniform(14, 56), dice.uniform(TOP + 10, SOUTH_TOP - 10)
        found.append((x if i % 2 else WIDTH - x, y, sketch.finish()))
    return found


def _edge(x: float) -> float:
    """How far a planet's edge falls off, in pixels, at a distance from the middle of the picture."""
    return _PLANET_RADIUS - math.sqrt(_PLANET_RADIUS**2 - x * x)


def _planet(owner: Owner, *, below: bool) -> Sprite:
    """A base: the edge of a planet, rim towards the board. South's has craters, North's bands."""
    sketch = Sketch(WIDTH, _PLANET, origin=(WIDTH / 2, 0))
    bands = ((50, BANDS[owner]), (80, owner.base)) if owner is BLUE else ()
    for depth, fill in ((0, owner.right), (8, owner.base), *bands):
        sketch.polygon(_layer(depth, below=below), fill)
    if owner is not BLUE:
        for x, y, radius in ((-404, 84, 14), (-356, 50, 7), (-182, 86, 9), (146, 28, 6), (318, 88, 16), (392, 66, 9)):
            sketch.disc(x, y if below else _PLANET - y, radius, HOLLOWS[owner])
    return sketch.finish()


def _layer(depth: float, *, below: bool) -> list[Point]:
    """Return what lies so deep under the rim of a planet, seen from the middle of its upper edge in the picture."""
    arc = [(float(x), min(float(_PLANET), _edge(x) + depth)) for x in range(-500, 501, 10)]
    shape = [*arc, (500.0, float(_PLANET)), (-500.0, float(_PLANET))]
    return shape if below else [(x, _PLANET - y) for x, y in shape]


def base_outline(*, below: bool) -> Polygon:
    """Return the outline of the base below the board, or of that above it, in the picture."""
    top = SOUTH_TOP if below else NORTH_TOP
    return tuple([(x + WIDTH / 2, y + top) for x, y in _layer(0, below=below)])


@lru_cache(16)
def tile(fill: Colour) -> Sprite:
    """Return a square of the board."""
    sketch = Sketch(PITCH, PITCH)
    sketch.box((-59, -59, 59, 59), fill, 12)
    return sketch.finish()


Pixel = tuple[int, int]
Point = tuple[float, float]

_LINE, _CASING = 14, 24
_DOT = 6
"""Half the side of the sprite of a dot, in picture pixels."""
_ARROW_CASING = 16
_PART = 6
"""Corners of an arrow's casing that are drawn at a time, nine pixels apart."""
_SAMPLED = 5
"""How far apart the points are at which an arc is judged, in picture pixels."""
_LEAST_LENGTH = 46
"""How long an arrow is at least, in picture pixels."""
_BULGES = (0.13, -0.13, 0.3, -0.3, 0.5, -0.5)


def draw_path(picture: Canvas, points: Sequence[Pixel], skip: int, fill: Colour) -> None:
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
            picture.fill((left - across, top - up, right + across, bottom + up), colour)
        picture.paste_all_centred(_joint(width, colour), corners)
    for (x, y), (end_x, end_y) in pairwise(points):
        heading = (end_x > x) - (end_x < x), (end_y > y) - (end_y < y)
        picture.paste_centred(_chevron(heading), *_gate((x, y), (end_x, end_y)))


def _gate(start: Pixel, end: Pixel) -> tuple[float, float]:
    return (start[0] + end[0]) / 2, (start[1] + end[1]) / 2


@lru_cache(8)
def _joint(width: int, fill: Colour) -> Sprite:
    sketch = Sketch(width, width)
    sketch.disc(0, 0, width / 2, fill)
    return sketch.finish()


@lru_cache(4)
def _chevron(heading: tuple[int, int]) -> Sprite:
    sketch, (dx, dy) = Sketch(16, 16), heading
    wings = [(-3 * dx + wing * dy, -3 * dy - wing * dx) for wing in (-5, 5)]
    sketch.line((wings[0], (3 * dx, 3 * dy), wings[1]), 3.5, INK)
    return sketch.finish()


class DockedShip(NamedTuple):
    """A ship that lies on the board: its middle, and half the side of its hull."""

    x: int
    y: int
    half: int


def draw_jump(picture: Canvas, start: DockedShip, end: DockedShip, ships: Sequence[DockedShip], sides: Pixel) -> None:
    """Draw a dotted arrow from one ship to another, between the left and right `sides` of the board.

    Of several arcs it takes the one that hides least of the ships, and above all of their pips.
    """
    best, least = _BULGES[0], math.inf
    for bulge in _BULGES:
        harm = _harm(_curve(start, end, bulge, start.half, end.half, apart=_SAMPLED), ships, sides)
        if harm < least:
            best, least = bulge, harm
        if not harm:
            break
    _draw_arrow(picture, _curve(start, end, best, start.half + 4, end.half + 16))


def _harm(arc: Sequence[Point], ships: Sequence[DockedShip], sides: Pixel) -> float:
    harm = 0.0
    for x, y in arc:
        harm += 3 * (not sides[0] < x < sides[1])
        for ship in ships:
            if abs(x - ship.x) < ship.half + 8 and abs(y - ship.y) < ship.half + 8:
                pips = abs(x - ship.x) < ship.half - 6 and abs(y - ship.y - ship.half + 12) < 18
                harm += 5 if pips else 1
    return harm


def _draw_arrow(picture: Canvas, curve: Sequence[Point]) -> None:
    """Draw an arrow along points a pixel apart: a casing, the head, and dots up to it.

    The casing is drawn in short parts, because one sprite across the board would be painted on an image of 30 MB.
    """
    corners = [*curve[:-20:9], curve[-20]]
    for first in range(0, len(corners) - 1, _PART):
        part = corners[first : first + _PART + 1]
        sketch, left, top = _sketch_around(part, _ARROW_CASING // 2 + 2)
        sketch.line(part, _ARROW_CASING, INK)
        picture.paste(sketch.finish(), left, top, once=True)
    tip, neck = curve[-1], curve[-23]
    span = math.dist(tip, neck)
    ux, uy = (tip[0] - neck[0]) / span, (tip[1] - neck[1]) / span
    head = (tip, *((neck[0] + wing * uy, neck[1] - wing * ux) for wing in (-12, 12)))
    sketch, left, top = _sketch_around(head, 8)
    sketch.expanded_polygon(head, 4, INK)
    sketch.polygon(head, PAPER)
    picture.paste(sketch.finish(), left, top, once=True)
    for x, y in curve[5:-26:15]:
        left, top = math.floor(x), math.floor(y)
        picture.paste(_dot(math.floor(4 * (x - left)), math.floor(4 * (y - top))), left - _DOT, top - _DOT)


def _sketch_around(points: Sequence[Point], margin: int) -> tuple[Sketch, int, int]:
    """Return a sketch with room for points and a margin round them, and where its upper left corner lies."""
    left, top = (math.floor(min(point[axis] for point in points)) - margin for axis in (0, 1))
    right, bottom = (math.ceil(max(point[axis] for point in points)) + margin for axis in (0, 1))
    return Sketch(right - left, bottom - top, origin=(-left, -top)), left, top


@lru_cache(16)
def _dot(east: int, south: int) -> Sprite:
    """Return a dot so many quarters of a pixel east and south of the middle."""
    sketch = Sketch(2 * _DOT, 2 * _DOT)
    sketch.disc((east + 0.5) / 4, (south + 0.5) / 4, 3.5, PAPER)
    return sketch.finish()


def _curve(
    start: DockedShip, end: DockedShip, bulge: float, leave: float, arrive: float, *, apart: int = 1
) -> list[Point]:
    """Return points about `apart` pixels apart on an arc from one ship to another, outside both.

    `bulge` is a share of the way, upwards or eastwards if positive; `leave` and `arrive` are half the sides of the
    squares at the ends, taken smaller where little of the arc would be left.
    """
    dx, dy = end.x - start.x, end.y - start.y
    side = -1 if dx < 0 else 1
    mid = dx / 2 + side * dy * bulge, dy / 2 - side * dx * bulge
    steps = round(math.hypot(dx, dy) * (1 + 0.67 * bulge * bulge))
    share = [i / steps for i in range(0, steps + 1, apart)]
    arc = [(2 * t * (1 - t) * mid[0] + t * t * dx, 2 * t * (1 - t) * mid[1] + t * t * dy) for t in share]
    while True:
        kept = [(x, y) for x, y in arc if max(abs(x), abs(y)) > leave and max(abs(x - dx), abs(y - dy)) > arrive]
        if len(kept) * apart >= _LEAST_LENGTH:
            return [(start.x + x, start.y + y) for x, y in kept]
        leave, arrive = leave - 3, arrive - 3

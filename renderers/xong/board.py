"""Xong's empty board and what lies on it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from games.hex_grid import CORNERS, Cell, connected
from games.translation import ngettext
from games.xong import shapes
from games.xong.lattice import ROW, bits, ends
from renderers.board.frame import MARGIN
from renderers.board.hexagons import Grid
from renderers.drawing.canvas import WIDTH
from renderers.drawing.colours import BLUE, INK, PAPER, Colour, Owner
from renderers.drawing.shapes import emblem_outline
from renderers.drawing.sketch import Sketch
from renderers.drawing.typeface import TextStyle, text_width
from renderers.xong.colours import LEGS, choose_colours

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from games.hex_grid import Point
    from games.xong.board import LegBoard
    from games.xong.lattice import Mask
    from games.xong.shapes import Shape
    from renderers.board.hexagons import Pixel
    from renderers.board.scene import Polygon
    from renderers.drawing.canvas import Canvas
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Theme

_Bounds: TypeAlias = "tuple[int, int, int, int]"

_MAX_SHIFT = 26
"""How many rows and numbers an island is moved at most: a board has no more rows, so there is always room."""


def gather(cells: Iterable[Cell]) -> dict[Point, Point]:
    """Return how far each centre and corner of a board is moved, in the units of `games.hex_grid.CORNERS`.

    The largest island stays. The others, one after the other, move by whole hexagons to where the hexagons drawn so far
    can be largest, among such places to the nearest; at least one hexagon stays free between two islands.
    """
    moves: dict[Point, Point] = {}
    placed: frozenset[Cell] = frozenset()
    for island in sorted(connected(cells), key=lambda island: (-len(island), min(island))):
        moved = _place_beside(placed, island) if placed else island
        placed |= moved
        (x, y), (to_x, to_y) = min(island).centre, min(moved).centre
        moves |= {point: (to_x - x, to_y - y) for cell in island for point in (cell.centre, *cell.corners)}
    return moves


def _place_beside(placed: frozenset[Cell], island: frozenset[Cell]) -> frozenset[Cell]:
    """Return an island moved to its best place beside what is placed."""
    shores = placed.union(*(cell.around() for cell in placed))
    home = min(island)

    def is_free(way: tuple[int, int]) -> bool:
        return not any((cell.row + way[0], cell.number + way[1]) in shores for cell in island)

    def distance_from_middle(way: tuple[int, int]) -> tuple[int, tuple[int, int]]:
        return home.distance(Cell(home.row + way[0], home.number + way[1])), way

    found = (list(filter(is_free, ways)) for ways in _by_extent(_bounds(placed), _bounds(island)))
    row, number = min(next(filter(None, found)), key=distance_from_middle)
    return frozenset(Cell(cell.row + row, cell.number + number) for cell in island)


def _by_extent(there: _Bounds, here: _Bounds) -> Iterator[list[tuple[int, int]]]:
    """All ways to move what lies here: those with the smallest square round it and what lies there first.

    A square is as large, in half widths of a hexagon, as hexagons within both bounds need.
    """
    span = range(-_MAX_SHIFT, _MAX_SHIFT + 1)
    west, south, east, north = here
    wides = {by: max(there[2], east + by) - min(there[0], west + by) + 2 for by in range(3 * span[0], 3 * span[-1] + 1)}
    highs = {by: (max(there[3], north + 3 * by) - min(there[1], south + 3 * by) + 4) / 3**0.5 for by in span}
    ways: dict[float, list[tuple[int, int]]] = {}
    for row in span:
        for number in span:
            ways.setdefault(max(wides[2 * number - row], highs[row]), []).append((row, number))
    for extent in sorted(ways):
        yield ways[extent]


def _bounds(cells: Iterable[Cell]) -> _Bounds:
    """How far the centres of hexagons reach west, south, east and north."""
    centres = [cell.centre for cell in cells]
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    return min(xs), min(ys), max(xs), max(ys)


CARD_WIDE, CARD_HIGH = 152, 192
CARD_TOP = 130
"""Top of a card that hangs from its player's panel."""

_TOP, _BOTTOM = 150, 1062
_ROOM = 8
_FULL = 52
_SMALLEST = 16


@dataclass(frozen=True, slots=True)
class Layout:
    """A board's grid, the middle of the card for each seat's Xoid in hand, and where the board ends."""

    grid: Grid
    cards: tuple[Pixel, Pixel]
    bottom: int


@lru_cache(32)
def layout(board: LegBoard) -> Layout:
    """Return the layout with the largest hexagons; among equals the board is centred if it can be, and high up."""
    moves = gather(board.cells)
    points = [(x + moves[x, y][0], y + moves[x, y][1]) for x, y in (cell.centre for cell in board.cells)]
    west, east = min(x for x, _ in points) - 1, max(x for x, _ in points) + 1
    south, north = min(y for _, y in points) - 2, max(y for _, y in points) + 2
    for across, up in _sizes():
        wide, high = (east - west) * across, (north - south) * up
        for left, top in _places(wide, high):
            grid = Grid(across, up, left - west * across, top + north * up, moves)
            cards = [_card(board, grid, corner) for corner in (MARGIN, WIDTH - MARGIN - CARD_WIDE)]
            red, blue = cards
            if red and blue:
                lowest = max(red[1], blue[1]) + CARD_HIGH // 2
                return Layout(grid, (red, blue), max(top + high, lowest))
    raise ValueError(f"A board of {len(board.cells)} hexagons, {east - west} half-widths wide, fits no picture.")


@lru_cache(16)
def label_size(board: LegBoard) -> int:
    """Return the size of a board's labels in picture pixels: smaller hexagons have smaller ones, not in proportion."""
    across = layout(board).grid.across
    size = max(24, round(28 * (across / 52) ** 0.75))
    while max(text_width(name, TextStyle("Bold", size)) for name in board.names) > 1.6 * across:
        size -= 1
    return size


def _sizes() -> Iterator[tuple[int, int]]:
    """Half widths and half sides of hexagons, the largest first, in whole numbers that keep them nearly regular."""
    for across in range(_FULL, _SMALLEST - 1, -1):
        up = round(across / 3**0.5)
        if abs(up * 3**0.5 / across - 1) < 0.02:
            yield across, up


def _places(wide: int, high: int) -> Iterator[Pixel]:
    """Where the upper left corner of a board of some size can lie."""
    free = WIDTH - 2 * MARGIN - wide
    if free < 0:
        return
    for top in (_TOP, CARD_TOP + CARD_HIGH + _ROOM):
        if top + high <= _BOTTOM:
            yield from [(MARGIN + free // 2, top), (MARGIN, top), (MARGIN + free, top)]


def _card(board: LegBoard, grid: Grid, ideal: int) -> Pixel | None:
    """Return the middle of a card that lies off the board, as near as can be to its place below a panel."""
    boxes = [box for cell in board.cells for box in _boxes(grid, grid.centre(cell))]
    spots = [
        (abs(left - ideal) + top - CARD_TOP, left, top)
        for left in range(MARGIN, WIDTH - MARGIN - CARD_WIDE + 1, 16)
        for top in range(CARD_TOP, _BOTTOM - CARD_HIGH, 16)
    ]
    for _, left, top in sorted(spots):
        west, north, east, south = left - _ROOM, top - _ROOM, left + CARD_WIDE + _ROOM, top + CARD_HIGH + _ROOM
        for place, box in enumerate(boxes):
            if west < box[2] and box[0] < east and north < box[3] and box[1] < south:
                # What is in the way here is likely to be in the way of the next spot: it is looked at first.
                boxes[0], boxes[place] = box, boxes[0]
                break
        else:
            return left + CARD_WIDE // 2, top + CARD_HIGH // 2
    return None


def _boxes(grid: Grid, centre: Pixel) -> Iterator[tuple[int, int, int, int]]:
    """A hexagon as boxes: left, top, right, bottom."""
    x, y = centre
    for wide, high in ((grid.across, grid.up), (grid.across * 3 // 5, grid.up * 7 // 5), (8, 2 * grid.up)):
        yield x - wide, y - high, x + wide, y + high


_REACH = (*(2 / 3,) * 5, 0.9)
"""How far the shape of a hexagon reaches towards each corner: farthest to the lowest, by which its mark lies."""


def hexagon_shape(grid: Grid, cell: Cell) -> Polygon:
    """Return where a hexagon can be tapped: in its inner part. The rest belongs to its legs."""
    return tuple([_inner_corner(grid, grid.centre(cell), corner) for corner in range(6)])


def leg_shape(board: LegBoard, grid: Grid, leg: int) -> Polygon:
    """Return where a leg can be tapped: up to the inner parts of the hexagons on both sides, on the board or not."""
    cell, side = board.sides[leg]
    corner, next_corner = cell.corners[side], cell.corners[(side + 1) % 6]
    (x, y), start, end = grid.centre(cell), grid.at(corner), grid.at(next_corner)
    beyond = start[0] + end[0] - x, start[1] + end[1] - y
    return (
        start,
        _inner_corner(grid, (x, y), side),
        _inner_corner(grid, (x, y), (side + 1) % 6),
        end,
        _inner_corner(grid, beyond, (side + 3) % 6),
        _inner_corner(grid, beyond, (side + 4) % 6),
    )


def _inner_corner(grid: Grid, centre: Pixel, corner: int) -> tuple[float, float]:
    east, north = CORNERS[corner]
    return centre[0] + _REACH[corner] * grid.across * east, centre[1] - _REACH[corner] * grid.up * north


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
    *,
    thick: float = 0,
) -> None:
    """Lay a Xoid into a room (width and height), a leg `2 * most` long at most, inked and dotted as a seat's or plain.

    A plain one, of a single colour, has no ink round it, and can be as `thick` as one likes.
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
    layers = [(thin + max(3, thin / 2), INK), (thin, LEGS[look])] if outlined else [(thick or thin, look)]
    for width, fill in layers:
        for line in legs_in_room:
            sketch.line(line, width, fill)
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

"""Boards of hexagons: where cells lie in a picture, and straight flights over them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from PIL import Image

from games.hex_grid import CORNERS
from renderers.drawing.colours import INK, Colour
from renderers.drawing.sketch import Sketch

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from games.hex_grid import Cell, Point
    from renderers.board.scene import Polygon
    from renderers.drawing.canvas import Canvas
    from renderers.drawing.sprite import Sprite

Pixel = tuple[int, int]
Rims = tuple[tuple[float, Colour], ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Where a board lies in a picture.

    `across` is half the width of a hexagon and `up` half the length of a side, in whole pixels, so that all cells look
    alike; `x` and `y` are the place of the origin of `games.hex_grid`. `moves` says how far centres and corners are
    moved in the picture, in the units of `games.hex_grid.CORNERS`; the others stay where they lie.
    """

    across: int
    up: int
    x: int
    y: int
    moves: Mapping[Point, Point] = field(default_factory=dict["Point", "Point"], compare=False)

    def at(self, point: Point) -> Pixel:
        """Return the place in the picture of a centre or corner in the units of `games.hex_grid.CORNERS`."""
        east, north = self.moves.get(point, (0, 0))
        return self.x + self.across * (point[0] + east), self.y - self.up * (point[1] + north)

    def centre(self, cell: Cell) -> Pixel:
        """Return the middle of a cell in the picture."""
        return self.at(cell.centre)

    def outline(self, cell: Cell) -> Polygon:
        """Return the corners of a cell in the picture."""
        x, y = self.centre(cell)
        return tuple([(x + east, y + south) for east, south in corners(self.across, self.up)])


def corners(across: float, up: float, inset: float = 0) -> list[tuple[float, float]]:
    """Return the corners of a hexagon round 0, 0, its sides moved inwards by `inset` pixels."""
    share = 1 - inset / across
    return [(share * across * east, -share * up * north) for east, north in CORNERS]


@lru_cache(128)
def hexagon(across: int, up: int, rims: Rims) -> Sprite:
    """Return a hexagon made of nested ones; `rims` has the inset and colour of each, the outermost first."""
    sketch = Sketch(2 * across + 8, 4 * up + 8)
    for inset, fill in rims:
        sketch.polygon(corners(across, up, inset), fill)
    return sketch.finish()


def draw_tiles(picture: Canvas, grid: Grid, rims: Rims, cells: Iterable[Cell]) -> None:
    """Draw a `hexagon` for each cell with jagged sides, which lines wider than a pixel have to hide.

    The outermost of the `rims` has no inset. Without blending, a hexagon takes a quarter of the time.
    """
    sprite = hexagon(grid.across, grid.up, rims)
    west, north = sprite.width // 2, sprite.height // 2
    places = [(x - west, y - north) for x, y in map(grid.centre, cells)]
    picture.paste_all(sprite, places, _inner(grid.across, grid.up, picture.scale))


@lru_cache(16)
def _inner(across: int, up: int, scale: int) -> Image.Image:
    """Return a mask in mode 1 of the pixels that lie more than half in a hexagon."""
    alpha = hexagon(across, up, ((0, INK),)).image_at(scale).image.getchannel("A")
    return alpha.convert("1", dither=Image.Dither.NONE)


@lru_cache(32)
def departure_mark(across: int, up: int, fill: Colour, line: Colour) -> Sprite:
    """Return the mark of a cell that a piece has just left: tinted, with a dashed edge."""
    sketch = Sketch(2 * across + 8, 4 * up + 8)
    sketch.polygon(corners(across, up, 2), fill)
    sketch.dashed_outline(corners(across, up, 3), 3.5, 9, 7, line)
    return sketch.finish()


def draw_flight(picture: Canvas, points: Sequence[Pixel], fill: Colour) -> None:
    """Draw a straight line from the first point to the last, with a chevron half-way from each to the next."""
    left, top = (min(point[axis] for point in points) - 14 for axis in (0, 1))
    sprite = _flight(tuple((x - left, y - top) for x, y in points), fill)
    picture.paste(sprite, left, top)


@lru_cache(64)
def _flight(points: tuple[Pixel, ...], fill: Colour) -> Sprite:
    sketch = Sketch(*(max(point[axis] for point in points) + 14 for axis in (0, 1)), origin=(0, 0))
    ends = (points[0], points[-1])
    for width, colour in ((23, INK), (14, fill)):
        sketch.line(ends, width, colour)
    for (x, y), (end_x, end_y) in pairwise(points):
        span = math.dist((x, y), (end_x, end_y))
        dx, dy = (end_x - x) / span, (end_y - y) / span
        middle = (x + end_x) / 2, (y + end_y) / 2
        wings = [(middle[0] - 3 * dx + wing * dy, middle[1] - 3 * dy - wing * dx) for wing in (-5, 5)]
        sketch.line((wings[0], (middle[0] + 3 * dx, middle[1] + 3 * dy), wings[1]), 3.5, INK)
    return sketch.finish()

"""Where a board lies in a picture: the pixels of its cells, and where the names of its rows and columns stand."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from renderers.board.highlights import HighlightPlace
from renderers.drawing.canvas import WIDTH

if TYPE_CHECKING:
    from collections.abc import Mapping

    from renderers.board.scene import Polygon
    from renderers.kit.board import Board, Cell, Point

Pixel: TypeAlias = tuple[int, int]

LARGEST_PITCH = 150
"""Picture pixels between two neighbours on a small board."""
_HIGHEST = 880
"""Picture pixels that a board may be high."""
_MARGIN = 76
_BESIDE, _BELOW = 28, 23
"""How far labels stand beside and below their cells."""
_BAND, _WIDEST_BAND = 0.2, 14
"""How wide an edge in a seat's colour is, as a share of the pitch and at most."""
_NAME = re.compile(r"([a-z]+)([0-9]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Label:
    """A coordinate in the margin, and where its middle stands."""

    text: str
    place: tuple[float, float]


@dataclass(frozen=True)
class Layout:
    """A board in a picture, in picture pixels.

    `across` and `up` are the pixels of a unit of the board, whole numbers so that all cells look alike. `top` is the
    upper edge of the board. `turned` boards lie as seen from the other side.
    """

    board: Board
    top: int
    turned: bool
    across: int
    up: int

    @property
    def pitch(self) -> int:
        """The distance between two neighbours."""
        return round(self.across / self.board.unit[0])

    @property
    def band(self) -> float:
        """How wide the edges in the colours of seats are; 0 on a board without any."""
        return min(_BAND * self.pitch, _WIDEST_BAND) if self.board.sides else 0

    @property
    def bottom(self) -> int:
        """The lower edge of the board."""
        low, high = _span(self.board, 1)
        return self.top + round((high - low) * self.up)

    @cached_property
    def middles(self) -> Mapping[str, Pixel]:
        """The middle of each cell by its name."""
        return {cell.name: self.point((cell.x, cell.y)) for cell in self.board.cells}

    def point(self, point: Point) -> Pixel:
        """Return the place in the picture of a point of the board."""
        (west, east), (south, north) = _span(self.board, 0), _span(self.board, 1)
        way = -1 if self.turned else 1
        x = WIDTH / 2 + way * (point[0] - (west + east) / 2) * self.across
        y = (self.top + self.bottom) / 2 - way * (point[1] - (south + north) / 2) * self.up
        return math.floor(x + 0.5), math.floor(y + 0.5)

    def outline(self, cell: Cell) -> tuple[tuple[float, float], ...]:
        """Return the corners of a cell, as seen from its middle."""
        way = -1 if self.turned else 1
        return tuple((way * x * self.across, -way * y * self.up) for x, y in cell.corners)

    @cached_property
    def places(self) -> Mapping[str, Polygon]:
        """The outline of each cell in the picture by its name."""
        shapes: dict[str, Polygon] = {}
        for cell in self.board.cells:
            x, y = self.middles[cell.name]
            shapes[cell.name] = tuple([(x + east, y + south) for east, south in self.outline(cell)])
        return shapes

    def highlight(self, name: str, *, occupied: bool) -> HighlightPlace:
        """Return where a cell is highlighted, with the eye in its middle, or above a piece that stands there."""
        x, y = self.middles[name]
        half, aside = self.pitch // 2 - 4, round(0.28 * self.pitch)
        return HighlightPlace((x, y), half, (x + aside, y - aside) if occupied else (x, y))

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The coordinates in the margin: of columns below the board, of rows on both sides."""
        if self.board.labels != "margin":
            return ()
        lines: defaultdict[str, list[Pixel]] = defaultdict(list)
        for name, middle in self.middles.items():
            for part in split_name(name):
                lines[part].append(middle)
        return tuple(label for text, line in lines.items() for label in self._labels_of(text, sorted(line)))

    def _labels_of(self, text: str, line: list[Pixel]) -> list[Label]:
        """Return the labels of a row at both ends, or that of a column at its lower end."""
        (left, first), (right, last) = line[0], line[-1]
        is_row = right - left >= abs(last - first) if len(line) > 1 else text.isdigit()
        east, south = self._reach
        if is_row:
            beside = east + _BESIDE + self.band
            return [Label(text, (left - beside, first)), Label(text, (right + beside, last))]
        ends = sorted(line, key=lambda place: place[1])
        (x, y), below = ends[-1], south + _BELOW + self.band
        slant = (x - ends[-2][0]) / (y - ends[-2][1]) if len(ends) > 1 else 0
        return [Label(text, (x + below * slant, y + below))]

    @cached_property
    def _reach(self) -> tuple[float, float]:
        """How far cells reach east and south of their middles."""
        corners = [self.outline(cell) for cell in self.board.cells]
        east, south = (max(corner[axis] for around in corners for corner in around) for axis in (0, 1))
        return east, south

    @property
    def foot(self) -> int:
        """How far down the board and its labels reach."""
        return round(max([self.bottom + 2, *(label.place[1] + 18 for label in self.labels)]))


def split_name(name: str) -> tuple[str, ...]:
    """Return the letters and the number of a name such as `c4`; nothing for any other name."""
    found = _NAME.fullmatch(name)
    return found.groups() if found else ()


@lru_cache(32)
def lay_out(board: Board, top: int, *, turned: bool = False) -> Layout:
    """Return a board as large as there is room, in the middle of a picture, its upper edge at `top`."""
    (west, east), (south, north) = _span(board, 0), _span(board, 1)
    margin = _MARGIN if board.labels == "margin" else _MARGIN - 12
    wide, high = board.unit
    pitch = min(LARGEST_PITCH, (WIDTH - 2 * margin) / ((east - west) * wide), _HIGHEST / ((north - south) * high))
    across = max(1, math.floor(pitch * wide))
    return Layout(board, top, turned, across, max(1, round(across * high / wide)))


@lru_cache(64)
def _span(board: Board, axis: int) -> tuple[float, float]:
    """Return the least and the greatest coordinate of all corners on an axis."""
    ends = [(cell.x, cell.y)[axis] + corner[axis] for cell in board.cells for corner in cell.corners]
    return min(ends), max(ends)

"""Where Xong's boards lie in the picture: as large as fits, with room beside them for the Xoid in hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from renderers.board.frame import MARGIN
from renderers.board.hexagons import Grid
from renderers.drawing.canvas import WIDTH
from renderers.drawing.typeface import TextStyle, text_width
from renderers.xong.islands import gather

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.xong.board import LegBoard
    from renderers.board.hexagons import Pixel

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

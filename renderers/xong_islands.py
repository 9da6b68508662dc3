"""Islands of a board drawn nearer to each other than they lie, so that their hexagons can be larger.

No Xoid spans the water between two islands and nobody touches anything across it, so how wide it is tells nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.hexes import Cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.hexes import Point

_REACH = 26
"""How many rows and numbers an island is moved at most: a board has no more rows, so there is always room."""


def gathered(cells: Iterable[Cell]) -> dict[Point, Point]:
    """Return how far each centre and corner of a board is moved, in the units of `games.hexes.CORNERS`.

    The largest island stays. The others, one after the other, move by whole hexagons to where the hexagons drawn so far
    can be largest, among such places to the nearest; at least one hexagon stays free between two islands.
    """
    moves: dict[Point, Point] = {}
    placed: set[Cell] = set()
    for island in sorted(_islands(cells), key=lambda island: (-len(island), min(island))):
        drawn = _beside(placed, island) if placed else island
        placed |= drawn
        (x, y), (to_x, to_y) = min(island).centre, min(drawn).centre
        moves |= {point: (to_x - x, to_y - y) for cell in island for point in (cell.centre, *cell.corners)}
    return moves


def _islands(cells: Iterable[Cell]) -> Iterator[set[Cell]]:
    """The connected parts of a board."""
    left = set(cells)
    while left:
        island: set[Cell] = set()
        edge = {min(left)}
        while edge:
            island |= edge
            edge = {near for cell in edge for near in cell.around() if near in left} - island
        left -= island
        yield island


def _beside(placed: set[Cell], island: set[Cell]) -> set[Cell]:
    """Return an island moved to its best place beside what is placed."""
    shores = placed.union(*(cell.around() for cell in placed))
    span = range(-_REACH, _REACH + 1)
    free = [
        way
        for way in ((row, number) for row in span for number in span)
        if not any((cell.row + way[0], cell.number + way[1]) in shores for cell in island)
    ]
    there, here, home = _bounds(placed), _bounds(island), min(island)

    def worth(way: tuple[int, int]) -> tuple[float, int, tuple[int, int]]:
        east, north = 2 * way[1] - way[0], 3 * way[0]
        moved = here[0] + east, here[1] + north, here[2] + east, here[3] + north
        return _extent(there, moved), home.distance(Cell(home.row + way[0], home.number + way[1])), way

    row, number = min(free, key=worth)
    return {Cell(cell.row + row, cell.number + number) for cell in island}


def _bounds(cells: Iterable[Cell]) -> tuple[int, int, int, int]:
    """How far the centres of hexagons reach west, south, east and north."""
    centres = [cell.centre for cell in cells]
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    return min(xs), min(ys), max(xs), max(ys)


def _extent(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> float:
    """How large a square has to be, in half widths of a hexagon, to hold hexagons within two such bounds."""
    west, south = min(one[0], other[0]), min(one[1], other[1])
    east, north = max(one[2], other[2]), max(one[3], other[3])
    return max(east - west + 2, (north - south + 4) / 3**0.5)

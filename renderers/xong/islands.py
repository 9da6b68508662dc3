"""Islands of a board drawn nearer to each other than they lie, so that their hexagons can be larger.

No Xoid spans the water between two islands and nobody touches anything across it, so how wide it is tells nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from games.hex_grid import Cell, connected

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.hex_grid import Point

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

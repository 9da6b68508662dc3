"""Xoids as shapes: the twelve ways to turn and flip one, its one canonical text, and its number in the catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from games.xong.lattice import CELL_POINTS, ROW, WIDEST, bits, normal, spread, union
from games.xong.walks import by_text, left_first, trace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.hex_grid import Point
    from games.xong.lattice import Mask

CATALOGUED = 6
"""The catalogue numbers all Xoids up to this many legs."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A Xoid wherever it lies. `text` is canonical, `size` the number of legs.

    `forms` are its different orientations, each moved to the place that `lattice.normal` gives it. Those too wide for
    any board are left out.
    """

    text: str
    size: int
    forms: tuple[Mask, ...]


@lru_cache(maxsize=4096)
def read(text: str) -> Shape:
    """Return the shape of a walk, canonical or not. Raises `BadWalk`; a shape too large for any board has no forms."""
    points = trace(text)
    forms = _orientations(points)
    return shape(min(forms)) if forms else Shape(text, len(points), ())


def of(legs: Mask) -> Shape:
    """Return the shape of connected legs that lie on a board."""
    return shape(normal(legs))


@lru_cache(maxsize=4096)
def shape(form: Mask) -> Shape:
    """Return the shape that has a given orientation."""
    points = [((index + ROW // 2) // ROW, (index + ROW // 2) % ROW - ROW // 2) for index in bits(form)]
    forms = _orientations(points)
    return Shape(_canonical(min(forms)), len(points), forms)


def _orientations(points: Iterable[Point]) -> tuple[Mask, ...]:
    forms: set[Mask] = set()
    turned = list(points)
    for _ in range(6):
        turned = [(number, number - row) for row, number in turned]
        forms.update(_form(turned), _form([(row, row - number) for row, number in turned]))
    return tuple(sorted(forms))


def _form(points: list[Point]) -> tuple[Mask, ...]:
    """Return the points as a set in its normal place, or nothing if they are too far apart for a board."""
    numbers = [number for _, number in points]
    south, west = min([row for row, _ in points]) & ~1, min(numbers) & ~1
    if max(numbers) - west >= WIDEST:
        return ()
    return (normal(union([ROW * (row - south) + number - west for row, number in points])),)


def _canonical(form: Mask) -> str:
    """Return the shortest, then first in ASCII order, of the left-first walks that lay every leg.

    The form is moved half a row, for its legs may reach west of the place it is normalised to.
    """
    return min([text for text, _ in left_first(form << ROW // 2, mirrored=True)], key=by_text)


@lru_cache(maxsize=1)
def catalogue() -> tuple[tuple[Shape, ...], ...]:
    """Return all Xoids of 1 to `CATALOGUED` legs, a tuple for each size, in the order of their numbers."""
    middle = 16 * ROW + 33
    sizes: list[tuple[Shape, ...]] = [(of(1 << middle),)]
    while len(sizes) < CATALOGUED:
        sizes.append(larger(sizes[-1]))
    return tuple(sizes)


def larger(smaller: Iterable[Shape]) -> tuple[Shape, ...]:
    """Return all shapes of one leg more, given all of one size, by length of text and then ASCII."""
    found: set[Shape] = set()
    for known in smaller:
        legs = known.forms[0] << 16 * ROW + 32
        found.update([of(legs | 1 << leg) for leg in bits(spread(legs) & ~legs & ~CELL_POINTS)])
    return tuple(sorted(found, key=lambda shape: by_text(shape.text)))


@lru_cache(maxsize=1)
def _numbers() -> dict[str, str]:
    return {
        shape.text: f"{size}-{place}"
        for size, shapes in enumerate(catalogue(), 1)
        for place, shape in enumerate(shapes, 1)
    }


def number(text: str) -> str | None:
    """Return a Xoid's number in the catalogue, such as `4-2`, or None if it has more than six legs."""
    return _numbers().get(text)


def by_number(number: str) -> str | None:
    """Return the canonical text of the Xoid with a number in the catalogue, or None if there is none."""
    size, _, place = number.partition("-")
    shapes = catalogue()[int(size) - 1] if 1 <= int(size) <= CATALOGUED else ()
    return shapes[int(place) - 1].text if 1 <= int(place or 0) <= len(shapes) else None

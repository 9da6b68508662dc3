"""Xoids: as walks such as `F(L)R`, and as shapes with one canonical text and a number in the catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from games.hex_grid import STEPS
from games.translation import gettext as _
from games.xong.lattice import CELL_POINTS, ROW, TURNS, WIDEST, bits, heading, normal, spread, union

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.hex_grid import Point
    from games.xong.lattice import Mask

Fault: TypeAlias = Literal[
    "first letter not F",
    "bracket that closes nothing",
    "empty brackets",
    "leg laid twice",
    "unknown letter",
    "bracket still open",
]


class BadWalk(ValueError):  # noqa: N818 - it becomes an `IllegalMove`
    """A text that is no walk: its fault, and where it is, behind the part `before` at a `letter`."""

    def __init__(self, fault: Fault, before: str = "", letter: str = "") -> None:
        super().__init__(fault)
        self.fault: Fault = fault
        self.before = before
        self.letter = letter

    @property
    def unfinished(self) -> bool:
        """Whether more letters can mend it."""
        return self.fault == "bracket still open"


def trace(text: str, start: Point = (0, 1), facing: int = 0) -> list[Point]:
    """Return the legs that a walk lays, in order, as points (row, number) of the lattice. Raises `BadWalk`.

    `start` is the first leg and `facing` one of its two headings: its side type, or that plus 3.
    """
    if not text.startswith("F"):
        raise BadWalk("first letter not F")
    leg, laid = start, [start]
    taken = {start}
    branches: list[tuple[Point, int]] = []
    for at, letter in enumerate(text[1:], 1):
        if letter == "(":
            branches.append((leg, facing))
        elif letter == ")":
            if not branches:
                raise BadWalk("bracket that closes nothing", text[:at], letter)
            if text[at - 1] == "(":
                raise BadWalk("empty brackets", text[:at], letter)
            leg, facing = branches.pop()
        elif letter in "LR":
            row, number = STEPS[(facing + (2 if letter == "L" else 1)) % 6]
            leg = leg[0] + row, leg[1] + number
            facing = (facing + (1 if letter == "L" else -1)) % 6
            if leg in taken:
                raise BadWalk("leg laid twice", text[:at], letter)
            taken.add(leg)
            laid.append(leg)
        else:
            raise BadWalk("unknown letter", text[:at], letter)
    if branches:
        raise BadWalk("bracket still open", text)
    return laid


def straight(legs: int) -> str:
    """Return the walk that zigzags over so many legs as straight as the sides of hexagons allow.

    >>> straight(1), straight(4)
    ('F', 'FLRL')
    """
    return "F" + ("LR" * legs)[: legs - 1]


def legs_from(leg: int, text: str) -> list[Mask]:
    """Return the legs that a walk lays from a given first leg, in each of its two headings. Raises `BadWalk`.

    Where the walk runs out of the lattice, and so off any board, that heading is left out.
    """
    found: list[Mask] = []
    for facing in (heading(leg), heading(leg) + 3):
        points = trace(text, divmod(leg, ROW), facing)
        if all(row >= 0 and 0 <= number <= WIDEST for row, number in points):
            found.append(union([ROW * row + number for row, number in points]))
    return found


def format_walk(text: str) -> str:
    """Return a walk as sentences show it: shortened in the middle when long."""
    return text if len(text) <= 40 else f"{text[:20]}...{text[-17:]}"


def speak(text: str) -> str:
    """Return a walk as it is said aloud: brackets in words, letters one by one.

    >>> speak("FL(LR)RL")
    'F L, branch L R, then R L'
    """
    # Translators: brackets of a walk as they are said aloud: "F L, branch L R, then R L".
    branch, then = _("branch"), _("then")
    return " ".join(text).replace(" ( ", f", {branch} ").replace(" ) ", f", {then} ")


def left_first(legs: Mask, *, mirrored: bool = False) -> list[tuple[str, int]]:
    """Return the left-first walks that lay all of some connected legs, each with the leg that it begins with.

    `mirrored` adds those of the mirror image. A leg in one of its headings is a *way*: leg i has the ways `2 * i` and
    `2 * i + 1`. The way after the last stands for legs that are not there, which count as laid from the first.
    """
    indices = list(bits(legs))
    ways = [(leg, facing) for leg in indices for facing in (heading(leg), heading(leg) + 3)]
    numbers = {way: i for i, way in enumerate(ways)}
    lefts, rights = (
        [numbers.get((leg + TURNS[facing][side][0], TURNS[facing][side][1]), len(ways)) for leg, facing in ways]
        for side in (0, 1)
    )
    found: list[tuple[str, int]] = []
    for near, far in ((lefts, rights), (rights, lefts))[: 1 + mirrored]:
        for way in range(len(ways)):
            laid = bytearray(len(indices)) + b"\1"
            laid[way >> 1] = 1
            text = "F" + _onward(laid, way, near, far)
            if all(laid):
                found.append((text, indices[way >> 1]))
    return found


def _onward(laid: bytearray, way: int, lefts: list[int], rights: list[int]) -> str:
    """Return the left-first walk from the end of a way, and mark the legs that it lays."""
    letters = ""
    while True:
        left, right = lefts[way], rights[way]
        if not laid[left >> 1]:
            laid[left >> 1] = 1
            if laid[right >> 1]:
                letters += "L"
                way = left
                continue
            branch = "L" + _onward(laid, left, lefts, rights)
            letters += branch if laid[right >> 1] else f"({branch})"
        if laid[right >> 1]:
            return letters
        laid[right >> 1] = 1
        letters += "R"
        way = right


def by_text(text: str) -> tuple[int, str]:
    """Sort key of canonical texts: by length, then ASCII."""
    return len(text), text


def size(text: str) -> int:
    """Return how many legs a walk has."""
    return sum(letter in "FLR" for letter in text)


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
    for _sixth in range(6):
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

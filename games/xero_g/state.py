"""What a Xero-G position is made of, the names of its squares, and where so many steps can lead, precomputed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from games.square_grid import Grid
from games.translation import gettext as _, gettext_noop as N_, pgettext, pgettext_noop

if TYPE_CHECKING:
    from games.contract import Result

GRID = Grid(6)
BASE = -1
"""The landing 'square' of a flight into the opponent's base."""


class Setup(NamedTuple):
    """The setup of one's home edge: pips of the six ships, column a to f."""

    ships: tuple[int, ...]


class Flight(NamedTuple):
    """A flight: from which square, to which (or `BASE`), and for a reprogram where the ship underneath is put."""

    start: int
    landing: int
    sent: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """The last turn, for the picture and the record.

    For a flight, `path` lists the squares it took from start to landing (squares only: a flight into the base ends with
    the square it left the board from), by the shortest way; `boosts` holds the indices into `path` where it boosted;
    `pips` is the flying ship's size, `sent_pips` that of a reprogrammed one. All are empty for a setup.
    """

    seat: int
    move: Setup | Flight
    path: tuple[int, ...] = ()
    boosts: tuple[int, ...] = ()
    pips: int = 0
    sent_pips: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """A position with all that decides how it goes on.

    `board` has 36 entries by square number: pips of the ship there, 0 for none. `laid` counts the setups done (2: play
    has begun); `mover` is None when the match is over; `passed` names the seats passed over after the last turn; `seen`
    lists every position text since both setups, this one included.
    """

    board: tuple[int, ...]
    laid: int
    mover: int | None
    last: Turn | None = None
    passed: tuple[int, ...] = ()
    seen: tuple[str, ...] = ()
    outcome: Result | None = None


DIRECTIONS = "nesw"
SQUARES = range(36)
BASE_BIT = 1 << 36
"""Stands for the opponent's base in a mask of landings, next to the bits of the 36 squares."""

SOUTH, NORTH = 1, 2
ROW_MASKS = tuple(0b111111 << 6 * row for row in range(6))
"""Squares of each row, row 1 first."""


class StagePath(NamedTuple):
    """One way to fly a whole stage.

    `gates` are the borders it crosses, `bit` and `end` its last square (`BASE_BIT` and `BASE` for the base), `inner`
    the squares it passes before that, `squares` all squares it enters, in order, the base not among them.
    """

    gates: int
    bit: int
    end: int
    inner: int
    squares: tuple[int, ...]


class Stage(NamedTuple):
    """All ways to fly a stage that are free of ships, first in the order n, e, s, w step by step; `ends` their ends."""

    ends: int
    paths: tuple[StagePath, ...]


def gate(square: int, direction: int) -> int:
    """Return the bit of the border that a step crosses: each border belongs to the square south or west of it."""
    match direction:
        case 0:
            return 1 << 2 * square
        case 1:
            return 1 << 2 * square + 1
        case 2:
            return 1 << 2 * (square - 6)
        case _:
            return 1 << 2 * (square - 1) + 1


def squares_in(mask: int) -> list[int]:
    """Return the squares of a mask in rising order (the base has no place among them)."""
    mask &= BASE_BIT - 1
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def home_direction(seat: int) -> int:
    """Return the direction (0 n, 2 s) in which a seat flies into the opponent's base."""
    return 0 if seat == SOUTH else 2


def stage_paths(seat: int, square: int, pips: int) -> list[StagePath]:
    """Return every path of `pips` steps from a square on an otherwise empty board, in the order n, e, s, w."""
    return _extend(seat, StagePath(0, 1 << square, square, 0, ()), pips)


def _extend(seat: int, so_far: StagePath, left: int) -> list[StagePath]:
    if left == 0:
        return [so_far]
    found: list[StagePath] = []
    inner = so_far.inner | so_far.bit if so_far.squares else 0
    for direction, ahead in enumerate(GRID.sides[so_far.end]):
        if ahead is None:
            if left == 1 and direction == home_direction(seat):
                found.append(StagePath(so_far.gates, BASE_BIT, BASE, inner, so_far.squares))
            continue
        crossed = gate(so_far.end, direction)
        if not crossed & so_far.gates:
            step = StagePath(so_far.gates | crossed, 1 << ahead, ahead, inner, (*so_far.squares, ahead))
            found += _extend(seat, step, left - 1)
    return found


_PATHS = {
    (seat, square, pips): stage_paths(seat, square, pips)
    for seat in (SOUTH, NORTH)
    for square in SQUARES
    for pips in (1, 2, 3)
}


def _passed(found: list[StagePath]) -> int:
    mask = 0
    for path in found:
        mask |= path.inner
    return mask


_PASSED = {key: _passed(found) for key, found in _PATHS.items()}


def stage(seat: int, square: int, pips: int, taken: int) -> Stage:
    """Return the ways to fly `pips` steps from a square when the squares of the mask `taken` hold ships."""
    return _free(seat, square, pips, taken & _PASSED[seat, square, pips])


# Only ships near the square matter, so the same few thousand keys come back again and again.
@lru_cache(maxsize=1 << 15)
def _free(seat: int, square: int, pips: int, near: int) -> Stage:
    free = tuple(path for path in _PATHS[seat, square, pips] if not path.inner & near)
    ends = 0
    for path in free:
        ends |= path.bit
    return Stage(ends, free)


SEATS = (N_("South"), N_("North"))
SIZES = ("", N_("small"), N_("medium"), N_("large"))
"""The size of a ship by its pips."""

_A_SHIP = ("", pgettext_noop("a ship", "small"), pgettext_noop("a ship", "medium"), pgettext_noop("a ship", "large"))
_THE_SHIP = (
    "",
    pgettext_noop("the ship", "small"),
    pgettext_noop("the ship", "medium"),
    pgettext_noop("the ship", "large"),
)


def other(seat: int) -> int:
    """Return the opponent's seat."""
    return 3 - seat


def seat_name(seat: int) -> str:
    """Return what a seat is called, in English."""
    return SEATS[seat - 1]


def size(pips: int) -> str:
    """Return the size of a ship, alone."""
    return _(SIZES[pips])


def a_size(pips: int) -> str:
    """Return the size of a ship as it stands in "a small ship": languages decline it."""
    return pgettext("a ship", _A_SHIP[pips])


def the_size(pips: int) -> str:
    """Return the size of a ship as it stands in "the small ship"."""
    return pgettext("the ship", _THE_SHIP[pips])


def square_name(landing: int) -> str:
    """Return a square as notation writes it, `base` for the base."""
    return "base" if landing == BASE else GRID.names[landing]

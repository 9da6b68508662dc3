"""A ship about to fly, and paths typed as letters, followed step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from games.translation import gettext as _
from games.xero_g import flights
from games.xero_g.notation import write
from games.xero_g.state import (
    BASE,
    DIRECTIONS,
    GRID,
    Flight,
    gate,
    home_direction,
    other,
    seat_name,
    squares_in,
    the_size,
)

if TYPE_CHECKING:
    from games.xero_g.flights import Board


class Ship(NamedTuple):
    """The ship on `start`, flown by `seat` over `board`."""

    board: Board
    seat: int
    start: int

    @property
    def name(self) -> str:
        """Its square."""
        return GRID.names[self.start]

    @property
    def pips(self) -> int:
        """The steps it flies before any boost."""
        return self.board[self.start]

    @property
    def foe(self) -> str:
        """The other side, in the language of this task."""
        return _(seat_name(other(self.seat)))

    @property
    def far_row(self) -> int:
        """The other side's home row after a landing on a ship (R2)."""
        return flights.far_row(self.board, self.seat, self.start)

    def beneath(self, landing: int) -> int:
        """Return the pips of the ship on a landing, 0 for an empty square, its own start or the base."""
        return 0 if landing in {BASE, self.start} else self.board[landing]

    def size_beneath(self, landing: int) -> str:
        """Return the size of the ship on a landing, as it stands in "the small ship"."""
        return the_size(self.beneath(landing))

    def sends(self, landing: int) -> list[int]:
        """Return the squares to which the ship on a landing may be sent."""
        return squares_in(flights.sends(self.board, self.seat, self.start, landing))

    def text(self, landing: int, sent: int | None = None) -> str:
        """Return the canonical text of a flight, or of its part up to `@` when a ship still has to be sent."""
        return write(Flight(self.start, landing, sent), onto_ship=self.beneath(landing) > 0)


class Progress(NamedTuple):
    """How far a path has come.

    `square` is the last square (`BASE` for the base), `used` the gates crossed, `left` the steps still to fly: 0 on an
    empty square or in the base, on a ship its pips. `landed` says whether the stage is finished.
    """

    square: int
    used: int
    left: int
    landed: bool = False


Barrier: TypeAlias = Literal[
    "in the base", "on an empty square", "gate used", "ship in the way", "own base", "edge", "base too soon"
]
"""Why a step can't be flown; in the base and on an empty square, because the flight has ended there."""


class BarredStep(NamedTuple):
    """A step that can't be flown, from `square` towards `ahead` (None off the board), with `left` steps after it."""

    why: Barrier
    square: int
    ahead: int | None
    left: int


class BadPath(ValueError):  # noqa: N818 - it becomes an `IllegalMove`
    """A path with a step that can't be flown: the step's number, from 1, its letter, and what bars it."""

    def __init__(self, number: int, letter: str, barred: BarredStep) -> None:
        super().__init__(f"step {number} ({letter}): {barred.why}")
        self.number = number
        self.letter = letter
        self.barred = barred


def follow(ship: Ship, path: str) -> Progress:
    """Follow the letters of `path` from the ship's square. Raises `BadPath`."""
    progress = Progress(ship.start, 0, ship.pips)
    for number, letter in enumerate(path, 1):
        ahead = _step(ship, progress, DIRECTIONS.index(letter))
        if isinstance(ahead, BarredStep):
            raise BadPath(number, letter, ahead)
        progress = ahead
    return progress


def ways_on(ship: Ship, progress: Progress) -> dict[str, set[int]]:
    """Return each letter that can come next with the squares (or `BASE`) where the stage can then end.

    A stage that ends on the ship's own start doesn't count: the board would not have changed.
    """
    found: dict[str, set[int]] = {}
    for direction, letter in enumerate(DIRECTIONS):
        ahead = _step(ship, progress, direction)
        if isinstance(ahead, BarredStep):
            continue
        ends = {ahead.square} if ahead.landed else set[int]().union(*ways_on(ship, ahead).values())
        ends.discard(ship.start)
        if ends:
            found[letter] = ends
    return found


def _step(ship: Ship, progress: Progress, direction: int) -> Progress | BarredStep:
    here, used, left = progress.square, progress.used, progress.left - 1
    if left < 0:
        return BarredStep("in the base" if here == BASE else "on an empty square", here, None, 0)
    ahead = GRID.sides[here][direction]
    if ahead is None:
        return _leave(ship.seat, progress, left, direction)
    crossed = gate(here, direction)
    if crossed & used:
        return BarredStep("gate used", here, ahead, left)
    pips = ship.beneath(ahead)
    if left and pips:
        return BarredStep("ship in the way", here, ahead, left)
    return Progress(ahead, used | crossed, left or pips, landed=left == 0)


def _leave(seat: int, progress: Progress, left: int, direction: int) -> Progress | BarredStep:
    if direction == home_direction(other(seat)):
        return BarredStep("own base", progress.square, None, left)
    if direction != home_direction(seat):
        return BarredStep("edge", progress.square, None, left)
    if left:
        return BarredStep("base too soon", progress.square, None, left)
    return Progress(BASE, progress.used, 0, landed=True)

"""Paths typed as letters, followed step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from games.xero_g.names import other
from games.xero_g.stages import DIRECTIONS, gate, home_direction
from games.xero_g.state import BASE, GRID

if TYPE_CHECKING:
    from games.xero_g.ship import Ship


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

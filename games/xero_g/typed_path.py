"""Paths typed as letters, followed step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.contract import IllegalMove
from games.text import format_count
from games.xero_g.names import other, seat_name
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


class _StepRejected(Exception):  # noqa: N818 - the reason goes to a player
    """What is wrong with a step, as a clause that follows the step."""


def follow(ship: Ship, path: str) -> Progress:
    """Follow the letters of `path` from the ship's square. Raises `IllegalMove` that names the wrong step."""
    progress = Progress(ship.start, 0, ship.pips)
    for number, letter in enumerate(path, 1):
        try:
            progress = _step(ship, progress, DIRECTIONS.index(letter))
        except _StepRejected as rejection:
            raise IllegalMove("illegal", f"Step {number} (`{letter}`) {rejection}") from None
    return progress


def ways_on(ship: Ship, progress: Progress) -> dict[str, set[int]]:
    """Return each letter that can come next with the squares (or `BASE`) where the stage can then end.

    A stage that ends on the ship's own start doesn't count: the board would not have changed.
    """
    found: dict[str, set[int]] = {}
    for direction, letter in enumerate(DIRECTIONS):
        try:
            ahead = _step(ship, progress, direction)
        except _StepRejected:
            continue
        ends = {ahead.square} if ahead.landed else set[int]().union(*ways_on(ship, ahead).values())
        ends.discard(ship.start)
        if ends:
            found[letter] = ends
    return found


def _step(ship: Ship, progress: Progress, direction: int) -> Progress:
    if progress.square == BASE:
        raise _StepRejected("is one too many: the flight ends in the base.")
    here, ahead = GRID.names[progress.square], GRID.sides[progress.square][direction]
    if progress.left == 0:
        raise _StepRejected(f"is one too many: the flight ends on {here}, which is empty.")
    left = progress.left - 1
    if ahead is None:
        return _leave(ship.seat, progress, left, direction)
    crossed = gate(progress.square, direction)
    if crossed & progress.used:
        raise _StepRejected(
            f"crosses the border between {here} and {GRID.names[ahead]} again: a gate is used once in a turn."
        )
    pips = ship.beneath(ahead)
    if left and pips:
        over = format_count(left, "step")
        why = f"meets the ship on {GRID.names[ahead]} with {over} left over: a ship passes only through empty squares."
        raise _StepRejected(why)
    return Progress(ahead, progress.used | crossed, left or pips, landed=left == 0)


def _leave(seat: int, progress: Progress, left: int, direction: int) -> Progress:
    if direction == home_direction(other(seat)):
        raise _StepRejected(f"enters {seat_name(seat)}'s own base, which nobody may.")
    if direction != home_direction(seat):
        raise _StepRejected(f"leaves the board from {GRID.names[progress.square]}.")
    if left:
        over = format_count(left, "step")
        raise _StepRejected(f"enters the base with {over} left over: the base must be the very last step of a stage.")
    return Progress(BASE, progress.used, 0, landed=True)

"""Paths typed as letters, followed step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.contract import IllegalMove
from games.translation import gettext as _
from games.translation import ngettext
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
    """What is wrong with a step, as a sentence that begins with the placeholder `{step}`."""


def follow(ship: Ship, path: str) -> Progress:
    """Follow the letters of `path` from the ship's square. Raises `IllegalMove` that names the wrong step."""
    progress = Progress(ship.start, 0, ship.pips)
    for number, letter in enumerate(path, 1):
        try:
            progress = _step(ship, progress, DIRECTIONS.index(letter))
        except _StepRejected as rejection:
            step = _("Step {number} (`{letter}`)").format(number=number, letter=letter)
            raise IllegalMove("illegal", str(rejection).format(step=step)) from None
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
        # Translators: {step} is "Step 2 (`n`)", here as in all sentences that begin with it.
        raise _StepRejected(_("{step} is one too many: the flight ends in the base."))
    here, ahead = GRID.names[progress.square], GRID.sides[progress.square][direction]
    if progress.left == 0:
        raise _rejected(_("{step} is one too many: the flight ends on {square}, which is empty."), square=here)
    left = progress.left - 1
    if ahead is None:
        return _leave(ship.seat, progress, left, direction)
    crossed = gate(progress.square, direction)
    if crossed & progress.used:
        template = _("{step} crosses the border between {here} and {there} again: a gate is used once in a turn.")
        raise _rejected(template, here=here, there=GRID.names[ahead])
    pips = ship.beneath(ahead)
    if left and pips:
        template = ngettext(
            "{step} meets the ship on {square} with {n} step left over: a ship passes only through empty squares.",
            "{step} meets the ship on {square} with {n} steps left over: a ship passes only through empty squares.",
            left,
        )
        raise _rejected(template, square=GRID.names[ahead], n=left)
    return Progress(ahead, progress.used | crossed, left or pips, landed=left == 0)


def _rejected(template: str, **values: str | int) -> _StepRejected:
    return _StepRejected(template.format(step="{step}", **values))


def _leave(seat: int, progress: Progress, left: int, direction: int) -> Progress:
    if direction == home_direction(other(seat)):
        raise _rejected(_("{step} enters {seat}'s own base, which nobody may."), seat=_(seat_name(seat)))
    if direction != home_direction(seat):
        raise _rejected(_("{step} leaves the board from {square}."), square=GRID.names[progress.square])
    if left:
        template = ngettext(
            "{step} enters the base with {n} step left over: the base must be the very last step of a stage.",
            "{step} enters the base with {n} steps left over: the base must be the very last step of a stage.",
            left,
        )
        raise _rejected(template, n=left)
    return Progress(BASE, progress.used, 0, landed=True)

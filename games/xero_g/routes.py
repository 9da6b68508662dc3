"""A path as a player types it, followed step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.contract import IllegalMove
from games.text import counted
from games.xero_g.state import BASE, GRID
from games.xero_g.text import other, seat_name
from games.xero_g.trails import DIRECTIONS, gate, home_direction

if TYPE_CHECKING:
    from games.xero_g.ship import Ship


class Route(NamedTuple):
    """Where a path stands.

    `square` is the last square (`BASE` for the base), `used` the gates crossed, `left` the steps still to fly: 0 when
    the path stands on an empty square or in the base, the pips of the ship underneath when it stands on one. `landed`
    tells a finished stage from one in the middle.
    """

    square: int
    used: int
    left: int
    landed: bool = False


class _Fault(Exception):  # noqa: N818 - a player's, not the program's
    """What is wrong with a step, as the rest of a sentence that begins with the step."""


def follow(ship: Ship, path: str) -> Route:
    """Follow the letters of `path` from the ship's square. Raises `IllegalMove` that names the step at fault."""
    route = Route(ship.start, 0, ship.pips)
    for number, letter in enumerate(path, 1):
        try:
            route = _step(ship, route, DIRECTIONS.index(letter))
        except _Fault as fault:
            raise IllegalMove("illegal", f"Step {number} (`{letter}`) {fault}") from None
    return route


def ways_on(ship: Ship, route: Route) -> dict[str, set[int]]:
    """Return each letter that can come next with the squares (or `BASE`) where the stage can then end.

    Ending on the ship's own start is no way on: the board would not have changed.
    """
    found: dict[str, set[int]] = {}
    for direction, letter in enumerate(DIRECTIONS):
        try:
            ahead = _step(ship, route, direction)
        except _Fault:
            continue
        ends = {ahead.square} if ahead.landed else set[int]().union(*ways_on(ship, ahead).values())
        ends.discard(ship.start)
        if ends:
            found[letter] = ends
    return found


def _step(ship: Ship, route: Route, direction: int) -> Route:
    if route.square == BASE:
        raise _Fault("is one too many: the flight ends in the base.")
    here, ahead = GRID.names[route.square], GRID.sides[route.square][direction]
    if route.left == 0:
        raise _Fault(f"is one too many: the flight ends on {here}, which is empty.")
    left = route.left - 1
    if ahead is None:
        return _leave(ship.seat, route, left, direction)
    crossed = gate(route.square, direction)
    if crossed & route.used:
        raise _Fault(f"crosses the border between {here} and {GRID.names[ahead]} again: a gate is used once in a turn.")
    pips = ship.beneath(ahead)
    if left and pips:
        over = counted(left, "step")
        why = f"meets the ship on {GRID.names[ahead]} with {over} left over: a ship passes only through empty squares."
        raise _Fault(why)
    return Route(ahead, route.used | crossed, left or pips, landed=left == 0)


def _leave(seat: int, route: Route, left: int, direction: int) -> Route:
    if direction == home_direction(other(seat)):
        raise _Fault(f"enters {seat_name(seat)}'s own base, which nobody may.")
    if direction != home_direction(seat):
        raise _Fault(f"leaves the board from {GRID.names[route.square]}.")
    if left:
        over = counted(left, "step")
        raise _Fault(f"enters the base with {over} left over: the base must be the very last step of a stage.")
    return Route(BASE, route.used, 0, landed=True)

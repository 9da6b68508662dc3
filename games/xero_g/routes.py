"""A path as a player types it, followed step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.contract import IllegalMove
from games.xero_g.state import BASE, GRID
from games.xero_g.trails import DIRECTIONS, gate, home_direction
from games.xero_g.words import counted, other, seat_name

if TYPE_CHECKING:
    from games.xero_g.flights import Board


class Route(NamedTuple):
    """Where a typed path stands.

    `square` is the last square (`BASE` for the base), `used` the gates crossed, `left` the steps still to fly: 0 when
    the path stands on an empty square or in the base, the pips of the ship underneath when it stands on one. `landed`
    tells a finished stage from one in the middle.
    """

    square: int
    used: int
    left: int
    landed: bool


def follow(board: Board, seat: int, start: int, path: str) -> Route:
    """Follow the letters of `path` from `start`. Raises `IllegalMove` that names the step at fault."""
    route = Route(start, 0, board[start], landed=False)
    for number, letter in enumerate(path, 1):
        route = _step(board, seat, start, route, f"Step {number} (`{letter}`)", DIRECTIONS.index(letter))
    return route


def _step(board: Board, seat: int, start: int, route: Route, step: str, direction: int) -> Route:
    names = GRID.names
    if route.square == BASE:
        raise IllegalMove("illegal", f"{step} is one too many: the flight ends in the base.")
    here = names[route.square]
    if route.left == 0:
        raise IllegalMove("illegal", f"{step} is one too many: the flight ends on {here}, which is empty.")
    ahead = GRID.sides[route.square][direction]
    left = route.left - 1
    if ahead is None:
        return _leave(seat, step, here, direction, left, route.used)
    crossed = gate(route.square, direction)
    if crossed & route.used:
        why = f"{step} crosses the border between {here} and {names[ahead]} again: a gate is used once in a turn."
        raise IllegalMove("illegal", why)
    pips = 0 if ahead == start else board[ahead]
    if left and pips:
        why = (
            f"{step} meets the ship on {names[ahead]} with {counted(left, 'step')} left over: a ship passes only "
            "through empty squares."
        )
        raise IllegalMove("illegal", why)
    return Route(ahead, route.used | crossed, left or pips, landed=left == 0)


def _leave(seat: int, step: str, here: str, direction: int, left: int, used: int) -> Route:
    if direction == home_direction(seat):
        if left == 0:
            return Route(BASE, used, 0, landed=True)
        why = (
            f"{step} enters the base with {counted(left, 'step')} left over: the base must be the very last step of a "
            "stage."
        )
    elif direction == home_direction(other(seat)):
        why = f"{step} enters {seat_name(seat)}'s own base from {here}, which nobody may."
    else:
        why = f"{step} leaves the board from {here}."
    raise IllegalMove("illegal", why)


def ways_on(board: Board, seat: int, start: int, route: Route) -> dict[str, set[int]]:
    """Return each letter that can come next with the squares (or `BASE`) where the stage can then end.

    Ending on `start` is no way on: the board would not have changed.
    """
    found: dict[str, set[int]] = {}
    if route.square == BASE or route.left == 0:
        return found
    for direction, letter in enumerate(DIRECTIONS):
        try:
            ahead = _step(board, seat, start, route, "", direction)
        except IllegalMove:
            continue
        ends = {ahead.square} if ahead.landed else set[int]().union(*ways_on(board, seat, start, ahead).values())
        ends.discard(start)
        if ends:
            found[letter] = ends
    return found

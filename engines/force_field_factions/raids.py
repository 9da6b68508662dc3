"""Raids: the turns in which a piece attacks, followed as far as captures go.

All ways in which one turn can take pieces off the board or over to the other side are tried, so a raid that wins is
found if there is one. What a turn leaves as it is, such as how the piece faces in the end, isn't looked at.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from engines.force_field_factions.attacks import resolve
from engines.force_field_factions.board import (
    FACING,
    GHOSTLY,
    HAS_ROOM,
    POINTS,
    SEAT,
    SHED,
    Codes,
    colours_to_add,
)
from engines.force_field_factions.evaluation import MATCH, material
from games.force_field_factions.powers import AHEAD
from games.force_field_factions.state import GHOST

if TYPE_CHECKING:
    from collections.abc import Iterator

_ANY = 9
"""The facing of a piece that has just attacked: it may turn for nothing."""


def _near(square: int) -> tuple[int, ...]:
    """Return the squares within each number of steps of a square, as bits."""
    row, column = divmod(square, 8)
    rings = [0] * 13
    for other in range(64):
        rings[max(abs(other // 8 - row), abs(other % 8 - column))] |= 1 << other
    return tuple(accumulate(rings, lambda near, ring: near | ring))


_NEAR = tuple(_near(square) for square in range(64))
"""The same by square and number of steps."""
_AROUND = tuple(tuple((way, ahead) for way, ahead in enumerate(ways) if ahead is not None) for ways in AHEAD)
"""The squares around each square, with the facing that points at them."""


class _Side(NamedTuple):
    """The seat that attacks, its sign in values for seat 1, and the fields of each colour and size in the game."""

    seat: int
    sign: int
    supply: int


def best_raid(board: Codes, seat: int, supply: int, overlooked: frozenset[int] = frozenset()) -> int:
    """Return the most that a seat gains by one raid, in material; 0 if there is none, at least `MATCH` less if it wins.

    Raids of the pieces on `overlooked` places aren't seen.
    """
    side = _Side(seat, 1 if seat == 1 else -1, supply)
    now, best = material(board.values()) * side.sign, 0
    for gain in _raids(board, side, overlooked):
        if gain - now > best:
            best = gain - now
            if gain >= MATCH:
                break
    return best


def wins_at_once(board: Codes, seat: int, supply: int) -> bool:
    """Return whether a seat has a turn that wins."""
    return any(gain >= MATCH for gain in _raids(board, _Side(seat, 1 if seat == 1 else -1, supply), frozenset()))


def _raids(board: Codes, side: _Side, overlooked: frozenset[int]) -> Iterator[int]:
    """Yield the material for the side after each raid of its pieces."""
    enemies = _bits(board, side, 0) | _bits(board, side, GHOST)
    for place, code in board.items():
        if SEAT[code] != side.seat or place in overlooked:
            continue
        shed, square = SHED[code], place % GHOST
        if not enemies & _NEAR[square][max(POINTS[code], POINTS[shed])]:
            continue
        rest = dict(board)
        del rest[place]
        yield from _from(rest, square, code, FACING[code], POINTS[code], side)
        if shed == code:
            continue
        if GHOSTLY[code] and not GHOSTLY[shed] and square in rest:
            del rest[square]
            yield material(rest.values()) * side.sign
        else:
            yield from _from(rest, square, shed, FACING[shed], POINTS[shed], side)


def _from(rest: Codes, square: int, code: int, facing: int, points: int, side: _Side) -> Iterator[int]:
    """Yield the material after each raid of a piece that stands on a square and has some points left."""
    seat, targets, ghosts = side.seat, _bits(rest, side, 0), 0
    if HAS_ROOM[code] and (ghosts := _bits(rest, side, GHOST)):
        ghosts = ghosts if "c" in colours_to_add(rest.values(), code, side.supply) else 0
    targets |= ghosts
    reached: dict[int, int] = {}
    stack = [(square, facing, points)] if targets & _NEAR[square][points] else []
    while stack:
        square, facing, points = stack.pop()
        if ghosts >> square & 1:
            yield material([other for place, other in rest.items() if place != square + GHOST]) * side.sign
        for way, ahead in _AROUND[square]:
            left = points - (1 if facing in (way, _ANY) else 2)
            if left < 0:
                continue
            victim = rest.get(ahead)
            if victim is None:
                if targets & _NEAR[ahead][left] and reached.get(ahead * 8 + way, -1) < left:
                    reached[ahead * 8 + way] = left
                    stack.append((ahead, way, left))
            elif SEAT[victim] != seat and reached.get(ahead * 8 + way, -1) < left:
                reached[ahead * 8 + way] = left
                if attack := resolve(rest, code, ahead, way):
                    yield material((*attack.rest.values(), code)) * side.sign
                    yield from _from(attack.rest, ahead if attack.moves_in else square, code, _ANY, left, side)


def _bits(board: Codes, side: _Side, first: int) -> int:
    """Return the squares of the enemies on the 64 places from the first one, as bits."""
    span = range(first, first + GHOST)
    return sum([1 << place - first for place, code in board.items() if place in span and SEAT[code] != side.seat])

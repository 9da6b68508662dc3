"""Raids: the turns in which a piece attacks, followed as far as captures go.

All ways in which one turn can take pieces off the board or over to the other side are tried, so a raid that wins is
found if there is one. What a turn leaves as it is, such as how the piece faces in the end, isn't looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engines.force_field_factions.attacks import resolve
from engines.force_field_factions.board import (
    FACING,
    FIELDS,
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


def _near(square: int, steps: int) -> int:
    """Return the squares within so many steps of a square, as bits."""
    row, column = divmod(square, 8)
    return sum(1 << other for other in range(64) if max(abs(other // 8 - row), abs(other % 8 - column)) <= steps)


_NEAR = tuple(tuple(_near(square, steps) for steps in range(9)) for square in range(64))


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
    for place, code in board.items():
        if SEAT[code] != side.seat or place in overlooked:
            continue
        reach = max(POINTS[code], POINTS[SHED[code]])
        square = place % GHOST
        near = _NEAR[square][reach]
        if not any(SEAT[other] != side.seat and near >> (at % GHOST) & 1 for at, other in board.items()):
            continue
        rest = {other: board[other] for other in board if other != place}
        yield from _from(rest, square, code, FACING[code], POINTS[code], side)
        if not FIELDS[code]:
            continue
        shed = SHED[code]
        if GHOSTLY[code] and not GHOSTLY[shed] and square in rest:
            del rest[square]
            yield material(rest.values()) * side.sign
        else:
            yield from _from(rest, square, shed, FACING[shed], POINTS[shed], side)


def _from(rest: Codes, square: int, code: int, facing: int, points: int, side: _Side) -> Iterator[int]:
    """Yield the material after each raid of a piece that stands on a square and has some points left."""
    ghost = rest.get(square + GHOST) if HAS_ROOM[code] else None
    if ghost is not None and SEAT[ghost] != side.seat and "c" in colours_to_add(rest.values(), code, side.supply):
        yield material([other for place, other in rest.items() if place != square + GHOST]) * side.sign
    if not points or not _has_target(rest, square, code, points, side):
        return
    for way in range(8):
        left = points - (1 if facing in (way, _ANY) else 2)
        ahead = AHEAD[square][way]
        if left < 0 or ahead is None:
            continue
        victim = rest.get(ahead)
        if victim is None:
            if _has_target(rest, ahead, code, left, side):
                yield from _from(rest, ahead, code, way, left, side)
        elif SEAT[victim] != side.seat and (attack := resolve(rest, code, ahead, way)):
            yield material((*attack.rest.values(), code)) * side.sign
            yield from _from(attack.rest, ahead if attack.moves_in else square, code, _ANY, left, side)


def _has_target(rest: Codes, square: int, code: int, points: int, side: _Side) -> bool:
    """Return whether an enemy that an attack, or a change of phase, could concern is within so many steps."""
    near, ghosts = _NEAR[square][points], HAS_ROOM[code]
    for place, other in rest.items():
        if SEAT[other] != side.seat and (place < GHOST or ghosts) and near >> (place % GHOST) & 1:
            return True
    return False

"""Every turn of a compact position, and raids: turns in which a piece attacks, followed as far as captures go."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from engines.force_field_factions.board import (
    FACED,
    FACING,
    FIELDS,
    GHOSTLY,
    GROWN,
    HAS_ROOM,
    PLACES,
    POINTS,
    SEAT,
    SHED,
    Codes,
    Position,
    codes_of,
    colours_to_add,
    conversions,
    numbers_of,
    resolve,
)
from engines.force_field_factions.evaluation import MATCH, material
from games.force_field_factions.attacks import AHEAD
from games.force_field_factions.state import GHOST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.force_field_factions.reachable_positions import Key

DESTROYED = -1
"""Stands for the piece that acts where a change of phase has destroyed it."""


class Stand:
    """The other pieces as they stand at one point of a turn, and the squares and facings reached among them."""

    def __init__(self, rest: Codes, code: int, supply: int, *, attacked: bool) -> None:
        self.rest = rest
        self.attacked = attacked
        self.pieces: Key = numbers_of(rest)
        self.seen: set[int] = set()
        self.adds = colours_to_add(rest.values(), code, supply)


def children(position: Position, supply: int) -> list[Position]:
    """Return every position that a turn leads to, each once, in an order that depends on the position alone."""
    found = dict.fromkeys(
        stand.pieces if piece == DESTROYED else stand.pieces | {piece} for stand, piece in ends(position, supply)
    )
    found.pop(position.pieces, None)
    return [Position(pieces, 3 - position.seat) for pieces in found]


def ends(position: Position, supply: int) -> Iterator[tuple[Stand, int]]:
    """Yield how turns can end: the other pieces, and the number of the one that acted, or `DESTROYED`.

    Some come twice, and some change nothing, which is no turn.
    """
    board = codes_of(position.pieces)
    for place, code in board.items():
        if SEAT[code] != position.seat:
            continue
        rest = {other: board[other] for other in board if other != place}
        square = place % GHOST
        yield from _branch(rest, square, code, supply)
        if not FIELDS[code]:
            continue
        shed = SHED[code]
        if GHOSTLY[code] and not GHOSTLY[shed] and square in rest:
            del rest[square]
            yield Stand(rest, shed, supply, attacked=False), DESTROYED
        else:
            yield from _branch(rest, square, shed, supply)


def _branch(rest: Codes, square: int, code: int, supply: int) -> Iterator[tuple[Stand, int]]:
    """Yield the ends of all turns of a piece that carries the same fields until it adds one."""
    stand = Stand(rest, code, supply, attacked=False)
    stands = {stand.pieces: stand}
    stand.seen.add(square * 9 + FACING[code])
    level = [(stand, square, FACING[code])]
    yield from _finish(code, level, supply)
    for _ in range(POINTS[code]):
        level = list(_next(code, level, stands, supply))
        yield from _finish(code, level, supply)


def _next(
    code: int, level: list[tuple[Stand, int, int]], stands: dict[Key, Stand], supply: int
) -> Iterator[tuple[Stand, int, int]]:
    """Yield what one more action brings."""
    for stand, square, facing in level:
        yield from _turned(stand, square)
        ahead = AHEAD[square][facing]
        if ahead is None:
            continue
        if ahead not in stand.rest:
            if ahead * 9 + facing not in stand.seen:
                stand.seen.add(ahead * 9 + facing)
                yield stand, ahead, facing
        elif SEAT[stand.rest[ahead]] != SEAT[code] and (attack := resolve(stand.rest, code, ahead, facing)):
            for after in conversions(attack):
                new = Stand(after, code, supply, attacked=True)
                yield from _turned(stands.setdefault(new.pieces, new), ahead if attack.moves_in else square)


def _turned(stand: Stand, square: int) -> Iterator[tuple[Stand, int, int]]:
    """Yield the facings on a square that are new."""
    seen, first = stand.seen, square * 9
    for facing in range(9):
        if first + facing not in seen:
            seen.add(first + facing)
            yield stand, square, facing


def _finish(code: int, level: list[tuple[Stand, int, int]], supply: int) -> Iterator[tuple[Stand, int]]:
    """Yield the ends of turns that stop after a level's actions, without and with a field added."""
    ghost = GHOST if GHOSTLY[code] else 0
    for stand, square, facing in level:
        faced = FACED[code][facing]
        yield stand, faced * PLACES + square + ghost
        for colour in stand.adds:
            grown = GROWN[faced][colour]
            if colour != "c":
                yield stand, grown * PLACES + square + ghost
            elif square + GHOST in stand.rest:
                rest = {place: other for place, other in stand.rest.items() if place != square + GHOST}
                yield Stand(rest, code, supply, attacked=stand.attacked), DESTROYED
            else:
                yield stand, grown * PLACES + square + GHOST


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

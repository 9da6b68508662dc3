"""Every turn of a compact position, as the positions that it leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.force_field_factions.attacks import conversions, resolve
from engines.force_field_factions.board import (
    FACED,
    FACING,
    FIELDS,
    GHOSTLY,
    GROWN,
    PLACES,
    POINTS,
    SEAT,
    SHED,
    Codes,
    Position,
    codes_of,
    colours_to_add,
    numbers_of,
)
from games.force_field_factions.powers import AHEAD
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

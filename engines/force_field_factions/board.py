"""The compact position: every piece is one number, as in `games.force_field_factions.reachable_positions`.

A piece's number is `code * 128 + place`; its code says all but where it stands. What the rules ask about a code is
looked up in the tables of this module.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from games.force_field_factions.position import read
from games.force_field_factions.powers import (
    BEGIN,
    ROOM,
    attack_value,
    defence_value,
    field_size,
    movement_points,
    pieces_by_place,
)
from games.force_field_factions.reachable_positions import Key, key, number
from games.force_field_factions.state import COLOURS, GHOST, Piece

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from games.force_field_factions.state import State

T = TypeVar("T")
Codes: TypeAlias = "dict[int, int]"
"""Codes of pieces by place."""

PLACES = 2 * GHOST


class Position(NamedTuple):
    """The pieces as numbers, and the seat to move."""

    pieces: Key
    seat: int


def position_of(state: State) -> Position:
    """Return the position of a state in which somebody is to move."""
    assert state.mover is not None, "the match goes on"  # noqa: S101 - as the engine's contract says
    return Position(key(pieces_by_place(state.board)), state.mover)


@cache
def position_of_text(text: str, supply: int) -> Position:
    """Return the position of a position text."""
    return position_of(read(text, supply))


def codes_of(pieces: Key) -> Codes:
    """Return the codes by place, in an order that depends on nothing but the pieces."""
    return {piece % PLACES: piece // PLACES for piece in sorted(pieces)}


def numbers_of(codes: Codes) -> Key:
    """Return the numbers of pieces."""
    return frozenset([code * PLACES + place for place, code in codes.items()])


def code_of(piece: Piece) -> int:
    """Return the code of a piece."""
    return number(0, piece) // PLACES


_FIELDS = (*((first,) for first in ("", *COLOURS)), *((first, second) for first in COLOURS for second in COLOURS))
PIECES = {
    code_of(piece): piece
    for seat in (1, 2)
    for pips in BEGIN
    for facing in range(9)
    for piece in (Piece(seat, pips, facing, "".join(fields)) for fields in _FIELDS)
    if len(piece.fields) <= ROOM[pips]
}
"""Every piece by its code."""
_SIZE = max(PIECES) + 1
_NOTHING = Piece(0, 1, 0)


def _by_code(value: Callable[[Piece], T]) -> tuple[T, ...]:
    """Return a value of each piece by its code. Codes that no piece has share one value, so it is computed once."""
    nothing = value(_NOTHING)
    return tuple(value(PIECES[code]) if code in PIECES else nothing for code in range(_SIZE))


def _grow(piece: Piece) -> dict[str, int]:
    """Return the codes of a piece with one more field, by colour; none if it has no room."""
    if len(piece.fields) >= ROOM[piece.pips]:
        return {}
    return {colour: code_of(piece._replace(fields=piece.fields + colour)) for colour in COLOURS}


SEAT = _by_code(lambda piece: piece.seat)
PIPS = _by_code(lambda piece: piece.pips)
FACING = _by_code(lambda piece: piece.facing)
FIELDS = _by_code(lambda piece: piece.fields)
GHOSTLY = _by_code(lambda piece: piece.out_of_phase)
ATTACK = _by_code(attack_value)
DEFENCE = _by_code(defence_value)
POINTS = _by_code(lambda piece: 0 if piece.out_of_phase else movement_points(piece))
HAS_ROOM = _by_code(lambda piece: len(piece.fields) < ROOM[piece.pips])
SHED = _by_code(lambda piece: code_of(piece._replace(fields=piece.fields[:-1])))
"""The piece without its outermost field."""
BARE = _by_code(lambda piece: code_of(piece._replace(fields="")))
FACED = _by_code(lambda piece: tuple(code_of(piece._replace(facing=facing)) for facing in range(9)))
"""The piece by how it faces."""
GROWN = _by_code(_grow)
"""The piece with one more field, by colour."""
_NEXT_SIZE = _by_code(lambda piece: field_size(piece.pips, len(piece.fields)))


def _worn(piece: Piece, size: int) -> str:
    """Return the colour of the field of a size that a piece carries, or nothing."""
    return piece.fields[size - 1 - piece.pips :][:1] if size > piece.pips else ""


_WORN = {size: _by_code(partial(_worn, size=size)) for size in (2, 3)}
"""The colours of the fields of a size that pieces carry."""


def colours_to_add(rest: Iterable[int], code: int, supply: int) -> str:
    """Return the colours of the fields that a piece can be given, beside the codes of all other pieces."""
    if not HAS_ROOM[code]:
        return ""
    table = _WORN[_NEXT_SIZE[code]]
    worn = [table[other] for other in rest]
    return "".join([colour for colour in COLOURS if worn.count(colour) < supply])

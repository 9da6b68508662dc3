"""The compact position: every piece is one number; what an attack does there, and its turns as texts."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from games.force_field_factions.attacks import (
    AHEAD,
    BEGIN,
    ROOM,
    attack_value,
    defence_value,
    field_size,
    movement_points,
    pieces_by_place,
)
from games.force_field_factions.notation import write
from games.force_field_factions.position import read
from games.force_field_factions.reachable_positions import Key, find_positions, key, number
from games.force_field_factions.rules import play
from games.force_field_factions.state import COLOURS, GHOST, UP, Piece

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


class Attack(NamedTuple):
    """All other pieces after an attack, whether the attacker takes the square, and the place of a converted piece."""

    rest: Codes
    moves_in: bool
    converted: int | None = None


def resolve(rest: Codes, code: int, target: int, facing: int) -> Attack | None:
    """Return what comes of an attack on an enemy in phase on a square, or None if it fails."""
    victim = rest[target]
    margin, fields = ATTACK[code] - DEFENCE[victim], FIELDS[code]
    if margin < 0:
        if margin == -1 and "o" in fields and FIELDS[victim]:
            return Attack({**rest, target: BARE[victim]}, moves_in=False)
        return None
    if "p" in fields and _is_short(rest, code, PIPS[victim]):
        became = code_of(Piece(SEAT[code], PIPS[victim], UP))
        return Attack({**rest, target: became}, moves_in=False, converted=target)
    after = dict(rest)
    if "g" in fields:
        _push(after, target, facing, fields.count("g"))
    else:
        del after[target]
    return Attack(after, moves_in=True)


def conversions(attack: Attack) -> list[Codes]:
    """Return the other pieces for each way that a converted piece can face, or once if none was converted."""
    if attack.converted is None:
        return [attack.rest]
    ways = FACED[attack.rest[attack.converted]]
    return [{**attack.rest, attack.converted: way} for way in ways]


def _is_short(rest: Codes, code: int, pips: int) -> bool:
    """Return whether the attacker's side has fewer pieces of a size than it began with."""
    own = [other for other in (*rest.values(), code) if SEAT[other] == SEAT[code] and PIPS[other] == pips]
    return len(own) < BEGIN[pips]


def _push(board: Codes, first: int, facing: int, times: int) -> None:
    """Push the piece on a square and the line behind it, in place; what goes over the edge is gone."""
    at: int | None = first
    for _ in range(times):
        line: list[int] = []
        ahead = at
        while ahead is not None and ahead in board:
            line.append(ahead)
            ahead = AHEAD[ahead][facing]
        for square in reversed(line):
            code, end = board.pop(square), AHEAD[square][facing]
            if end is not None:
                board[end] = code
        at = None if at is None else AHEAD[at][facing]


def texts_of(state: State, line: Iterable[Key]) -> tuple[str, ...]:
    """Return the canonical texts of turns that follow each other, each given as the pieces after it."""
    texts: list[str] = []
    for pieces in line:
        if state.mover is None:
            break
        move = find_positions(state)[pieces]
        texts.append(write(state.board, move))
        state = play(state, move)
    return tuple(texts)

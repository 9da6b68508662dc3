"""What pieces and their fields can do: values, movement points, nesting, and the pool that all share."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from games.force_field_factions.state import COLOURS, GHOST, GRID, UP, Piece

if TYPE_CHECKING:
    from collections.abc import Iterable

Board: TypeAlias = "dict[int, Piece]"
"""Pieces by place."""

BEGIN = {1: 3, 2: 3, 3: 2}
"""Pieces of each size that a player starts with."""
ROOM = {1: 2, 2: 1, 3: 0}
"""Fields that a piece of each size can carry."""

AHEAD = tuple((*squares, None) for squares in GRID.compass)
"""For each square and facing the square pointed at; None beyond the edge and for upright."""


def pieces_by_place(board: tuple[Piece | None, ...]) -> Board:
    """Return the pieces of a state's board by place."""
    return {place: piece for place, piece in enumerate(board) if piece is not None}


def place_of(square: int, piece: Piece) -> int:
    """Return the place of a piece on a square."""
    return square + GHOST if "c" in piece.fields else square


def attack_value(piece: Piece) -> int:
    """Return 1, and 1 for each red field."""
    return 1 + piece.fields.count("r")


def defence_value(piece: Piece) -> int:
    """Return 1, or 2 if upright, and 1 for each blue field."""
    return 1 + (piece.facing == UP) + piece.fields.count("b")


def movement_points(piece: Piece) -> int:
    """Return the pips, doubled for each yellow field."""
    return piece.pips << piece.fields.count("y")


def field_size(pips: int, number: int) -> int:
    """Return the pips of field `number` (0 is the innermost) over a piece of so many pips."""
    return pips + 1 + number


def left_in_pool(pieces: Iterable[Piece], supply: int) -> dict[tuple[str, int], int]:
    """Return how many fields of each colour's letter and size (2 or 3) are not over a piece."""
    left = {(colour, size): supply for colour in COLOURS for size in (2, 3)}
    for piece in pieces:
        for number, colour in enumerate(piece.fields):
            left[colour, field_size(piece.pips, number)] -= 1
    return left


def addable_fields(rest: Board, piece: Piece, supply: int) -> str:
    """Return the letters of the fields that a piece among the `rest` can be given now, in the order of the rules."""
    if len(piece.fields) >= ROOM[piece.pips]:
        return ""
    size = field_size(piece.pips, len(piece.fields))
    # The piece's own fields are all smaller than the one to come.
    worn = [
        other.fields[number]
        for other in rest.values()
        if (number := size - 1 - other.pips) >= 0 and len(other.fields) > number
    ]
    return "".join([colour for colour in COLOURS if worn.count(colour) < supply])


def missing_sizes(pieces: Iterable[Piece], seat: int) -> tuple[int, ...]:
    """Return the sizes of which a seat has no piece on the board, in or out of phase (R8)."""
    on_board = {piece.pips for piece in pieces if piece.seat == seat}
    return tuple(pips for pips in BEGIN if pips not in on_board)

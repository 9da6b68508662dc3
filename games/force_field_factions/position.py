"""The line of text for a position, written and read (rules page, "Position text")."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from games.contract import ENDED
from games.force_field_factions.attacks import BEGIN, ROOM, left_in_pool
from games.force_field_factions.state import COLOURS, FACINGS, GHOST, GRID, Piece, State
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Iterable

SEATS = (N_("Black"), N_("White"))
_LONGEST = 400
_PIECE = re.compile(r"([a-h][1-8]):([bw])([123])\.([a-z]+)(?:\.([a-z]+))?")
_SHAPE = "a piece reads like `c1:w1.ne.ry`: square, side and pips, facing, and its fields from the inside out"
_SQUARES = tuple(sorted(range(GHOST), key=GRID.names.__getitem__))
_ORDER = {
    place: number for number, place in enumerate(place for square in _SQUARES for place in (square, square + GHOST))
}
"""Rank of each place in a position text: a1, a2, ... h8, of two pieces on a square the in-phase one first."""
_MOVERS: dict[str, int | None] = {"1": 1, "2": 2, "-": None}


def write(board: tuple[Piece | None, ...], mover: int | None) -> str:
    """Return the position text of a board of 128 places and the seat to move, None when the match is over."""
    names = GRID.names
    words = [
        f"{names[square]}:{_text(piece)}"
        for square in _SQUARES
        for piece in (board[square], board[square + GHOST])
        if piece is not None
    ]
    words.append("-" if mover is None else str(mover))
    return " ".join(words)


@cache
def _text(piece: Piece) -> str:
    fields = f".{piece.fields}" if piece.fields else ""
    return f"{'bw'[piece.seat - 1]}{piece.pips}.{FACINGS[piece.facing]}{fields}"


def read(text: str, supply: int) -> State:
    """Read a position text. Raises `ValueError` with a sentence on what is wrong with it.

    It can have fewer pieces than at the start; a player without a size loses when the turn is over.
    """
    if len(text) > _LONGEST:
        raise ValueError(f"A position has at most {_LONGEST} characters, not {len(text)}: {_SHAPE}.")
    *words, mover = text.split(" ")
    if mover not in _MOVERS:
        raise ValueError(f"A position ends with the seat to move, `1`, `2` or `-`, not {mover[:20]!r}.")
    board: list[Piece | None] = [None] * (2 * GHOST)
    last = -1
    for word in words:
        place, piece = _read_piece(word)
        order = _ORDER[place]
        if board[place] is not None:
            phase = "out of" if place >= GHOST else "in"
            raise ValueError(f"Two pieces {phase} phase stand on {GRID.names[place % GHOST]}: only one can.")
        if order < last:
            raise ValueError(f"`{word}` is out of order: a1, a2, and so on to h8, of two the in-phase one first.")
        last, board[place] = order, piece
    on_board = [piece for piece in board if piece is not None]
    _check(on_board, supply)
    whole = tuple(board)
    seat = _MOVERS[mover]
    if seat is None:
        return State(whole, None, supply, outcome=ENDED)
    if not any(piece.seat == seat for piece in on_board):
        raise ValueError(f"{SEATS[seat - 1]} has no piece to move.")
    return State(whole, seat, supply, seen=(write(whole, seat),))


def _read_piece(word: str) -> tuple[int, Piece]:
    match = _PIECE.fullmatch(word)
    if match is None:
        raise ValueError(f"{word[:30]!r} is no piece: {_SHAPE}.")
    name, side, digit, facing, fields = match.groups(default="")
    pips = int(digit)
    if facing not in FACINGS:
        raise ValueError(f"`{word}` faces {facing[:10]!r}: a facing is one of {', '.join(FACINGS)}.")
    if strange := [letter for letter in fields if letter not in COLOURS]:
        raise ValueError(f"`{word}` carries {strange[0]!r}: a field is one of {', '.join(COLOURS)}.")
    if len(fields) > ROOM[pips]:
        raise ValueError(f"`{word}` carries {len(fields)} fields: a {pips}-pip piece carries at most {ROOM[pips]}.")
    piece = Piece(1 if side == "b" else 2, pips, FACINGS.index(facing), fields)
    return GRID.numbers[name] + (GHOST if piece.out_of_phase else 0), piece


def _check(on_board: Iterable[Piece], supply: int) -> None:
    pieces = list(on_board)
    for seat in (1, 2):
        for pips, most in BEGIN.items():
            count = sum(piece.seat == seat and piece.pips == pips for piece in pieces)
            if count > most:
                raise ValueError(f"{SEATS[seat - 1]} has {count} pieces of size {pips}: at most {most} are in play.")
    for (colour, size), left in left_in_pool(pieces, supply).items():
        if left < 0:
            raise ValueError(f"{supply - left} {COLOURS[colour]} fields of {size} pips are in use: there are {supply}.")

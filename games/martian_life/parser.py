"""Reads a player's text as a move, or says why it can't be played: first the form of the text, then its meaning."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from games.martian_life import rejections, rules
from games.martian_life.state import GRID, Move
from games.rejections import match_over, off_board
from games.text import clean, replace_words
from games.translation import pgettext_noop

if TYPE_CHECKING:
    from games.martian_life.state import State

_LONGEST = 160
"""Characters; a longer text is chat."""
TYPED_WORDS = (
    pgettext_noop("typed", "place"),
    pgettext_noop("typed", "promote"),
    pgettext_noop("typed", "on"),
    pgettext_noop("typed", "plus"),
    pgettext_noop("typed", "small"),
    pgettext_noop("typed", "medium"),
    pgettext_noop("typed", "large"),
)
"""Words of typed moves that players can also write in their own language."""

_SPOKEN = {"plus": "+"}
_SHAPE = re.compile(r"(?:(place|promote)(?: on)?(?: |$)|(\+) ?)?(?:([a-z])(?:( ?)([0-9]{1,2}))?)?( ?\+)?")


class Typed(NamedTuple):
    """A move as typed.

    `promotes` is None where the text leaves that open; `column` and `row` are empty where the text has none.
    """

    promotes: bool | None
    column: str
    row: str


def read_move(state: State, text: str) -> Move:
    """Return the legal move that a text means. Raises `IllegalMove` and nothing else, whatever the text."""
    typed = split_move(text)
    if typed is None:
        raise rejections.not_a_move()
    if state.mover is None:
        raise match_over()
    legal = rules.moves(state.board, state.mover, unlimited=state.unlimited)
    if not typed.row:
        raise rejections.no_square(state, typed.column, legal, promotes=typed.promotes)
    name = typed.column + typed.row
    if name not in GRID.numbers:
        raise off_board(name)
    square = GRID.numbers[name]
    piece = state.board[square]
    is_own = piece is not None and piece.seat == state.mover
    move = Move(square, promotes=is_own if typed.promotes is None else typed.promotes)
    if move not in legal:
        reject = rejections.cannot_promote if move.promotes else rejections.cannot_place
        raise reject(piece, square, state.mover, legal)
    return move


def split_move(text: str) -> Typed | None:
    """Take a text apart as a move or the beginning of one; None when it can only be chat."""
    typed = replace_words(clean(text).lower(), _SPOKEN) if len(text) <= _LONGEST else ""
    found = _SHAPE.fullmatch(typed) if typed else None
    if found is None:
        return None
    word, before, column, gap, row, after = (group or "" for group in found.groups())
    opening = bool(word or before)
    two_signs = opening and after
    plus_on_nothing = after and not row
    stray = not opening and column and not _is_on_board(column, row) and (gap or not row)
    if two_signs or plus_on_nothing or stray:
        return None
    promotes = True if word == "promote" or before or after else False if word else None
    return Typed(promotes, column, row)


def _is_on_board(column: str, row: str) -> bool:
    """Return whether the board has a square, or for an empty row whether it has the column."""
    return f"{column}{row or 1}" in GRID.numbers

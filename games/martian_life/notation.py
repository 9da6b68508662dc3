"""Moves as text: `c4` places a small, `c4+` promotes the piece on c4. Shapes of the text only, no legality."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from games.martian_life.state import GRID
from games.text import clean, replace_words
from games.translation import pgettext_noop

if TYPE_CHECKING:
    from games.martian_life.state import Move

LONGEST = 160
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


def read(text: str) -> Typed | None:
    """Return a text as a move or the beginning of one; None when it can only be chat."""
    typed = replace_words(clean(text).lower(), _SPOKEN) if len(text) <= LONGEST else ""
    found = _SHAPE.fullmatch(typed) if typed else None
    if found is None:
        return None
    word, before, column, gap, row, after = (group or "" for group in found.groups())
    opening = bool(word or before)
    two_signs = opening and after
    plus_on_nothing = after and not row
    stray = not opening and column and not is_on_board(column, row) and (gap or not row)
    if two_signs or plus_on_nothing or stray:
        return None
    promotes = True if word == "promote" or before or after else False if word else None
    return Typed(promotes, column, row)


def is_on_board(column: str, row: str) -> bool:
    """Return whether the board has a square, or for an empty row whether it has the column."""
    return f"{column}{row or 1}" in GRID.numbers


def write(move: Move) -> str:
    """Return the canonical text of a move."""
    return f"{GRID.names[move.square]}{'+' if move.promotes else ''}"


def spellings(move: Move) -> tuple[str, ...]:
    """Return every form in which a move can be typed, without spaces."""
    name = GRID.names[move.square]
    return (f"{name}+", f"+{name}", f"promote{name}") if move.promotes else (name, f"place{name}")

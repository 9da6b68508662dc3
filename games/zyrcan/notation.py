"""Moves as text: the canonical form and the looser ones (rules page, "Notation"). Shapes only, no legality."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from games.text import clean, replace_arrows, replace_words
from games.translation import pgettext_noop
from games.zyrcan.field import NAMES

if TYPE_CHECKING:
    from games.zyrcan.state import Board, Flight, Move, Placement

LONGEST = 80
"""Characters; the longest move takes fifteen, and some spaces may come with it."""
TYPED_WORDS = (
    pgettext_noop("typed", "to"),
    pgettext_noop("typed", "takes"),
    pgettext_noop("typed", "captures"),
    pgettext_noop("typed", "on"),
    pgettext_noop("typed", "one"),
    pgettext_noop("typed", "two"),
    pgettext_noop("typed", "three"),
    pgettext_noop("typed", "and"),
    pgettext_noop("typed", "then"),
)
"""Words of typed moves that players can also write in their own language."""

_SPOKEN = {"to": "-", "takes": "x", "captures": "x", "on": "@", "one": "1", "two": "2", "three": "3"}
# Cells just off the board are read too, to be told apart from chat; more than that isn't meant as a cell.
_CELL = "[a-j][0-9]"
_FLIGHT = rf"(?:(?P<row>[a-j])|(?P<start>{_CELL})(?: ?(?P<sign>[-x]))?(?: ?(?P<landing>[a-j][0-9]?))?)"
_TURN = re.compile(
    rf"(?:(?P<engines>[0-9]) ?(?:@|->?)? ?(?P<cell>{_CELL})|(?P<first>{_CELL})(?: ?[=@] ?| )(?P<then>[0-9]))"
    rf"(?:(?: and)?(?: then)? ?{_FLIGHT})?"
)
_HALF_PLACEMENT = re.compile(rf"(?P<engines>[0-9])(?: ?(?:@|->?))?(?: ?(?P<cell>[a-j]))?|(?P<first>{_CELL}) ?[=@]")
_FLIGHT_ALONE = re.compile(_FLIGHT)


class Typed(NamedTuple):
    """A turn as typed, maybe unfinished.

    Placement: `engines` is None where they are not said, `cell` None where no placement is meant, else a cell, a row or
    empty. Flight: `start` is None where none is meant, else a cell or a row; `landing` None, a cell or a row; `sign`
    what stands between. A bare cell or row is taken as a start here; in phase one it can be meant as either.
    """

    engines: int | None = None
    cell: str | None = None
    start: str | None = None
    sign: str = ""
    landing: str | None = None

    @property
    def bare(self) -> bool:
        """Whether there is nothing but one cell or row."""
        return self.cell is None and not self.sign and self.landing is None

    @property
    def single(self) -> bool:
        """Whether it is one letter or digit, which is chat unless a move can begin so."""
        return (self.bare and len(self.start or "") == 1) or (self.cell == "" and self.start is None)


def read(text: str) -> Typed | None:
    """Read a text as a turn or the beginning of one; None when it is neither, whatever the text."""
    tidy = clean(text) if len(text) <= LONGEST else ""
    if not tidy.isascii():
        return None
    tidy = replace_arrows(replace_words(tidy.lower(), _SPOKEN))
    if found := _TURN.fullmatch(tidy):
        engines, cell = found["engines"] or found["then"], found["cell"] or found["first"]
        return Typed(int(engines), cell, found["start"] or found["row"], found["sign"] or "", found["landing"])
    if found := _FLIGHT_ALONE.fullmatch(tidy):
        return Typed(None, None, found["start"] or found["row"], found["sign"] or "", found["landing"])
    if found := _HALF_PLACEMENT.fullmatch(tidy):
        engines = found["engines"]
        return Typed(int(engines), found["cell"] or "") if engines else Typed(None, found["first"])
    return None


def write(board: Board, move: Move) -> str:
    """Return the canonical text of a move on the board as it stands before."""
    words = [write_placement(move.placement)] if move.placement else []
    if move.flight:
        words.append(write_flight(board, move.flight))
    return " ".join(words)


def write_placement(placement: Placement) -> str:
    """Return `2@e5`."""
    return f"{placement.engines}@{NAMES[placement.cell]}"


def write_flight(board: Board, flight: Flight) -> str:
    """Return `e5-g7`, or `e5xg7` where a ship is captured."""
    return f"{NAMES[flight.start]}{'x' if board[flight.landing] else '-'}{NAMES[flight.landing]}"

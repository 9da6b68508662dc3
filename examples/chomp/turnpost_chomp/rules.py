"""The rules of Chomp: what is left of a bar of chocolate, and whose bite is next."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from games.contract import Info, Option
from games.message import message
from games.position_text import read_position, write_position
from games.square_grid import LETTERS
from games.translation import gettext as _, gettext_noop as N_, ngettext
from games.two_players import TwoPlayerGame, TwoPlayerState

ROWS = 4
SEATS = (N_("Red"), N_("Blue"))

_HELP = """\
# Chomp
*A game for two by David Gale, after a game with numbers by Frederik Schuh.*

A bar of chocolate is seven columns wide and four rows high. Its piece in the corner, a1, is poisoned. \
**If you have to take a1, you lose.**

## How you write it
`c2` breaks off c2 and all beyond it. `eat e3` works too, in small letters or capitals.

## Rules
Name a piece that is left. You break it off with the whole block that lies up and to the right of it. Red begins.

## Fine print
- Option `columns`, 4 to 8: how wide the bar is, normally 7.
- If you resign or run out of time, your opponent wins.
"""

INFO = Info(
    key="chomp",
    title="Chomp",
    designer="David Gale",
    year=1974,
    seats=SEATS,
    min_players=2,
    max_players=2,
    options=(Option("columns", N_("How many columns the bar has"), 7, low=4, high=8, label=N_("Columns")),),
    rules=1,
    pitch=N_("Break a bar of chocolate, and leave the poisoned piece to the other."),
    help=_HELP,
    examples=("c2", "eat e3"),
    draws=False,
    typed_words=("eat",),
)


class Square(NamedTuple):
    """A piece of chocolate by its column (from 0) and row (from 0, the lowest). To name one is a move."""

    column: int
    row: int

    def __str__(self) -> str:
        """Return its name: a1 is the poisoned one."""
        return f"{LETTERS[self.column]}{self.row + 1}"


@dataclass(frozen=True, slots=True)
class State(TwoPlayerState):
    """A position, and the last turn for its picture.

    `rows` says how many pieces are left in each row, lowest first; `broken` are those that seat `biter` broke off last.
    """

    rows: tuple[int, ...]
    columns: int
    biter: int | None = None
    broken: tuple[Square, ...] = ()


class Chomp(TwoPlayerGame[State, Square]):
    """The rules of Chomp; `games.contract.Game` describes each call."""

    info = INFO
    shape = re.compile("(eat)?[a-h][1-9]?")

    def begin(self, options: dict[str, Any], seed: int) -> State:
        """Return the whole bar; nothing is random."""
        del seed
        return State(rows=(options["columns"],) * ROWS, columns=options["columns"])

    def spellings(self, state: State, move: Square) -> tuple[str, ...]:
        """Return `c2` and `eat c2`."""
        del state
        return (str(move), f"eat {move}")

    def play(self, state: State, move: Square) -> State:
        """Return the state without the block that a move breaks off; the player who took a1 has lost."""
        seat = state.mover or 1
        rows = tuple(min(length, move.column) if row >= move.row else length for row, length in enumerate(state.rows))
        after = replace(state, rows=rows, biter=seat, broken=_block(state, move))
        if any(rows):
            return self.pass_turn(after)
        return self.win(after, 3 - seat, message("{seat} had to take the poisoned piece", seat=SEATS[seat - 1]))

    def legal(self, state: State) -> tuple[Square, ...]:
        """Return every piece that is left, row by row from a1."""
        return _block(state, Square(0, 0)) if state.mover else ()

    def position(self, state: State) -> str:
        """Return the pieces left in each row, lowest row first, and the seat to move: `7752 1`."""
        return write_position([str(length) for length in state.rows], (ROWS,), state.mover)

    def read(self, start: State, text: str) -> State:
        """Read a position text. Raises `ValueError` with a sentence on what is wrong."""
        digits, mover = read_position(text, (ROWS,), "012345678"[: start.columns + 1])
        rows = tuple(map(int, digits))
        if list(rows) != sorted(rows, reverse=True):
            raise ValueError("No row is longer than the one below it.")
        if mover and not any(rows):
            raise ValueError("With no piece left the match is over: write `-` for the seat.")
        return self.with_mover(replace(start, rows=rows), mover)

    def describe(self, state: State, move: Square) -> str:
        """Return what a move breaks off, as a clause after the player's name."""
        if move == (0, 0):
            return _("has to take the poisoned piece")
        beyond = len(_block(state, move)) - 1
        if not beyond:
            return _("breaks off {square}").format(square=move)
        clause = ngettext("breaks off {square} and {n} more", "breaks off {square} and {n} more", beyond)
        return clause.format(square=move, n=beyond)

    def affected(self, state: State, move: Square) -> tuple[str, ...]:
        """Return the names of the other pieces that a move breaks off."""
        return tuple(map(str, _block(state, move)[1:]))

    def task(self, state: State) -> str:
        """Return what the seat to move has to do, with an example in the first turn."""
        if state.mover is None:
            return ""
        if state.biter is None:
            return _("break off a piece, for example `{move}`").format(move=self.legal(state)[-1])
        return _("break off a piece")


def _block(state: State, move: Square) -> tuple[Square, ...]:
    """Return the pieces that a move breaks off, the named one first."""
    return tuple(Square(column, row) for row in range(move.row, ROWS) for column in range(move.column, state.rows[row]))

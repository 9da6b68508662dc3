"""The rules of Chomp: what is left of a bar of chocolate, and whose bite is next."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from games.base import GameBase
from games.contract import ENDED, Info, Option, check_players, complete_options, win_of_two

if TYPE_CHECKING:
    from games.contract import Options, Result

COLUMNS = "abcdefgh"
ROWS = 4
SEATS = ("Red", "Blue")

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
    options=(Option("columns", "How many columns the bar has", 7, low=4, high=len(COLUMNS)),),
    rules=1,
    pitch="Break a bar of chocolate, and leave the poisoned piece to the other.",
    help=_HELP,
    examples=("c2", "eat e3"),
)

_POSITION = re.compile(rf"([0-8]{{{ROWS}}}) ([12-])")


class Piece(NamedTuple):
    """A piece of chocolate by its column (from 0) and row (from 0, the lowest). To name one is a move."""

    column: int
    row: int

    def __str__(self) -> str:
        """Return its name: a1 is the poisoned one."""
        return f"{COLUMNS[self.column]}{self.row + 1}"


@dataclass(frozen=True, slots=True)
class State:
    """A position, and the last turn for its picture.

    `rows` says how many pieces are left in each row, lowest first; `broken` are those that seat `biter` broke off last.
    """

    rows: tuple[int, ...]
    columns: int
    mover: int | None = 1
    biter: int | None = None
    broken: tuple[Piece, ...] = ()
    outcome: Result | None = None


class Chomp(GameBase[State, Piece]):
    """The rules of Chomp; `games.contract.Game` describes each call."""

    info = INFO
    shape = re.compile("(eat)?[a-h][1-9]?")

    def start(self, players: int, options: Options, seed: int) -> State:
        """Return the whole bar; nothing is random. Raises `BadOption`."""
        del seed
        check_players(INFO, players)
        columns = int(complete_options(INFO, options)["columns"])
        return State((columns,) * ROWS, columns)

    def spellings(self, state: State, move: Piece) -> tuple[str, ...]:
        """Return `c2` and `eat c2`."""
        del state
        return (str(move), f"eat {move}")

    def play(self, state: State, move: Piece) -> State:
        """Return the state without the block that a move breaks off; the player who took a1 has lost."""
        seat = state.mover or 1
        rows = tuple(min(length, move.column) if row >= move.row else length for row, length in enumerate(state.rows))
        after = replace(state, rows=rows, mover=3 - seat, biter=seat, broken=_block(state, move))
        if any(rows):
            return after
        outcome = win_of_two(3 - seat, f"{SEATS[seat - 1]} had to take the poisoned piece")
        return replace(after, mover=None, outcome=outcome)

    def legal(self, state: State) -> tuple[Piece, ...]:
        """Return every piece that is left, row by row from a1."""
        return _block(state, Piece(0, 0)) if state.mover else ()

    def position(self, state: State) -> str:
        """Return the pieces left in each row, highest row first, and the seat to move: `2577 1`."""
        return f"{''.join(map(str, reversed(state.rows)))} {state.mover or '-'}"

    def parse_position(self, text: str, players: int = 2, options: Options | None = None, seed: int = 0) -> State:
        """Read a position text. Raises `ValueError` with a sentence on what is wrong."""
        start = self.start(players, options or {}, seed)
        found = _POSITION.fullmatch(text)
        if found is None:
            raise ValueError(f"A position is {ROWS} digits, a space, and `1`, `2` or `-` for the seat to move.")
        rows = tuple(int(digit) for digit in reversed(found[1]))
        if list(rows) != sorted(rows, reverse=True) or rows[0] > start.columns:
            raise ValueError(f"No row is longer than the one below it, and none has more than {start.columns} pieces.")
        if found[2] == "-":
            return replace(start, rows=rows, mover=None, outcome=ENDED)
        if not any(rows):
            raise ValueError("With no piece left the match is over: write `-` for the seat.")
        return replace(start, rows=rows, mover=int(found[2]))

    def describe(self, state: State, move: Piece) -> str:
        """Return what a move breaks off, as a clause after the player's name."""
        if move == (0, 0):
            return "has to take the poisoned piece"
        beyond = len(_block(state, move)) - 1
        return f"breaks off {move}" + (f" and {beyond} more" if beyond else "")

    def affected(self, state: State, move: Piece) -> tuple[str, ...]:
        """Return the names of the other pieces that a move breaks off."""
        return tuple(map(str, _block(state, move)[1:]))

    def task(self, state: State) -> str:
        """Return what the seat to move has to do, with an example in the first turn."""
        if state.mover is None:
            return ""
        example = f", for example `{self.legal(state)[-1]}`" if state.biter is None else ""
        return f"break off a piece{example}"


def _block(state: State, move: Piece) -> tuple[Piece, ...]:
    """Return the pieces that a move breaks off, the named one first."""
    return tuple(Piece(column, row) for row in range(move.row, ROWS) for column in range(move.column, state.rows[row]))

"""The line of text for a position, written and read (rules page, "Position text")."""

from __future__ import annotations

import re

from games.contract import ENDED
from games.xero_g.flights import fleet
from games.xero_g.state import SIZES, State, seat_name

_TEXT = re.compile(r"([123./]*) (setup|play) ([12-])")
_EMPTY_ROW = (0,) * 6
FULL_ROW = (1, 1, 2, 2, 3, 3)
"""Pips that each player lays, in rising order."""


def write(board: tuple[int, ...], laid: int, mover: int | None) -> str:
    """Return the position text of a board on which `laid` setups are done."""
    rows = ("".join(str(pips or ".") for pips in board[6 * row : 6 * row + 6]) for row in range(5, -1, -1))
    return f"{'/'.join(rows)} {'play' if laid == 2 else 'setup'} {mover or '-'}"


def read(text: str) -> State:
    """Read a position text. Raises `ValueError` with a sentence on what is wrong with it."""
    match = _TEXT.fullmatch(" ".join(text[:100].split()))
    if match is None:
        raise ValueError(
            "A position of Xero-G reads like `123321/....../....../....../....../321123 play 1`: rows 6 to 1, "
            "`setup` or `play`, and the seat to move (`-` when the game is over)."
        )
    board = _board(match[1])
    mover = None if match[3] == "-" else int(match[3])
    laid = _laid(board, mover) if match[2] == "setup" else _playable(board, mover)
    outcome = ENDED if mover is None else None
    seen = (write(board, laid, mover),) if laid == 2 and mover else ()
    return State(board, laid, mover, seen=seen, outcome=outcome)


def _board(rows: str) -> tuple[int, ...]:
    lines = rows.split("/")
    if len(lines) != 6:
        raise ValueError(f"A board has six rows with `/` between them; this one has {len(lines)}.")
    for number, line in zip(range(6, 0, -1), lines, strict=True):
        if len(line) != 6:
            raise ValueError(f"Row {number} has {len(line)} squares, not six: `{line}`.")
    return tuple(0 if square == "." else int(square) for line in reversed(lines) for square in line)


def _laid(board: tuple[int, ...], mover: int | None) -> int:
    if any(board[6:]):
        raise ValueError("During the setup only row 1 may hold ships: when North has laid too, play begins.")
    row = board[:6]
    if row != _EMPTY_ROW and tuple(sorted(row)) != FULL_ROW:
        raise ValueError("South lays two ships of each size on row 1, all at once.")
    laid = int(row != _EMPTY_ROW)
    if mover is not None and mover != laid + 1:
        raise ValueError(f"In this setup it is {seat_name(laid + 1)}'s turn to lay ships (seat {laid + 1}).")
    return laid


def _playable(board: tuple[int, ...], mover: int | None) -> int:
    for pips in (1, 2, 3):
        if board.count(pips) > 4:
            raise ValueError(f"There are four {SIZES[pips]} ships in the game, not {board.count(pips)}.")
    if mover is not None and fleet(board, mover) is None:
        raise ValueError(f"{seat_name(mover)} has no flight here, so it can't be {seat_name(mover)}'s turn.")
    return 2

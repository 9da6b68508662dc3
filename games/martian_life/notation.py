"""Moves as text: `c4` places a small, `c4+` promotes; and why a text cannot be played."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from games.contract import IllegalMove
from games.martian_life import rules
from games.martian_life.state import GRID, Move, Piece, State
from games.text import clean, listed_code

if TYPE_CHECKING:
    from collections.abc import Sequence

_LONGEST = 40
_SHAPE = re.compile(r"(?:(place|promote)(?: |$)|(\+) ?)?(?:([a-z])(?:( ?)([0-9]{1,2}))?)?( ?\+)?")
_CHAT = "That does not read as a move: `c4` places a small on c4, `c4+` promotes the piece there."


class _Reading(NamedTuple):
    """What a text says. `promotes` is None where it leaves that open; `row` and `column` are empty if unsaid."""

    promotes: bool | None
    column: str
    row: str


def write(move: Move) -> str:
    """Return the canonical text of a move."""
    return f"{GRID.names[move.square]}{'+' if move.promotes else ''}"


def spellings(move: Move) -> tuple[str, ...]:
    """Return every form in which a move can be typed, without spaces."""
    name = GRID.names[move.square]
    return (f"{name}+", f"+{name}", f"promote{name}") if move.promotes else (name, f"place{name}")


def parse(state: State, text: str) -> Move:
    """Read a move in canonical or loose notation. Raises `IllegalMove`, whatever the text."""
    reading = _read(text)
    if state.mover is None:
        _refuse("The match is over: nothing more is played.")
    legal = rules.moves(state.board, state.mover, unlimited=state.unlimited)
    if not reading.row:
        _ask(reading, legal)
    name = reading.column + reading.row
    if name not in GRID.numbers:
        _refuse(f"`{name}` is not on the board: its squares go from `a1` to `h8`.")
    square = GRID.numbers[name]
    piece = state.board[square]
    mine = piece is not None and piece.seat == state.mover
    move = Move(square, promotes=mine if reading.promotes is None else reading.promotes)
    if move not in legal:
        (_refuse_promotion if move.promotes else _refuse_placing)(piece, square, state.mover, legal)
    return move


def _read(text: str) -> _Reading:
    """Return what a text says, or raise `not_a_move` for what can only be chat."""
    typed = clean(text[: 4 * _LONGEST]).lower()
    found = _SHAPE.fullmatch(typed) if typed and len(text) <= 4 * _LONGEST else None
    if found is None:
        raise IllegalMove("not_a_move", _CHAT)
    word, before, column, gap, row, after = (group or "" for group in found.groups())
    opening = bool(word or before)
    twice = opening and after
    plus_on_nothing = after and not row
    stray = not opening and column and not _on_board(column, row) and (gap or not row)
    if twice or plus_on_nothing or stray:
        raise IllegalMove("not_a_move", _CHAT)
    promotes = True if word == "promote" or before or after else False if word else None
    return _Reading(promotes, column, row)


def _on_board(column: str, row: str) -> bool:
    return f"{column}{row or 1}" in GRID.numbers


def _refuse(reason: str) -> NoReturn:
    raise IllegalMove("illegal", reason)


def _ask(reading: _Reading, legal: Sequence[Move]) -> NoReturn:
    """Say what can follow a text without a whole square, or that nothing can."""
    if reading.column and not _on_board(reading.column, ""):
        _refuse(f"There is no column `{reading.column}`: the board's squares go from `a1` to `h8`.")
    fitting = [
        move
        for move in legal
        if reading.promotes in (None, move.promotes) and GRID.names[move.square].startswith(reading.column)
    ]
    if not fitting:
        what = {None: "be played", True: "be promoted", False: "be placed"}[reading.promotes]
        where = f" in column `{reading.column}`" if reading.column else ""
        instead = next((move for move in legal if move.promotes is reading.promotes), legal[0])
        _refuse(f"Nothing of yours can {what}{where} now; `{write(instead)}` can be played, for example.")
    texts = [write(move) for move in fitting]
    choice = listed_code(texts) if len(texts) <= 10 else f"for example {listed_code(texts[:3])}"
    raise IllegalMove("unfinished", f"Not yet a move: name the {'row' if reading.column else 'square'} too, {choice}.")


def _refuse_placing(piece: Piece | None, square: int, mover: int, legal: Sequence[Move]) -> NoReturn:
    name = GRID.names[square]
    if piece is None:
        _refuse(
            "All five of your smalls are on the board, and a stash is a limit: place one when it has come back, "
            f"or promote{_nearest('', legal, square, promotes=True)}."
        )
    if piece.seat == mover:
        how = f"`{name}+` promotes it" if Move(square, promotes=True) in legal else "it stays as it is"
        _refuse(
            f"`{name}` is occupied by your own {rules.SIZES[piece.size - 1]}: a small is put on an empty square; {how}."
        )
    near = _nearest(" The nearest is", legal, square, promotes=False)
    _refuse(f"`{name}` is occupied by {_whose(piece)}: a small is put on an empty square.{near}{'.' if near else ''}")


def _refuse_promotion(piece: Piece | None, square: int, mover: int, legal: Sequence[Move]) -> NoReturn:
    name = GRID.names[square]
    if piece is None:
        placing = Move(square, promotes=False)
        why = f"`{name}` is empty: there is nothing to promote"
        why += f"; `{name}` places a small there" if placing in legal else ""
    elif piece.seat != mover:
        why = f"`{name}` is {_whose(piece)}: you promote only your own pieces"
    elif piece.size == 3:
        why = f"`{name}` is a large already: nothing is larger"
    else:
        size, larger = rules.SIZES[piece.size - 1 : piece.size + 1]
        why = (
            f"`{name}` is a {size}, and all five of your {larger}s are on the board: promote it when one has come back"
        )
    near = _nearest(" The nearest piece you can promote:", legal, square, promotes=True)
    _refuse(f"{why}.{near}{'.' if near else ''}")


def _whose(piece: Piece) -> str:
    return f"{rules.SEATS[piece.seat - 1].lower()}'s {rules.SIZES[piece.size - 1]}"


def _nearest(lead: str, legal: Sequence[Move], square: int, *, promotes: bool) -> str:
    """Return `lead` and the nearest legal move of one sort, or nothing where there is none."""

    def distance(move: Move) -> int:
        return max(abs(GRID.row(move.square) - GRID.row(square)), abs(GRID.column(move.square) - GRID.column(square)))

    moves = [move for move in legal if move.promotes == promotes]
    return f"{lead} `{write(min(moves, key=distance))}`" if moves else ""

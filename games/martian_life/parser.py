"""From a player's text to a legal move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.martian_life import notation, rejections, rules
from games.martian_life.state import GRID, Move
from games.rejections import match_over, off_board

if TYPE_CHECKING:
    from games.martian_life.state import State


def read_move(state: State, text: str) -> Move:
    """Return the legal move that a text means. Raises `IllegalMove` and nothing else, whatever the text."""
    typed = notation.read(text)
    if typed is None:
        raise rejections.not_a_move()
    if state.mover is None:
        raise match_over()
    legal = rules.moves(state.board, state.mover, unlimited=state.unlimited)
    if not typed.row:
        raise rejections.no_square(typed, legal)
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

"""Completions of a half-typed move, best first."""

from __future__ import annotations

from games.contract import clean
from games.martian_life import notation, rules
from games.martian_life.state import GRID, Move, State

_MIDDLE = (GRID.size - 1) / 2


def suggest(state: State, text: str, limit: int) -> list[str]:
    """Return up to `limit` canonical texts that some form of which begins with `text`, best first."""
    if state.mover is None or limit < 1:
        return []
    typed = clean(text).lower().replace(" ", "")
    fitting = [
        move
        for move in rules.moves(state.board, state.mover, unlimited=state.unlimited)
        if any(form.startswith(typed) for form in notation.spellings(move))
    ]
    return [notation.write(move) for move in sorted(fitting, key=lambda move: _worth(state, move))[:limit]]


def _worth(state: State, move: Move) -> tuple[bool, int, bool, float, int]:
    """Sort key of a move: winning first, then the lead it leaves, the piece's own life, and the middle."""
    seat = state.mover or 1
    board, turn = rules.turn(state.board, seat, move)
    points = rules.scores(board)
    mine, theirs = points[seat - 1], points[2 - seat]
    off_middle = abs(GRID.row(move.square) - 1 - _MIDDLE) + abs(GRID.column(move.square) - _MIDDLE)
    wins = mine > max(state.target, theirs)
    return not wins, theirs - mine, board[move.square] != turn.piece, off_middle, move.square

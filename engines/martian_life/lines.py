"""Lines of turns as texts, and the positions of a match that stood before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.martian_life.board import compact
from games.martian_life.notation import write
from games.martian_life.position import read
from games.martian_life.rules import play
from games.martian_life.state import Move, State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engines.martian_life.board import Position


def positions_before(state: State) -> set[Position]:
    """Return the positions that stood before in a match: to repeat one is to offer a draw."""
    boards = (read(text) for text in state.seen[:-1])
    return {compact(State(board, mover, state.unlimited, state.target)) for board, mover in boards}


def texts_of(state: State, turns: Iterable[int]) -> tuple[str, ...]:
    """Return the canonical texts of turns that follow each other, up to the end of the match."""
    texts: list[str] = []
    for turn in turns:
        if state.mover is None:
            break
        move = Move(turn % 64, turn >= 64)
        texts.append(write(move))
        state = play(state, move)
    return tuple(texts)

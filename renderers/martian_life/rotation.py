"""Positions of Martian Life as they lie when the board is rotated by 180 degrees."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.martian_life.state import State


def rotate(state: State) -> State:
    """Return a position of Martian Life with every square where the opposite one was; seats stay as they are."""
    last = state.last
    if last:
        waves = tuple(tuple((63 - square, piece) for square, piece in wave) for wave in last.culled)
        last = replace(last, move=last.move._replace(square=63 - last.move.square), culled=waves)
    return replace(state, board=state.board[::-1], last=last)

"""A move chosen from all squares where something can be placed or promoted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from games.guide import guide_by_list
from games.martian_life import rules
from games.martian_life.state import GRID

if TYPE_CHECKING:
    from games.contract import Choice, Game, Step
    from games.martian_life.state import State


def guide(game: Game[State, Any], state: State, text: str) -> Step:
    """Return the squares to choose from, or the step of the move that was chosen. Raises `IllegalMove`."""
    step = guide_by_list(game, state, text)
    return replace(step, choices=tuple([_with_piece(state, choice) for choice in step.choices]))


def _with_piece(state: State, choice: Choice) -> Choice:
    """Return a choice with the piece that stands on its square after the move, if it lives."""
    piece = state.board[GRID.numbers[choice.text.removesuffix("+")]]
    size = rules.SIZES[piece.size if piece else 0]
    return replace(choice, piece=f"{rules.SEATS[(state.mover or 1) - 1].lower()}-{size}")

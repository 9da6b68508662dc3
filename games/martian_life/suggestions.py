"""Completions of a half-typed move, in the order of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.martian_life import notation, rules
from games.text import clean

if TYPE_CHECKING:
    from games.martian_life.state import State


def suggest(state: State, text: str, limit: int) -> list[str]:
    """Return up to `limit` canonical texts that some form of which begins with `text`, from a1 to h8."""
    if state.mover is None or limit < 1:
        return []
    typed = clean(text).lower().replace(" ", "")
    fitting = [
        move
        for move in rules.moves(state.board, state.mover, unlimited=state.unlimited)
        if any(form.startswith(typed) for form in notation.spellings(move))
    ]
    return [notation.write(move) for move in sorted(fitting, key=lambda move: move.square)[:limit]]

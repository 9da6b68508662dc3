"""Turns of compact positions as texts of the game's notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.force_field_factions.notation import write
from games.force_field_factions.reachable_positions import find_positions
from games.force_field_factions.rules import play

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.force_field_factions.reachable_positions import Key
    from games.force_field_factions.state import State


def texts_of(state: State, line: Iterable[Key]) -> tuple[str, ...]:
    """Return the canonical texts of turns that follow each other, each given as the pieces after it."""
    texts: list[str] = []
    for pieces in line:
        if state.mover is None:
            break
        move = find_positions(state)[pieces]
        texts.append(write(state.board, move))
        state = play(state, move)
    return tuple(texts)

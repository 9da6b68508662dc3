"""Positions of random matches of Force Field Factions, in which captures are more frequent than by chance."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.force_field_factions import ForceFieldFactions
from games.force_field_factions.reachable_positions import find_positions
from games.force_field_factions.rules import play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.force_field_factions.state import State

GAME = ForceFieldFactions()


def random_positions(seed: int, matches: int, longest: int = 70) -> Iterator[State]:
    """Yield every position of some matches in which a seat is to move, under options by turns."""
    rng = Random(seed)
    for match in range(matches):
        options = {"facing": ("upright", "forward")[match % 2], "pool": (3, 5)[match // 2 % 2]}
        state = GAME.start(2, options, 0)
        for _ in range(longest):
            if state.mover is None:
                break
            yield state
            moves = find_positions(state)
            pieces = sum(piece is not None for piece in state.board)
            captures = [move for key, move in moves.items() if len(key) < pieces]
            state = play(state, rng.choice(captures if captures and rng.random() < 0.5 else list(moves.values())))

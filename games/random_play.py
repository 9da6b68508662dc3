"""Random legal moves, for tests and tools: the same seed plays the same match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.contract import IllegalMove, TooManyMoves

if TYPE_CHECKING:
    from random import Random

    from games.contract import Game

_BREADTH = 100
"""How many suggestions a random one is chosen from."""


def choose_move(game: Game[Any, Any], state: Any, rng: Random) -> Any:
    """Return a random move of a state that isn't over; where they can't be listed, one that suggestions lead to."""
    try:
        return rng.choice(game.legal(state))
    except TooManyMoves:
        text = ""
    while True:
        text = rng.choice(game.suggest(state, text, _BREADTH))
        try:
            return game.parse(state, text)
        except IllegalMove:
            continue

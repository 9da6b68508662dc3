"""A legal move that a task shows as an example."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.contract import IllegalMove

if TYPE_CHECKING:
    from games.contract import Game

_MOST_PARTS = 6


def find_example(game: Game[Any, Any], state: Any) -> str:
    """Return the first whole move that the game's suggestions lead to, empty if they lead to none."""
    text = ""
    for _ in range(_MOST_PARTS):
        text = next((longer for longer in game.suggest(state, text, 2) if longer != text), "")
        try:
            return game.format(state, game.parse(state, text))
        except IllegalMove:
            continue
    return ""

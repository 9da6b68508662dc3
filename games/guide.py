"""The default of `Game.guide`, for games whose moves can all be listed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from games.contract import Choice, Destinations, IllegalMove, Step

if TYPE_CHECKING:
    from games.contract import Game

MOST_CHOICES = 75
"""How many moves the default lists at once; of more, it asks for the first place first."""

_PLACE = re.compile(r"[a-z]+[0-9]*|.", re.IGNORECASE)


def guide_by_list(game: Game[Any, Any], state: Any, text: str) -> Step:
    """Return the step after `text` in a game whose moves can all be listed. Raises `IllegalMove`."""
    if state.mover is None:
        raise IllegalMove("illegal", "The match is over.")
    found = {game.format(state, move): move for move in game.legal(state)}
    begun = {name: move for name, move in found.items() if text in {"", name, _first_place(name)}}
    if not begun:
        raise IllegalMove("illegal", f"`{text}` begins no move.")
    places = dict.fromkeys(_first_place(name) for name in begun)
    if not text and len(begun) > MOST_CHOICES and len(places) < len(begun):
        choices = [Choice(place, place) for place in places]
    else:
        choices = [
            Choice(name[:60], name, game.describe(state, move)[:100]) for name, move in begun.items() if name != text
        ]
    question = "" if not choices else f"How does {text} go on?" if text else "Which move?"
    return Step(question, tuple(choices), _highlights(game, state, text), text if text in begun else "")


def _first_place(name: str) -> str:
    found = _PLACE.match(name)
    return found[0] if found else name


def _highlights(game: Game[Any, Any], state: Any, text: str) -> Destinations:
    try:
        return game.destinations(state, text)
    except IllegalMove:  # a part of a move that names no piece
        return Destinations((), (), "")

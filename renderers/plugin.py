"""What a package that adds a game offers: its rules and its picture, as one object."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.contract import Game
    from renderers.board.scene import Renderer


@dataclass(frozen=True, slots=True)
class Entry:
    """A game and what draws it. An entry point of the group `turnpost.games` names an object of this class."""

    game: Game[Any, Any]
    renderer: Renderer

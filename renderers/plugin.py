"""The object that a package which adds a game provides: its rules and its renderer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.contract import Game
    from renderers.board.scene import Renderer


@dataclass(frozen=True, slots=True)
class Entry:
    """A game and its renderer. Entry points of the group `turnpost.games` name objects of this class."""

    game: Game[Any, Any]
    renderer: Renderer

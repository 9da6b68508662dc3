"""The object that a package which adds a game provides: its rules, its renderer, and perhaps an engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engines.contract import Engine
    from games.contract import Game
    from renderers.board.scene import Renderer


@dataclass(frozen=True, slots=True)
class Entry:
    """A game, its renderer, and an engine if there is one: a game without gets `engines.generic.GenericEngine`.

    Entry points of the group `turnpost.games` name objects of this class.
    """

    game: Game[Any, Any]
    renderer: Renderer
    engine: Engine | None = None

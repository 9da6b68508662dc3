"""Engines: computer players, one folder a game, all behind the contract in `engines.contract`.

The folder of a game has its key with underscores for hyphens, and offers its `ENGINE`; its `levels.py` says how each
level plays. If it proves puzzles, it also offers the searches `prove` and `saving_moves`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from engines.generic import GenericEngine

if TYPE_CHECKING:
    from types import ModuleType

    from engines.contract import Engine
    from games.contract import Game


@cache
def find_folder(key: str) -> ModuleType | None:
    """Return the folder of a built-in game with an engine of its own, by the game's key, or None.

    It is loaded with the first question for it: engines compute large tables, and most starts never need them.
    """
    name = f"{__name__}.{key.replace('-', '_')}"
    return import_module(name) if find_spec(name) else None


def engine_of(game: Game[Any, Any]) -> Engine:
    """Return the engine of a game; a game without one gets the generic engine."""
    folder = find_folder(game.info.key)
    return folder.ENGINE if folder else GenericEngine(game)

"""Engines: computer players, one folder a game, all behind the contract in `engines.contract`.

The folder of a game has its key with underscores for hyphens, and offers its `ENGINE`. If it proves puzzles, it also
offers the searches `prove` and `saving_moves`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from engines.generic import GenericEngine
from games import GAMES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

    from engines.contract import Engine
    from games.contract import Game


def _folders() -> dict[str, ModuleType]:
    names = {key: f"{__name__}.{key.replace('-', '_')}" for key in GAMES}
    return {key: import_module(name) for key, name in names.items() if find_spec(name)}


FOLDERS: Mapping[str, ModuleType] = _folders()
"""The folders of built-in games that have an engine of their own, by the games' keys."""

ENGINES: Mapping[str, Engine] = {key: folder.ENGINE for key, folder in FOLDERS.items()}
"""The engines of built-in games by the games' keys."""


def engine_of(game: Game[Any, Any]) -> Engine:
    """Return the engine of a game; a game without one gets the generic engine."""
    return ENGINES.get(game.info.key) or GenericEngine(game)

"""Engines: computer players, one module or package a game, all behind the contract in `engines.contract`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engines.force_field_factions import ForceFieldFactionsEngine
from engines.generic import GenericEngine
from engines.martian_life import MartianLifeEngine
from engines.xero_g import XeroGEngine
from engines.xong import XongEngine
from engines.zyrcan import ZyrcanEngine

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engines.contract import Engine
    from games.contract import Game

ENGINES: Mapping[str, Engine] = {
    "force-field-factions": ForceFieldFactionsEngine(),
    "martian-life": MartianLifeEngine(),
    "xero-g": XeroGEngine(),
    "xong": XongEngine(),
    "zyrcan": ZyrcanEngine(),
}
"""The engines of built-in games by the games' keys."""


def engine_of(game: Game[Any, Any]) -> Engine:
    """Return the engine of a game; a game without one gets the generic engine."""
    return ENGINES.get(game.info.key) or GenericEngine(game)

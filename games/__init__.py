"""The rules: one pure module a game, all behind the contract in `games.contract`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.force_field_factions import ForceFieldFactions
from games.martian_life import MartianLife
from games.xero_g import XeroG
from games.xong import Xong
from games.zyrcan import Zyrcan

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.contract import Game

GAMES: Mapping[str, Game[Any, Any]] = {
    game.info.key: game for game in (XeroG(), MartianLife(), Zyrcan(), Xong(), ForceFieldFactions())
}
"""Every registered game by its key."""

GROUP = "turnpost.games"
"""The group of entry points in which packages offer games, each under its key."""

__all__ = ["GAMES", "GROUP"]

"""Pictures of positions and their words: one renderer a game, behind the protocol in `renderers.scene`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderers.force_field_factions import ForceFieldFactions
from renderers.martian_life import MartianLife
from renderers.png import encode
from renderers.scene import Renderer, Scene
from renderers.xero_g import XeroG
from renderers.xong import Xong
from renderers.zyrcan import Zyrcan

if TYPE_CHECKING:
    from collections.abc import Mapping

RENDERERS: Mapping[str, Renderer] = {
    "xero-g": XeroG(),
    "martian-life": MartianLife(),
    "zyrcan": Zyrcan(),
    "xong": Xong(),
    "force-field-factions": ForceFieldFactions(),
}
"""Every game's renderer by the game's key."""

__all__ = ["RENDERERS", "Renderer", "Scene", "encode"]

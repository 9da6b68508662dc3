"""Pictures of positions and their words: one renderer a game, behind the protocol in `renderers.board.scene`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderers.board.scene import Renderer, Scene
from renderers.drawing.png import encode
from renderers.force_field_factions.renderer import ForceFieldFactions
from renderers.martian_life.renderer import MartianLife
from renderers.xero_g.renderer import XeroG
from renderers.xong.renderer import Xong
from renderers.zyrcan.renderer import Zyrcan

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

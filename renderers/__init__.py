"""Pictures and texts of positions: one renderer for each game, by the protocol in `renderers.board.scene`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderers.board.scene import Renderer, Scene
from renderers.drawing.png import encode
from renderers.force_field_factions import ForceFieldFactionsRenderer
from renderers.martian_life import MartianLifeRenderer
from renderers.xero_g import XeroGRenderer
from renderers.xong import XongRenderer
from renderers.zyrcan import ZyrcanRenderer

if TYPE_CHECKING:
    from collections.abc import Mapping

RENDERERS: Mapping[str, Renderer] = {
    "xero-g": XeroGRenderer(),
    "martian-life": MartianLifeRenderer(),
    "zyrcan": ZyrcanRenderer(),
    "xong": XongRenderer(),
    "force-field-factions": ForceFieldFactionsRenderer(),
}
"""The renderers by the keys of their games."""

__all__ = ["RENDERERS", "Renderer", "Scene", "encode"]

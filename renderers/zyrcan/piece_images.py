"""The single pieces of Zyrcan, to be shown beside words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.zyrcan.field import ENGINES
from games.zyrcan.names import SEATS
from renderers.board.piece_images import fit_pieces
from renderers.drawing.themes import THEMES
from renderers.zyrcan.colours import OWNERS
from renderers.zyrcan.ships import ship

if TYPE_CHECKING:
    from PIL import Image


def draw_pieces() -> dict[str, Image.Image]:
    """Return the picture of a ship of each seat and number of engines."""
    return fit_pieces(
        {
            f"{seat.lower()}-{engines}": ship(owner, engines, "plain", THEMES["dark"])
            for seat, owner in zip(SEATS, OWNERS, strict=True)
            for engines in ENGINES
        }
    )

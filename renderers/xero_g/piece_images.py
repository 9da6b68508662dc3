"""The single pieces of Xero-G, to be shown beside words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.xero_g.names import SIZES
from renderers.board.piece_images import PIECE_SIDE, fit_pieces
from renderers.drawing.pyramids import ship
from renderers.xero_g.colours import SHIP

if TYPE_CHECKING:
    from PIL import Image


def draw_pieces() -> dict[str, Image.Image]:
    """Return the picture of a ship of each size."""
    return fit_pieces({size: ship(SHIP, pips, PIECE_SIDE) for pips, size in enumerate(SIZES) if pips})

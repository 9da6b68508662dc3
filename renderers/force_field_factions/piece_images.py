"""The single pieces of Force Field Factions, to be shown beside words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.force_field_factions.position import SEATS
from renderers.board.piece_images import PIECE_SIDE, fit_pieces
from renderers.drawing.colours import PAPER
from renderers.drawing.pyramids import standing_pyramid
from renderers.force_field_factions.colours import OWNERS

if TYPE_CHECKING:
    from PIL import Image


def draw_pieces() -> dict[str, Image.Image]:
    """Return the picture of a pyramid of each seat and number of pips."""
    return fit_pieces(
        {
            f"{seat.lower()}-{pips}": standing_pyramid(owner, pips, PIECE_SIDE, halo=(PAPER,))
            for seat, owner in zip(SEATS, OWNERS, strict=True)
            for pips in (1, 2, 3)
        }
    )

"""The single pieces of Martian Life, to be shown beside words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.martian_life.rules import SEATS, SIZES
from renderers.board.piece_images import PIECE_SIDE, fit_pieces
from renderers.drawing.colours import PAPER
from renderers.drawing.pyramids import standing_pyramid
from renderers.martian_life.colours import OWNERS

if TYPE_CHECKING:
    from PIL import Image


def draw_pieces() -> dict[str, Image.Image]:
    """Return the picture of a pyramid of each seat and size."""
    return fit_pieces(
        {
            f"{seat.lower()}-{size}": standing_pyramid(owner, pips, PIECE_SIDE, halo=(PAPER,))
            for seat, owner in zip(SEATS, OWNERS, strict=True)
            for pips, size in enumerate(SIZES, 1)
        }
    )

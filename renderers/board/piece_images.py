"""Pictures of single pieces, to be shown beside words at the size of a line of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Mapping

    from renderers.drawing.sprite import Sprite

PIECE_SIDE = 128
"""Side of such a picture, in pixels."""
_SCALE = 2


def fit_pieces(sprites: Mapping[str, Sprite]) -> dict[str, Image.Image]:
    """Return each sprite as a square picture on transparent ground, the largest fills it and all have one scale."""
    images = {name: sprite.paint(_SCALE).image for name, sprite in sprites.items()}
    factor = PIECE_SIDE / max(side for image in images.values() for side in image.size)
    return {name: _centre(image, factor) for name, image in images.items()}


def _centre(image: Image.Image, factor: float) -> Image.Image:
    width, height = (round(side * factor) for side in image.size)
    square = Image.new("RGBA", (PIECE_SIDE, PIECE_SIDE))
    part = image.resize((width, height), Image.Resampling.LANCZOS)  # pyright: ignore[reportUnknownMemberType]
    square.paste(part, ((PIECE_SIDE - width) // 2, (PIECE_SIDE - height) // 2))
    return square

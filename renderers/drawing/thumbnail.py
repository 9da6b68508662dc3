"""Small pictures of boards, for lists and for posts that only mention a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

if TYPE_CHECKING:
    from typing import Final

WIDTH: Final = 320
"""Pixels. Discord shows a smaller picture than its column at its own size."""


def thumbnail(picture: Image.Image) -> Image.Image:
    """Return a picture at the width of a thumbnail, in mode P; its shape stays."""
    small = picture.convert("RGB")
    small.thumbnail((WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.LANCZOS)
    return small.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)

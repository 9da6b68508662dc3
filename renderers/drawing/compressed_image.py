"""Images that are compressed in memory, to about a twentieth of their bytes where colours are flat."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image
from zlib_ng import zlib_ng

_LEVEL = 1
"""The fastest level that compresses."""


class CompressedImage(NamedTuple):
    """An image in mode P: its width and height in pixels, its palette, and its pixels, compressed by zlib."""

    size: tuple[int, int]
    palette: bytes
    pixels: bytes

    @classmethod
    def compress(cls, image: Image.Image) -> CompressedImage:
        """Return an image in mode P without transparency, compressed."""
        pixels = zlib_ng.compress(image.tobytes(), _LEVEL)  # pyright: ignore[reportUnknownMemberType]
        return cls(image.size, bytes(image.getpalette() or []), pixels)

    def decompress(self) -> Image.Image:
        """Return the image again, as a new one."""
        pixels = zlib_ng.decompress(self.pixels)  # pyright: ignore[reportUnknownMemberType]
        image = Image.frombytes("P", self.size, pixels)
        image.putpalette(self.palette)
        return image


def compressed_bytes(image: CompressedImage) -> int:
    """Return how many bytes a compressed image takes."""
    return len(image.palette) + len(image.pixels)

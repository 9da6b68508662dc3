"""Sprites: small smooth images with transparency, rendered once a scale and shared."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

from renderers.drawing.cache import byte_count, cache_by_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

SPRITES = 12_000_000
"""How many bytes of painted sprites are remembered, of all games and sizes."""


class Painted(NamedTuple):
    """The part of a sprite that has anything to see, with transparency, and where in the sprite it lies, in pixels."""

    image: Image.Image
    left: int
    top: int


class Sprite:
    """A small picture for any scale. It is painted when a scale is first asked for, and shared: nobody may change it.

    `width` and `height` are in picture pixels; `paint` makes it for a scale.
    """

    __slots__ = ("height", "paint", "width")

    def __init__(self, width: int, height: int, paint: Callable[[int], Painted]) -> None:
        self.width, self.height, self.paint = width, height, paint

    def at(self, scale: int) -> Painted:
        """Return what is to be seen of it, with so many pixels to a picture pixel."""
        return painted(self, scale)

    def whole(self, scale: int) -> Image.Image:
        """Return all of it as a new image, with transparency."""
        image, (part, left, top) = Image.new("RGBA", (self.width * scale, self.height * scale)), self.at(scale)
        image.paste(part, (left, top))
        return image


def _bytes_of_painted(painted: Painted) -> int:
    return byte_count(painted.image)


@cache_by_bytes(SPRITES, _bytes_of_painted)
def painted(sprite: Sprite, scale: int) -> Painted:
    """Return a sprite as it is painted for a scale. All sprites of all games share this cache."""
    return sprite.paint(scale)


def stacked(*sprites: Sprite) -> Sprite:
    """Return sprites on top of each other as one of the first one's size, middle on middle."""
    first, *others = sprites

    def paint(scale: int) -> Painted:
        image = first.whole(scale)
        for sprite in others:
            over = sprite.whole(scale)
            image.paste(over, ((image.width - over.width) // 2, (image.height - over.height) // 2), over)
        return cropped(image)

    return Sprite(first.width, first.height, paint)


def cropped(image: Image.Image) -> Painted:
    """Return an image with transparency as the part of it that has anything to see."""
    box = image.getbbox() or (0, 0, 1, 1)
    return Painted(image.crop(box), box[0], box[1])

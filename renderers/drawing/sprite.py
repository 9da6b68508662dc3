"""Sprites: small smooth images with transparency, rendered once a scale and shared."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

from renderers.drawing.cache import byte_count, cache_by_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

SPRITE_CACHE_BYTES = 12_000_000
"""The limit of the cache of sprites, for all games and sizes, in bytes."""


class SpriteImage(NamedTuple):
    """The visible part of a sprite, with transparency, and where in the sprite it lies, in pixels."""

    image: Image.Image
    left: int
    top: int


class Sprite:
    """A small image for any scale, rendered at the first use of a scale and then shared: don't change it.

    `width` and `height` are in picture pixels; `paint` renders the image for a scale.
    """

    __slots__ = ("height", "paint", "width")

    def __init__(self, width: int, height: int, paint: Callable[[int], SpriteImage]) -> None:
        self.width, self.height, self.paint = width, height, paint

    def image_at(self, scale: int) -> SpriteImage:
        """Return the visible part, with `scale` pixels to a picture pixel."""
        return render_sprite(self, scale)

    def full_image(self, scale: int) -> Image.Image:
        """Return the whole sprite as a new image, with transparency."""
        image, (part, left, top) = Image.new("RGBA", (self.width * scale, self.height * scale)), self.image_at(scale)
        image.paste(part, (left, top))
        return image


def _sprite_bytes(painted: SpriteImage) -> int:
    return byte_count(painted.image)


@cache_by_bytes(SPRITE_CACHE_BYTES, _sprite_bytes)
def render_sprite(sprite: Sprite, scale: int) -> SpriteImage:
    """Return the image of a sprite for a scale. All sprites of all games share this cache."""
    return sprite.paint(scale)


def stack(*sprites: Sprite) -> Sprite:
    """Return a sprite of the first one's size with the others on top of it, centred."""
    first, *others = sprites

    def paint(scale: int) -> SpriteImage:
        image = first.full_image(scale)
        for sprite in others:
            over = sprite.full_image(scale)
            image.paste(over, ((image.width - over.width) // 2, (image.height - over.height) // 2), over)
        return crop(image)

    return Sprite(first.width, first.height, paint)


def crop(image: Image.Image) -> SpriteImage:
    """Return the visible part of an image with transparency."""
    box = image.getbbox() or (0, 0, 1, 1)
    return SpriteImage(image.crop(box), box[0], box[1])

"""The canvas: a flat picture on which sprites, boxes and texts are drawn."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from PIL import Image

from renderers.drawing.cache import cache_by_bytes
from renderers.drawing.compressed_image import CompressedImage, compressed_bytes
from renderers.drawing.sketch import Sketch
from renderers.drawing.typeface import fit, render_text

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping

    from renderers.drawing.colours import Colour
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.typeface import Align, TextStyle

WIDTH = 1000
"""Width of every picture in picture pixels, the unit of all lengths here."""

Size: TypeAlias = Literal["small", "normal", "large"]

PICTURE_WIDTHS: Mapping[Size, int] = {"small": 600, "normal": WIDTH, "large": 2 * WIDTH}
"""How wide a picture of each size is stored, in pixels."""

BACKDROP_CACHE_BYTES = 4_000_000
"""The limit of the cache of empty boards, for all games and sizes, in bytes: some ninety boards of the normal size."""

_Point = tuple[float, float]


def cached_backdrop(draw: Callable[..., Image.Image], *arguments: Hashable) -> Image.Image:
    """Return a new copy of the empty board, in mode P, that `draw` returns for the arguments.

    It is drawn once and kept compressed, in a cache that all games share.
    """
    return compressed_backdrop(draw, *arguments).decompress()


@cache_by_bytes(BACKDROP_CACHE_BYTES, compressed_bytes)
def compressed_backdrop(draw: Callable[..., Image.Image], *arguments: Hashable) -> CompressedImage:
    """Return that board compressed. Each match of Xong has a board of its own, so many are kept."""
    return CompressedImage.compress(draw(*arguments))


class Canvas:
    """A picture to draw on: an image in mode RGB with `scale` pixels to a picture pixel."""

    __slots__ = ("image", "scale")

    def __init__(self, image: Image.Image, scale: int = 1) -> None:
        self.image, self.scale = image, scale

    @classmethod
    def blank(cls, height: int, ground: Colour, scale: int = 1) -> Canvas:
        """Return an empty picture of a height in picture pixels."""
        return cls(Image.new("RGB", (WIDTH * scale, height * scale), ground), scale)

    @classmethod
    def from_backdrop(cls, backdrop: Image.Image, scale: int) -> Canvas:
        """Return a picture that begins as a copy of `backdrop`, an image drawn at the same scale."""
        return cls(backdrop.convert("RGB"), scale)

    def fill(self, box: tuple[int, int, int, int], colour: Colour) -> None:
        """Fill a box (left, top, right, bottom)."""
        left, top, right, bottom = box
        self.image.paste(colour, (left * self.scale, top * self.scale, right * self.scale, bottom * self.scale))

    def paste(self, sprite: Sprite, left: int, top: int, *, once: bool = False) -> None:
        """Paste a sprite with its upper left corner at a point. `once` keeps it out of the cache."""
        image, east, south = sprite.paint(self.scale) if once else sprite.image_at(self.scale)
        self.image.paste(image, (left * self.scale + east, top * self.scale + south), image)

    def paste_all(self, sprite: Sprite, places: Iterable[tuple[int, int]], mask: Image.Image | None = None) -> None:
        """Paste a sprite with its upper left corner at each point, only where the `mask` of its image is set, if any.

        A mask in mode 1 blends nothing and takes a quarter of the time.
        """
        image, east, south = sprite.image_at(self.scale)
        for left, top in places:
            self.image.paste(image, (left * self.scale + east, top * self.scale + south), mask or image)

    def paste_centred(self, sprite: Sprite, x: float, y: float, *, once: bool = False) -> None:
        """Paste a sprite with its middle at a point. `once` keeps it out of the cache."""
        self.paste(sprite, round(x - sprite.width / 2), round(y - sprite.height / 2), once=once)

    def paste_all_centred(self, sprite: Sprite, places: Iterable[_Point]) -> None:
        """Paste a sprite with its middle at each point."""
        self.paste_all(sprite, [(round(x - sprite.width / 2), round(y - sprite.height / 2)) for x, y in places])

    def draw_box(
        self, box: tuple[int, int, int, int], radius: int, fill: Colour, rim: int = 0, edge: Colour | None = None
    ) -> None:
        """Draw a box (left, top, right, bottom) with round corners, and an edge of another colour as wide as `rim`.

        It isn't one sprite, because only the corners have anything to blend: these are cached, the rest is filled.
        """
        left, top, right, bottom = box
        for inset, colour in ((0, edge or fill), (rim, fill)) if rim else ((0, fill),):
            self.fill((left + radius, top + inset, right - radius, bottom - inset), colour)
            self.fill((left + inset, top + radius, right - inset, bottom - radius), colour)
        for east, south in ((False, False), (True, False), (True, True), (False, True)):
            corner = _box_corner(radius, fill, rim, edge or fill, east=east, south=south)
            self.paste(corner, right - radius if east else left, bottom - radius if south else top)

    def write(self, place: _Point, text: str, style: TextStyle, fill: Colour, align: Align = "l") -> None:
        """Draw a text that begins, is centred or ends at a place; its capitals are centred on the height of it."""
        mask, left, top = render_text(place, text, style, align, self.scale)
        self.image.paste(fill, (left, top), mask)

    def write_with_halo(
        self, place: _Point, text: str, style: TextStyle, fill: Colour, halo: Colour, align: Align = "l"
    ) -> None:
        """Draw a text as `write` does, with a halo of another colour, which sets it off from what it lies on."""
        mask, left, top = render_text(place, text, style, align, self.scale, halo=True)
        self.image.paste(halo, (left, top), mask)
        self.write(place, text, style, fill, align)

    def write_within(
        self, place: _Point, text: str, style: TextStyle, fill: Colour, room: float, align: Align = "l"
    ) -> None:
        """Draw a text as `write` does, in smaller letters or cut where it would be wider than `room`."""
        text, style = fit(text, style, room)
        self.write(place, text, style, fill, align)

    def is_blank(self, box: tuple[int, int, int, int], ground: Colour) -> bool:
        """Return whether a box has no colour but the ground."""
        left, top, right, bottom = box
        part = self.image.crop((left * self.scale, top * self.scale, right * self.scale, bottom * self.scale))
        colours = part.getcolors(1)
        return bool(colours) and colours[0][1] == ground

    def resize_to(self, size: Size) -> Image.Image:
        """Return the image in a size to store, in mode RGB. A size larger than the canvas comes out blurred."""
        wide = PICTURE_WIDTHS[size]
        if wide == self.image.width:
            return self.image
        high = round(self.image.height * wide / self.image.width)
        return self.image.resize((wide, high), Image.Resampling.HAMMING)  # pyright: ignore[reportUnknownMemberType]


@lru_cache(128)
def _box_corner(radius: int, fill: Colour, rim: int, edge: Colour, *, east: bool, south: bool) -> Sprite:
    sketch, far = Sketch(radius, radius, origin=(0, 0)), 4 * radius
    left, top = (radius - far if there else 0 for there in (east, south))
    sketch.box((left, top, left + far, top + far), edge, radius)
    sketch.box((left + rim, top + rim, left + far - rim, top + far - rim), fill, radius - rim)
    return sketch.finish()

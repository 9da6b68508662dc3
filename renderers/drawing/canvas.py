"""The drawing surface: smooth small sprites, drawn once at four times their size, pasted on a flat picture."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from PIL import Image

from renderers.drawing.cache import byte_count, cache_by_bytes
from renderers.drawing.pen import Extent, Pen
from renderers.drawing.text import inscribed, room

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from renderers.drawing.palette import Colour, Emblem
    from renderers.drawing.text import Align, Type

WIDTH = 1000
"""Width of every picture in picture pixels, the unit of all lengths here."""

Size: TypeAlias = Literal["small", "normal", "large"]

PIXELS: Mapping[Size, int] = {"small": 600, "normal": WIDTH, "large": 2 * WIDTH}
"""How wide a picture of each size is stored, in pixels."""

_FINE = 4
SPRITES = 12_000_000
"""How many bytes of painted sprites are remembered, of all games and sizes."""

BACKDROPS = 16_000_000
"""How many bytes of empty boards are remembered, of all games and sizes."""

_Point = tuple[float, float]


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


@cache_by_bytes(BACKDROPS, byte_count)
def backdrop(draw: Callable[..., Image.Image], *arguments: Hashable) -> Image.Image:
    """Return the image in mode P, an empty board, that `draw` returns for the arguments. All games share this cache."""
    return draw(*arguments)


class Canvas:
    """A picture in the making: an image in mode RGB with `scale` pixels to a picture pixel."""

    __slots__ = ("image", "scale")

    def __init__(self, image: Image.Image, scale: int = 1) -> None:
        self.image, self.scale = image, scale

    @classmethod
    def blank(cls, height: int, ground: Colour, scale: int = 1) -> Canvas:
        """Return an empty picture of a height in picture pixels."""
        return cls(Image.new("RGB", (WIDTH * scale, height * scale), ground), scale)

    @classmethod
    def over(cls, backdrop: Image.Image, scale: int = 1) -> Canvas:
        """Return a picture that begins as a stored one, `backdrop`, which was drawn at the same scale."""
        return cls(backdrop.convert("RGB"), scale)

    def fill(self, box: tuple[int, int, int, int], colour: Colour) -> None:
        """Fill a box (left, top, right, bottom)."""
        left, top, right, bottom = box
        self.image.paste(colour, (left * self.scale, top * self.scale, right * self.scale, bottom * self.scale))

    def stamp(self, sprite: Sprite, left: int, top: int, *, once: bool = False) -> None:
        """Paste a sprite with its upper left corner at a point. One that is wanted only `once` is not remembered."""
        image, east, south = sprite.paint(self.scale) if once else sprite.at(self.scale)
        self.image.paste(image, (left * self.scale + east, top * self.scale + south), image)

    def stamp_all(self, sprite: Sprite, places: Iterable[tuple[int, int]], mask: Image.Image | None = None) -> None:
        """Paste a sprite with its upper left corner at each point; with a `mask` for its seen part, only where that is.

        A mask in mode 1, which blends nothing, takes a quarter of the time.
        """
        image, east, south = sprite.at(self.scale)
        for left, top in places:
            self.image.paste(image, (left * self.scale + east, top * self.scale + south), mask or image)

    def is_blank(self, box: tuple[int, int, int, int], ground: Colour) -> bool:
        """Return whether a box has no other colour than the ground."""
        left, top, right, bottom = box
        part = self.image.crop((left * self.scale, top * self.scale, right * self.scale, bottom * self.scale))
        colours = part.getcolors(1)
        return bool(colours) and colours[0][1] == ground

    def sized(self, size: Size) -> Image.Image:
        """Return the image in a size to be stored, in mode RGB. Only a smaller one than the canvas is sharp."""
        wide = PIXELS[size]
        if wide == self.image.width:
            return self.image
        high = round(self.image.height * wide / self.image.width)
        return self.image.resize((wide, high), Image.Resampling.HAMMING)  # pyright: ignore[reportUnknownMemberType]


class Sketch:
    """A sprite in the making. Lengths are in picture pixels, counted from the `origin` (the middle by default).

    A shape replaces what lies under it; the blending happens when the sprite is painted. Words come over all shapes.
    """

    def __init__(self, width: int, height: int, origin: _Point | None = None) -> None:
        self._width, self._height = width, height
        self._origin = (width / 2, height / 2) if origin is None else origin
        self._strokes: list[Callable[[Extent | Pen], None]] = []
        self._words: list[tuple[_Point, str, Type, Colour, Align]] = []

    def polygon(self, points: Sequence[_Point], fill: Colour, alpha: int = 255) -> None:
        """Fill a polygon."""
        self._strokes.append(lambda pen: pen.polygon(points, (*fill, alpha)))

    def box(self, box: tuple[float, float, float, float], fill: Colour, radius: float = 0, alpha: int = 255) -> None:
        """Fill a box (left, top, right, bottom) with rounded corners."""
        left, top, right, bottom = box
        self._strokes.append(lambda pen: pen.box(((left, top), (right, bottom)), radius, (*fill, alpha)))

    def disc(self, x: float, y: float, radius: float, fill: Colour, alpha: int = 255) -> None:
        """Fill a circle."""
        self._strokes.append(lambda pen: pen.disc(x, y, radius, (*fill, alpha)))

    def line(self, points: Sequence[_Point], width: float, fill: Colour) -> None:
        """Draw a line through points, with round ends and joints."""
        self._strokes.append(lambda pen: pen.line(points, width, (*fill, 255)))

    def write(self, place: _Point, text: str, style: Type, fill: Colour, align: Align = "l") -> None:
        """Write over the sprite, as `renderers.drawing.text.write` does over a picture."""
        self._words.append((place, text, style, fill, align))

    def grown(self, points: Sequence[_Point], by: float, fill: Colour) -> None:
        """Fill a polygon and a rim of the given width round it, with round corners."""
        self.polygon(points, fill)
        self.line([*points, points[0]], 2 * by, fill)
        for x, y in points:
            self.disc(x, y, by, fill)

    def dashes(self, half: float, width: float, dash: float, gap: float, fill: Colour) -> None:
        """Draw a dashed square round the origin; its outer edge is `half` away, every corner is a dash."""
        count = max(2, round((2 * half + gap) / (dash + gap)))
        period = (2 * half + gap) / count
        for start in (-half + i * period for i in range(count)):
            end = start + period - gap
            for near in (-half, half - width):
                self.box((start, near, end, near + width), fill, 1)
                self.box((near, start, near + width, end), fill, 1)

    def dashed(self, points: Sequence[_Point], width: float, dash: float, gap: float, fill: Colour) -> None:
        """Draw dashes along a closed line through points; they are stretched so that they go evenly round it."""
        sides = list(pairwise((*points, points[0])))
        length = sum(math.dist(*side) for side in sides)
        period = length / round(length / (dash + gap))
        done = 0.0
        for (x, y), (end_x, end_y) in sides:
            span = math.dist((x, y), (end_x, end_y))
            if not span:
                continue
            first = math.floor((done - dash) / period) + 1
            for start in (i * period - done for i in range(first, math.ceil((done + span) / period))):
                shares = (max(0.0, start) / span, min(span, start + dash) / span)
                self.line([(x + (end_x - x) * share, y + (end_y - y) * share) for share in shares], width, fill)
            done += span

    def emblem(self, emblem: Emblem, x: float, y: float, radius: float, fill: Colour, turn: float = 0) -> None:
        """Fill a side's emblem, turned clockwise by an angle in radians."""
        if emblem == "disc":
            self.disc(x, y, radius, fill)
            return
        self.polygon([(x + px, y + py) for px, py in outline(emblem, radius, turn)], fill)

    def done(self) -> Sprite:
        """Return the sprite."""
        return Sprite(self._width, self._height, self._painted)

    def _painted(self, scale: int) -> Painted:
        """Return it smoothed: drawn large, then reduced."""
        extent = Extent()
        for stroke in self._strokes:
            stroke(extent)
        for place, text, style, _, align in self._words:
            extent.take(room(place, text, style, align))
        left, top, right, bottom = (edge * scale for edge in extent.within(self._width, self._height, self._origin))
        pen = Pen(self._width, self._height, self._origin, _FINE * scale)
        for stroke in self._strokes:
            stroke(pen)
        box = left * _FINE, top * _FINE, right * _FINE, bottom * _FINE
        image = pen.image.reduce(_FINE, box).convert("RGBA")
        for (x, y), text, style, fill, align in self._words:
            mask, east, south = inscribed((x + self._origin[0], y + self._origin[1]), text, style, align, scale)
            image.paste(fill, (east - left, south - top), mask)
        return Painted(image, left, top)


def ring(corners: int, radius: float, first: float) -> list[_Point]:
    """Return the corners of a regular polygon round 0, 0, beginning at an angle in radians."""
    angles = [first + 2 * math.pi * i / corners for i in range(corners)]
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]


def burst(points: int, radius: float, inner: float, first: float = -math.pi / 2) -> list[_Point]:
    """Return the corners of a star with so many points; `inner` is the share of the radius that its notches have."""
    outer = ring(points, radius, first)
    notches = ring(points, radius * inner, first + math.pi / points)
    return [corner for pair in zip(outer, notches, strict=True) for corner in pair]


def outline(emblem: Emblem, radius: float, turn: float = 0) -> list[_Point]:
    """Return the corners of an emblem round 0, 0, the topmost first. All emblems look as large as a disc's radius."""
    corners, destinations, inner = {
        "disc": (72, 1.0, 1.0),
        "diamond": (4, 1.22, 1.0),
        "triangle": (3, 1.3, 1.0),
        "square": (4, 1.25, 1.0),
        "star": (5, 1.35, 0.48),
    }[emblem]
    first = turn - math.pi / 2 + (math.pi / 4 if emblem == "square" else 0)
    return (
        burst(corners, radius * destinations, inner, first)
        if inner < 1
        else ring(corners, radius * destinations, first)
    )


def paste(picture: Canvas, sprite: Sprite, x: float, y: float, *, once: bool = False) -> None:
    """Paste a sprite with its middle at a point of the picture. One that is wanted only `once` is not remembered."""
    picture.stamp(sprite, round(x - sprite.width / 2), round(y - sprite.height / 2), once=once)


def paste_all(picture: Canvas, sprite: Sprite, places: Iterable[_Point]) -> None:
    """Paste one sprite at several places."""
    picture.stamp_all(sprite, [(round(x - sprite.width / 2), round(y - sprite.height / 2)) for x, y in places])


def draw_box(
    picture: Canvas, box: tuple[int, int, int, int], radius: int, fill: Colour, rim: int = 0, edge: Colour | None = None
) -> None:
    """Draw a box (left, top, right, bottom) with round corners, and an edge of another colour as wide as the `rim`.

    It is no sprite, of which only the corners would have anything to blend: these are kept, the rest is filled.
    """
    left, top, right, bottom = box
    for inset, colour in ((0, edge or fill), (rim, fill)) if rim else ((0, fill),):
        picture.fill((left + radius, top + inset, right - radius, bottom - inset), colour)
        picture.fill((left + inset, top + radius, right - inset, bottom - radius), colour)
    for east, south in ((False, False), (True, False), (True, True), (False, True)):
        corner = _corner(radius, fill, rim, edge or fill, east=east, south=south)
        picture.stamp(corner, right - radius if east else left, bottom - radius if south else top)


@lru_cache(128)
def _corner(radius: int, fill: Colour, rim: int, edge: Colour, *, east: bool, south: bool) -> Sprite:
    sketch, far = Sketch(radius, radius, origin=(0, 0)), 4 * radius
    left, top = (radius - far if there else 0 for there in (east, south))
    sketch.box((left, top, left + far, top + far), edge, radius)
    sketch.box((left + rim, top + rim, left + far - rim, top + far - rim), fill, radius - rim)
    return sketch.done()

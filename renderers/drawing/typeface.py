"""Words in pictures and beside them: the typeface, names that can be drawn, lists."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from renderers.drawing.cache import byte_count, cache_by_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PIL.ImageFont import FreeTypeFont


Weight: TypeAlias = Literal["SemiBold", "Bold", "ExtraBold"]
Align: TypeAlias = Literal["l", "m", "r"]


class Type(NamedTuple):
    """A weight of the typeface at a size in pixels."""

    weight: Weight
    size: int


SCORE = Type("ExtraBold", 58)
MOVE = Type("Bold", 37)
NAME = Type("Bold", 33)
TITLE = Type("ExtraBold", 30)
LABEL = Type("SemiBold", 30)
FRESH_LABEL = Type("ExtraBold", 30)
COUNT = Type("ExtraBold", 28)
SMALL_COUNT = Type("ExtraBold", 23)
LETTERING = Type("ExtraBold", 26)
BADGE = Type("ExtraBold", 25)
PLAIN = Type("SemiBold", 27)

_FINE = 4
_SHARES: Mapping[Align, float] = {"l": 0.0, "m": 0.5, "r": 1.0}
"""How much of a text lies to the left of its place."""

WORDS = 1_000_000
"""How many bytes of words are remembered."""

_NO_CHARACTER = "\uffff"
_ELLIPSIS = "\u2026"
_LONGEST_NAME = 32
_INVISIBLE = re.compile(r"[\x00-\x1f\x7f\u200b\u200c\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u2069\ufeff]+")


@lru_cache(3)
def _file(weight: Weight) -> bytes:
    return files("font_manrope").joinpath("files", f"Manrope-{weight}.ttf").read_bytes()


@lru_cache(32)
def _face(style: Type) -> FreeTypeFont:
    """Return Manrope, large. The basic layout draws alike with and without the Raqm library."""
    file = BytesIO(_file(style.weight))
    return ImageFont.truetype(file, style.size * _FINE, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(4096)
def _known(character: str) -> bool:
    # Pillow doesn't tell which characters a font has; what it lacks, it draws as the same empty box.
    return character.isprintable() and _letter(character, NAME, 0) != _letter(_NO_CHARACTER, NAME, 0)


def drawable(text: str) -> bool:
    """Return whether the typeface has every character of a text, and the text anything to see."""
    return bool(text.strip()) and all(_known(character) for character in text)


def width(text: str, style: Type) -> float:
    """Return how wide a text is drawn, in pixels."""
    return sum(_advance(character, style) for character in text) / _FINE


@lru_cache(1024)
def _advance(character: str, style: Type) -> int:
    return round(_face(style).getlength(character))


def fit(text: str, style: Type, room: float) -> str:
    """Return the text, cut with an ellipsis where it would be wider than so many pixels."""
    if width(text, style) <= room:
        return text
    kept = text
    while kept and width(kept.rstrip() + _ELLIPSIS, style) > room:
        kept = kept[:-1]
    return kept.rstrip() + _ELLIPSIS


def wrapped(text: str, style: Type, room: float) -> list[str]:
    """Return the text in lines, none wider than so many pixels unless it is a single word."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", style) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def room(place: tuple[float, float], text: str, style: Type, align: Align) -> tuple[tuple[float, float], ...]:
    """Return corners of a box in which a text lies that is written at a place, in picture pixels."""
    (x, y), wide = place, width(text, style)
    left = x - _SHARES[align] * wide
    return (left - style.size, y - style.size), (left + wide + style.size, y + style.size)


def inscribed(
    place: tuple[float, float], text: str, style: Type, align: Align, scale: int
) -> tuple[Image.Image, int, int]:
    """Return a text as a mask, and where its upper left corner lies on an image with `scale` pixels to a picture pixel.

    It begins on a whole picture pixel: equal letters then look alike more often, and files are smaller.
    """
    x, baseline = round(place[0] - _SHARES[align] * width(text, style)), round(place[1] + 0.36 * style.size)
    mask, left, top = _line(text, style, scale)
    return mask, x * scale + left, baseline * scale + top


def _bytes_of_line(line: tuple[Image.Image, int, int]) -> int:
    return byte_count(line[0])


@cache_by_bytes(WORDS, _bytes_of_line)
def _line(text: str, style: Type, scale: int) -> tuple[Image.Image, int, int]:
    """Return a text as a mask, and where it lies from its start on the baseline."""
    drawn, x = style._replace(size=style.size * scale), 0
    letters: list[tuple[Image.Image, int, int]] = []
    for character in text:
        mask, left, top = _letter(character, drawn, x * scale % _FINE)
        letters.append((mask, x * scale // _FINE + left, top))
        x += _advance(character, style)
    west = min((left for _, left, _ in letters), default=0)
    north = min((top for *_, top in letters), default=0)
    east = max((left + mask.width for mask, left, _ in letters), default=1)
    south = max((top + mask.height for mask, _, top in letters), default=1)
    whole = Image.new("L", (east - west, south - north))
    for mask, left, top in letters:
        whole.paste(255, (left - west, top - north), mask)
    return whole, west, north


@lru_cache(2048)
def _letter(character: str, style: Type, shift: int) -> tuple[Image.Image, int, int]:
    """Return a letter as a mask, `shift` quarters of a pixel to the right, and where it lies from its start.

    Drawn large and reduced, for at small sizes letters would be set on whole pixels, unevenly.
    """
    face = _face(style)
    box = face.getbbox(character, anchor="ls")
    left, top = (math.floor(edge / _FINE) for edge in (box[0] + shift, box[1]))
    right, bottom = (math.ceil(edge / _FINE) for edge in (box[2] + shift, box[3]))
    mask = Image.new("L", (max(1, right - left) * _FINE, max(1, bottom - top) * _FINE))
    ImageDraw.Draw(mask).text((shift - left * _FINE, -top * _FINE), character, 255, face, anchor="ls")
    return mask.reduce(_FINE), left, top

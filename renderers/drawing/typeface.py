"""The typeface: its styles, how wide a text is, and texts rendered as masks."""

from __future__ import annotations

import math
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


class TextStyle(NamedTuple):
    """A weight of the typeface and a size in picture pixels."""

    weight: Weight
    size: int


SCORE = TextStyle("ExtraBold", 58)
MOVE = TextStyle("Bold", 37)
NAME = TextStyle("Bold", 33)
TITLE = TextStyle("ExtraBold", 30)
LABEL = TextStyle("SemiBold", 30)
BOLD_LABEL = TextStyle("ExtraBold", 30)
COUNT = TextStyle("ExtraBold", 28)
SMALL_COUNT = TextStyle("ExtraBold", 23)
LETTERING = TextStyle("ExtraBold", 26)
BADGE = TextStyle("ExtraBold", 25)
PLAIN = TextStyle("SemiBold", 27)

SMALLEST = 0.7
"""How small the letters of a text that has to fit may become, as a share of their usual size."""

_FINE = 4
_SHARES: Mapping[Align, float] = {"l": 0.0, "m": 0.5, "r": 1.0}
"""The share of a text that lies to the left of its place."""

_HALO_WIDTH = 3
_HALO_PLACES = ((-3, 0), (3, 0), (0, -3), (0, 3), (-2, -2), (2, -2), (-2, 2), (2, 2))
"""Where a text is repeated to make its halo, in picture pixels."""

TEXT_CACHE_BYTES = 1_000_000
"""The limit of the cache of rendered texts, in bytes, and of that of their halos."""

_NO_CHARACTER = "\uffff"
_ELLIPSIS = "\u2026"


@lru_cache(3)
def _read_font(weight: Weight) -> bytes:
    return files("font_manrope").joinpath("files", f"Manrope-{weight}.ttf").read_bytes()


@lru_cache(32)
def _load_font(style: TextStyle) -> FreeTypeFont:
    """Return Manrope, enlarged. The basic layout gives the same result with and without the Raqm library."""
    file = BytesIO(_read_font(style.weight))
    return ImageFont.truetype(file, style.size * _FINE, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(4096)
def _has_glyph(character: str) -> bool:
    # Pillow doesn't say which characters a font has, but draws the same empty box for all that it lacks.
    return character.isprintable() and _render_glyph(character, NAME, 0) != _render_glyph(_NO_CHARACTER, NAME, 0)


def is_drawable(text: str) -> bool:
    """Return whether a text isn't blank and the typeface has all of its characters."""
    return bool(text.strip()) and all(_has_glyph(character) for character in text)


def text_width(text: str, style: TextStyle) -> float:
    """Return the width of a text in picture pixels."""
    return sum(_advance(character, style) for character in text) / _FINE


@lru_cache(1024)
def _advance(character: str, style: TextStyle) -> int:
    return round(_load_font(style).getlength(character))


def truncate(text: str, style: TextStyle, room: float) -> str:
    """Return the text, cut with an ellipsis if it is wider than `room` pixels."""
    if text_width(text, style) <= room:
        return text
    kept = text
    while kept and text_width(kept.rstrip() + _ELLIPSIS, style) > room:
        kept = kept[:-1]
    return kept.rstrip() + _ELLIPSIS


def fit(text: str, style: TextStyle, room: float) -> tuple[str, TextStyle]:
    """Return a text, and the style in which it is no wider than `room` pixels: smaller if need be, to `SMALLEST`.

    A text that is too wide even so is cut with an ellipsis.
    """
    wide, least = text_width(text, style), math.ceil(SMALLEST * style.size)
    if wide <= room:
        return text, style
    fitting = style._replace(size=max(least, math.floor(style.size * room / wide)))
    while fitting.size > least and text_width(text, fitting) > room:
        fitting = fitting._replace(size=fitting.size - 1)
    return truncate(text, fitting, room), fitting


def wrap(text: str, style: TextStyle, room: float) -> list[str]:
    """Return the text in lines, none wider than `room` pixels unless it is a single word."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", style) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def text_bounds(
    place: tuple[float, float], text: str, style: TextStyle, align: Align
) -> tuple[tuple[float, float], ...]:
    """Return two corners of a box round a text written at a place, in picture pixels."""
    (x, y), wide = place, text_width(text, style)
    left = x - _SHARES[align] * wide
    return (left - style.size, y - style.size), (left + wide + style.size, y + style.size)


def render_text(
    place: tuple[float, float], text: str, style: TextStyle, align: Align, scale: int, *, halo: bool = False
) -> tuple[Image.Image, int, int]:
    """Return a text as a mask, and its upper left corner on an image with `scale` pixels to a picture pixel.

    It begins on a whole picture pixel, so that equal letters look alike more often and files are smaller. A `halo` is
    the mask of the text and of three picture pixels round it.
    """
    x, baseline = round(place[0] - _SHARES[align] * text_width(text, style)), round(place[1] + 0.36 * style.size)
    mask, left, top = (_render_halo if halo else _render_line)(text, style, scale)
    return mask, x * scale + left, baseline * scale + top


def _bytes_of_line(line: tuple[Image.Image, int, int]) -> int:
    return byte_count(line[0])


@cache_by_bytes(TEXT_CACHE_BYTES, _bytes_of_line)
def _render_line(text: str, style: TextStyle, scale: int) -> tuple[Image.Image, int, int]:
    """Return a text as a mask, and its upper left corner seen from its start on the baseline."""
    drawn, x = style._replace(size=style.size * scale), 0
    letters: list[tuple[Image.Image, int, int]] = []
    for character in text:
        mask, left, top = _render_glyph(character, drawn, x * scale % _FINE)
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


@cache_by_bytes(TEXT_CACHE_BYTES, _bytes_of_line)
def _render_halo(text: str, style: TextStyle, scale: int) -> tuple[Image.Image, int, int]:
    """Return a text and what lies round it as a mask, and its upper left corner as `_render_line` does."""
    line, west, north = _render_line(text, style, scale)
    rim = _HALO_WIDTH * scale
    whole = Image.new("L", (line.width + 2 * rim, line.height + 2 * rim))
    for east, south in _HALO_PLACES:
        whole.paste(255, (rim + east * scale, rim + south * scale), line)
    return whole, west - rim, north - rim


@lru_cache(2048)
def _render_glyph(character: str, style: TextStyle, shift: int) -> tuple[Image.Image, int, int]:
    """Return a letter as a mask, `shift` quarters of a pixel to the right, and its upper left corner.

    It is drawn large and reduced, because FreeType sets small letters on whole pixels, unevenly.
    """
    face = _load_font(style)
    box = face.getbbox(character, anchor="ls")
    left, top = (math.floor(edge / _FINE) for edge in (box[0] + shift, box[1]))
    right, bottom = (math.ceil(edge / _FINE) for edge in (box[2] + shift, box[3]))
    mask = Image.new("L", (max(1, right - left) * _FINE, max(1, bottom - top) * _FINE))
    ImageDraw.Draw(mask).text((shift - left * _FINE, -top * _FINE), character, 255, face, anchor="ls")
    return mask.reduce(_FINE), left, top

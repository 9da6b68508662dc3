"""The stamp across a picture that isn't the board of the match: a move that isn't played, or an analysis."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import Image, ImageChops, ImageFilter, ImageOps

from games.translation import gettext as _, gettext_noop as N_
from renderers.drawing.canvas import PICTURE_WIDTHS
from renderers.drawing.colours import INK, PAPER
from renderers.drawing.typeface import TextStyle, render_text, text_width

if TYPE_CHECKING:
    from renderers.board.scene import Renderer, Scene
    from renderers.drawing.themes import Name


WORD, ANALYSIS_WORD = N_("PREVIEW"), N_("ANALYSIS")
_SHARE, _TURN = 0.86, 30.0
"""How much of the picture's width the word takes before it is turned, and by how many degrees."""
_FILM, _LINE = 0.16, 0.5
"""How much of the picture the letters and their outline cover."""
_RIM = 0.00303
"""How wide the outline is, as a part of the picture's width."""


def draw_scene(renderer: Renderer, scene: Scene) -> Image.Image:
    """Return the picture of a scene, stamped if it shows a preview or an analysis."""
    picture = renderer.draw(scene)
    if scene.analysis:
        return stamp(picture, scene.theme, _(ANALYSIS_WORD))
    return stamp(picture, scene.theme, _(WORD)) if scene.preview else picture


def stamp(picture: Image.Image, theme: Name, word: str) -> Image.Image:
    """Return a picture with a word across its middle, through which the pieces are seen, in mode P."""
    letters, outline = _masks(word, picture.width)
    fill = INK if theme == "light" else PAPER
    stamped = picture.convert("RGB")
    place = ((picture.width - letters.width) // 2, (picture.height - letters.height) // 2)
    stamped.paste(fill, place, letters)
    stamped.paste(fill, place, outline)
    return stamped.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


@lru_cache(4 * len(PICTURE_WIDTHS))
def _masks(text: str, width: int) -> tuple[Image.Image, Image.Image]:
    """Return the turned letters of a text and the line round them as masks, for a picture of that width."""
    style = TextStyle("ExtraBold", 100)
    style = style._replace(size=round(style.size * _SHARE * width / text_width(text, style)))
    rim = int(width * _RIM)
    word = render_text((0, 0), text, style, "l", 1)[0]
    flat = ImageOps.expand(word, rim)
    line = ImageChops.subtract(flat.filter(ImageFilter.MaxFilter(2 * rim + 1)), flat)
    return _turn(flat, _FILM), _turn(line, _LINE)


def _turn(mask: Image.Image, share: float) -> Image.Image:
    turned = mask.rotate(_TURN, Image.Resampling.BICUBIC, expand=True)
    levels = [round(value * share) for value in range(256)]
    return turned.point(levels)  # pyright: ignore[reportUnknownMemberType]

"""Texts in pictures are readable: their contrast with their ground is at least 4.5 to 1."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from PIL import Image, ImageChops, ImageFilter

from renderers.board.diagrams import DiagramRenderer, draw_page
from renderers.board.scene import CatalogueRenderer, Scene
from renderers.drawing.canvas import compressed_backdrop
from renderers.drawing.sprite import render_sprite
from renderers.drawing.themes import THEMES
from tests.renderers.test_colour_blindness import linear
from tests.renderers.test_pictures import GAMES, KEYS, RENDERERS, match
from tests.thorough import first_quick

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from typing import Literal

    from renderers.drawing.colours import Colour

_SHARE = 0.2
"""A colour with a smaller share of the ground, such as a smoothed edge, isn't counted."""
_NEAR = 5
"""The ground of a text is what lies under its letters and within two pixels of them."""
_RIM = 6
"""What is drawn around a text in another colour just before it, at most so many pixels wider, is its halo."""

Box = tuple[int, int, int, int]
"""Left, top, right and bottom."""
_OPAQUE = [255 * (value > 250) for value in range(256)]


class DrawnText(NamedTuple):
    """The colour of a text that was drawn, and a colour of its ground."""

    ink: Colour
    ground: Colour


class TextRecorder:
    """Notes each text that Pillow pastes: one colour through a mask."""

    def __init__(self) -> None:
        self.texts: set[DrawnText] = set()
        self._last: Box | None = None
        self._latest: list[DrawnText] = []

    def note(self, image: Image.Image, ink: Colour, place: tuple[int, int], mask: Image.Image) -> None:
        """Note a text before it is drawn on an image. It replaces the one before if that is its halo."""
        left, top = place
        box = left, top, left + mask.width, top + mask.height
        if self._last is None or not _is_halo(self._last, box):
            self.texts.update(self._latest)
        self._last, self._latest = box, [DrawnText(ink, each) for each in _grounds(image, place, mask)]

    def finish(self) -> set[DrawnText]:
        """Return all texts that were noted."""
        self.texts.update(self._latest)
        return self.texts


@contextmanager
def record_texts(monkeypatch: pytest.MonkeyPatch) -> Generator[TextRecorder]:
    """Record all texts that are drawn while the block runs, on pictures and on sprites that no cache has."""
    recorder, paste = TextRecorder(), Image.Image.paste

    def record(image: Image.Image, source: Any, box: Any = None, mask: Any = None) -> None:
        if image.mode != "L" and not isinstance(source, Image.Image) and mask is not None and mask.mode == "L":
            recorder.note(image, source, box, mask)
        paste(image, source, box, mask)

    with monkeypatch.context() as patch:
        patch.setattr(Image.Image, "paste", record)
        yield recorder


def _is_halo(outer: Box, inner: Box) -> bool:
    """Return whether a box lies around another one, a little wider on every side."""
    widths = inner[0] - outer[0], inner[1] - outer[1], outer[2] - inner[2], outer[3] - inner[3]
    return all(0 < width <= _RIM for width in widths)


def _grounds(image: Image.Image, place: tuple[int, int], mask: Image.Image) -> list[Colour]:
    """Return the opaque colours that lie under a mask or next to it, without rare ones."""
    left, top = place
    ground = image.crop((left, top, left + mask.width, top + mask.height)).convert("RGBA")
    near = mask.filter(ImageFilter.MaxFilter(_NEAR)).point(_OPAQUE)  # pyright: ignore[reportUnknownMemberType]
    opaque = ground.getchannel("A").point(_OPAQUE)  # pyright: ignore[reportUnknownMemberType]
    ground.putalpha(ImageChops.multiply(near, opaque))
    found: Any = ground.getcolors(ground.width * ground.height)
    counts: dict[Colour, int] = {(red, green, blue): count for count, (red, green, blue, alpha) in found if alpha}
    return [colour for colour, count in counts.items() if count >= _SHARE * sum(counts.values())]


LEAST = 4.5


def luminance(colour: Colour) -> float:
    red, green, blue = map(linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(text: DrawnText) -> float:
    """Return the contrast ratio of a text with its ground, 1 to 21."""
    low, high = sorted(map(luminance, text))
    return (high + 0.05) / (low + 0.05)


def scenes(key: str) -> Iterator[Scene]:
    """Yield scenes that show what a game's pictures can say: a first turn, hints, seats that left, ends."""
    played = match(key, 5, 60)
    late = next(scene for scene in reversed(played) if scene.state.mover)
    hinted = replace(late, highlights=GAMES[key].destinations(late.state, ""))
    left = replace(late, state=GAMES[key].leave(late.state, late.state.mover))
    yield from (played[0], hinted, left)


def draw_all(key: str, theme: Literal["dark", "light"]) -> None:
    renderer = RENDERERS[key]
    for scene in scenes(key):
        renderer.draw(replace(scene, theme=theme))
        if isinstance(renderer, CatalogueRenderer):
            renderer.draw_catalogue(replace(scene, theme=theme))
    if isinstance(renderer, DiagramRenderer):
        draw_page(renderer, renderer.diagrams(), GAMES[key].info.title, theme, "normal")


def test_the_contrast_is_that_of_the_guidelines() -> None:
    assert contrast(DrawnText((0, 0, 0), (255, 255, 255))) == pytest.approx(21)
    assert contrast(DrawnText((118, 118, 118), (255, 255, 255))) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", first_quick(THEMES))
@pytest.mark.parametrize("key", KEYS)
def test_every_text_in_a_picture_has_enough_contrast(
    key: str, theme: Literal["dark", "light"], monkeypatch: pytest.MonkeyPatch
) -> None:
    render_sprite.cache_clear()
    compressed_backdrop.cache_clear()
    with record_texts(monkeypatch) as recorder:
        draw_all(key, theme)
    texts = recorder.finish()
    assert len(texts) > 5
    assert {text: round(contrast(text), 2) for text in texts if contrast(text) < LEAST} == {}

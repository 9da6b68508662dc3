"""Texts in pictures are readable: their contrast with their ground is at least 4.5 to 1.

That is the least that criterion 1.4.3 of the Web Content Accessibility Guidelines 2.2 (W3C, 2023) asks for, and the
contrast ratio is theirs, too. Which text is drawn on which ground is recorded while pictures are drawn.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from renderers.board.diagrams import DiagramRenderer, draw_page
from renderers.board.scene import CatalogueRenderer, Scene
from renderers.drawing.canvas import compressed_backdrop
from renderers.drawing.sprite import render_sprite
from renderers.drawing.themes import THEMES
from tests.renderers.drawn_texts import DrawnText, record_texts
from tests.renderers.test_colour_blindness import linear
from tests.renderers.test_pictures import GAMES, KEYS, RENDERERS, match
from tests.thorough import first_quick

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from renderers.drawing.colours import Colour

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

"""The alt text of a preview says so in front, where the whole position has room behind it."""

from __future__ import annotations

from dataclasses import replace

from bot.images.boards import ALT_LIMIT, draw_picture
from games import GAMES
from renderers import RENDERERS
from tests.renderers.test_position_in_words import scenes


def test_a_preview_never_cuts_the_position_off_its_alt_text() -> None:
    game, renderer = GAMES["xong"], RENDERERS["xong"]
    found = list(scenes("xong", 2, {"board": "islands", "hexes": 80}, 1, 40))
    alts = [renderer.alt(scene) for scene in found]
    longest = max(range(len(alts)), key=lambda number: len(alts[number]))
    assert len(alts[longest]) > ALT_LIMIT - 12
    assert draw_picture(renderer, game, replace(found[longest], preview=True)).alt == alts[longest]
    assert draw_picture(renderer, game, replace(found[1], preview=True)).alt == f"Not played: {alts[1]}"

"""The stamp on pictures of moves that aren't played."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops

from games import GAMES
from renderers import RENDERERS
from renderers.board.preview import draw_scene, stamp_preview
from renderers.board.scene import Scene

if TYPE_CHECKING:
    from renderers.drawing.themes import Name

GAME, RENDERER = GAMES["martian-life"], RENDERERS["martian-life"]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_preview_is_stamped_across_the_middle_and_stays_readable(theme: Name) -> None:
    scene = Scene(GAME.start(2, {}, 0), ("Ann", "Bob"), 0, theme=theme)
    plain, stamped = (draw_scene(RENDERER, replace(scene, preview=preview)) for preview in (False, True))
    assert stamped.mode == "P"
    assert stamped.size == plain.size
    difference = ImageChops.difference(plain.convert("L"), stamped.convert("L"))
    levels = [255 * (value > 16) for value in range(256)]
    changed = difference.point(levels)  # pyright: ignore[reportUnknownMemberType]
    west, north, east, south = changed.getbbox() or (0, 0, 0, 0)
    wide, high = plain.size
    assert abs(west + east - wide) < 40, "in the middle from west to east"
    assert abs(north + south - high) < 40, "in the middle from north to south"
    assert 0.7 < (east - west) / wide < 0.9
    covered = changed.histogram()[255] / (wide * high)
    assert 0.03 < covered < 0.2


def test_a_board_that_was_played_has_no_stamp() -> None:
    scene = Scene(GAME.start(2, {}, 0), ("Ann", "Bob"), 0)
    assert draw_scene(RENDERER, scene).tobytes() == RENDERER.draw(scene).tobytes()


@pytest.mark.parametrize(("width", "share"), [(600, 0.0615), (1000, 0.2085), (2000, 0.2416)])
def test_a_line_whose_width_grows_with_the_picture_goes_round_the_letters(width: int, share: float) -> None:
    stamped = stamp_preview(Image.new("RGB", (width, width)), "dark").convert("L")
    counts = stamped.histogram()
    letters, line = sum(counts[30:60]), sum(counts[100:])
    assert line / letters == pytest.approx(share, rel=0.1)

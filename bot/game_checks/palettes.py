"""Checks of palettes: whatever covers an area in a picture is stored in its own colour."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PIL import ImageChops

from bot.game_checks.pixels import find_changes, find_flat_areas
from renderers.board.picture import PictureRenderer
from renderers.drawing.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.game_checks.subject import Subject

_STEP = 3
"""A stored colour differs from the painted one by at most so much in a channel: nobody sees that."""


def check_palettes(subject: Subject) -> Iterator[str]:
    """Every colour that covers an area is in the palette of its theme."""
    renderer = subject.renderer
    if not isinstance(renderer, PictureRenderer):
        return
    for scene in subject.scenes(8):
        for theme in THEMES:
            seen = replace(scene, theme=theme)
            painted = renderer.paint(seen).image
            stored = renderer.draw(seen).convert("RGB")
            wrong = ImageChops.darker(find_changes(painted, stored, _STEP), find_flat_areas(painted))
            box = wrong.getbbox()
            if box is None:
                continue
            x, y = box[0] + wrong.crop((box[0], box[1], box[2], box[1] + 1)).tobytes().index(255), box[1]
            colours = [f"#{picture.crop((x, y, x + 1, y + 1)).tobytes().hex()}" for picture in (painted, stored)]
            yield (
                f"The {theme} palette lacks {colours[0]}, which becomes {colours[1]} at {x}, {y} of ply {scene.ply} "
                f"(`{scene.move or 'the start'}`): add it to the palette."
            )

"""Checks of the diagrams that come with the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PIL import ImageChops

from bot.game_checks.pixels import CAPTION, PANELS, count_pixels, find_changes, paint
from renderers.board.diagrams import DiagramRenderer, describe_diagrams, draw_page
from renderers.drawing.png import encode
from renderers.drawing.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL import Image

    from bot.game_checks.subject import Subject
    from renderers.board.diagrams import Diagram

_MOST_BYTES = 400_000
_HIGHEST = 4000
_LONGEST_WORDS = 1024
_SMALLEST = 60
"""Picture pixels of the narrowest diagram."""
_DEPTH = 6
"""A mark is cut if it reaches so many pixels beyond the edge of a diagram on both sides."""
_WIDTH = 8
"""Pixels along the edge over which it does."""


def check_diagrams(subject: Subject) -> Iterator[str]:
    """The diagrams of the rules are parts of pictures that show their moves whole, and their page isn't too large."""
    renderer = subject.renderer
    if not isinstance(renderer, DiagramRenderer):
        return
    diagrams = list(renderer.diagrams())
    for diagram in diagrams:
        yield from _check_diagram(subject, diagram)
    for theme in THEMES:
        page = draw_page(renderer, diagrams, subject.game.info.title, theme)
        size = len(encode(page))
        if page.height > _HIGHEST or size > _MOST_BYTES:
            yield (
                f"The page of diagrams is {page.height} high and has {size} bytes in the {theme} theme: at most "
                f"{_HIGHEST} and {_MOST_BYTES}, so show fewer or smaller parts."
            )
    if len(describe_diagrams(diagrams, subject.game.info.title)) > _LONGEST_WORDS:
        yield f"The captions of the diagrams have more than {_LONGEST_WORDS} characters together."


def _check_diagram(subject: Subject, diagram: Diagram) -> Iterator[str]:
    picture = paint(subject, diagram.scene)
    left, top, right, bottom = diagram.box
    if not (0 <= left < right <= picture.width and 0 <= top < bottom <= picture.height):
        yield f"The box of the diagram {diagram.title}, {diagram.box}, isn't within the picture, {picture.size}."
        return
    if min(right - left, bottom - top) < _SMALLEST:
        yield f"The diagram {diagram.title} is only {right - left} by {bottom - top} pixels: show more of the board."
    if diagram.scene.move is None:
        return
    state = diagram.scene.state
    again = subject.game.parse_position(subject.game.position(state), len(diagram.scene.names))
    marks = find_changes(picture, paint(subject, replace(diagram.scene, state=again, move=None)))
    marks.paste(0, (0, 0, marks.width, PANELS))
    marks.paste(0, (0, marks.height - CAPTION, marks.width, marks.height))
    if count_pixels(marks) and not count_pixels(marks.crop(diagram.box)):
        yield f"The diagram {diagram.title} doesn't show what `{diagram.scene.move}` did: move its box there."
    for side, strips in _edges(marks, diagram).items():
        if _count_cut(strips) >= _WIDTH:
            yield f"The {side} edge of the diagram {diagram.title} cuts what `{diagram.scene.move}` did: widen its box."


def _edges(marks: Image.Image, diagram: Diagram) -> dict[str, list[Image.Image]]:
    """Return for each edge the lines of pixels on both sides of it."""
    left, top, right, bottom = diagram.box
    offsets = range(-_DEPTH, _DEPTH)
    return {
        "left": [marks.crop((left + offset, top, left + offset + 1, bottom)) for offset in offsets],
        "right": [marks.crop((right + offset, top, right + offset + 1, bottom)) for offset in offsets],
        "upper": [marks.crop((left, top + offset, right, top + offset + 1)) for offset in offsets],
        "lower": [marks.crop((left, bottom + offset, right, bottom + offset + 1)) for offset in offsets],
    }


def _count_cut(strips: list[Image.Image]) -> int:
    """Return at how many pixels along an edge something goes on across it."""
    across = strips[0]
    for strip in strips[1:]:
        across = ImageChops.darker(across, strip)
    return count_pixels(across)

"""Pictures as the checks compare them: their board, where two differ, and which of their areas are flat."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from PIL import Image, ImageChops

from renderers.board.picture import PictureRenderer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.game_checks.subject import Subject
    from renderers.board.scene import Scene

PANELS, CAPTION = 116, 110
"""Picture pixels above and below the board: the players' names, and the last move with whose turn it is."""

_AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (3, 0), (-3, 0), (0, 3), (0, -3))
"""A pixel belongs to a flat area if the pixels at these offsets have its colour."""


def paint(subject: Subject, scene: Scene) -> Image.Image:
    """Return the picture of a scene in mode RGB: before it is stored in a palette, if the renderer paints at all."""
    if isinstance(subject.renderer, PictureRenderer):
        return subject.renderer.paint(scene).image
    return subject.renderer.draw(scene).convert("RGB")


def crop_board(picture: Image.Image) -> Image.Image:
    """Return the part of a picture between the panels and the caption."""
    return picture.crop((0, PANELS, picture.width, picture.height - CAPTION))


def find_changes(one: Image.Image, other: Image.Image, least: int = 12) -> Image.Image:
    """Return where two pictures in mode RGB differ by more than `least` in a channel: 255 there, else 0."""
    return _set_where(ImageChops.difference(one, other), [step > least for step in range(256)])


def find_flat_areas(picture: Image.Image) -> Image.Image:
    """Return where a picture in mode RGB has flat areas: 255 there, else 0."""
    differences = (ImageChops.difference(picture, ImageChops.offset(picture, *offset)) for offset in _AROUND)
    return _set_where(join(differences), [True] + [False] * 255)


def _set_where(picture: Image.Image, levels: Sequence[bool]) -> Image.Image:
    """Return 255 where the greatest channel of a picture in mode RGB has one of some levels, else 0, in mode L."""
    greatest = reduce(ImageChops.lighter, picture.split())
    return greatest.point([255 * level for level in levels])  # pyright: ignore[reportUnknownMemberType]


def count_pixels(mask: Image.Image) -> int:
    """Return how many pixels of a picture in mode L aren't 0."""
    return mask.width * mask.height - mask.histogram()[0]


def join(masks: Iterable[Image.Image]) -> Image.Image:
    """Return the lighter of some pictures at each pixel: where any of some masks is set."""
    return reduce(ImageChops.lighter, masks)


def mean_lightness(picture: Image.Image) -> float:
    """Return how light a picture is on average, from 0 to 255."""
    histogram = picture.convert("L").histogram()
    return sum(level * count for level, count in enumerate(histogram)) / sum(histogram)

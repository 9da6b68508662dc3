"""Checks of the pictures of single pieces, which stand beside words."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from PIL import Image, ImageChops, ImageStat

from bot.game_checks.subject import list_some, rejection_of
from renderers.board.scene import PieceRenderer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.game_checks.subject import Subject

_SIDE = 20
"""Pixels of a piece beside words."""
_GROUNDS = {"dark": (49, 51, 56), "light": (255, 255, 255)}
_FROM_GROUND, _FROM_OTHERS = 10, 5
"""Mean differences, of 255, that let a piece be seen, and be told from another."""


def check_pieces(subject: Subject) -> Iterator[str]:
    """Every piece that a choice names is drawn, and all can be told apart at 20 pixels on a dark and a light ground."""
    renderer = subject.renderer
    drawn: Mapping[str, Image.Image] = renderer.draw_pieces() if isinstance(renderer, PieceRenderer) else {}
    lacking = sorted(_find_names(subject) - set(drawn))
    if lacking:
        yield f"`draw_pieces` doesn't draw {list_some(lacking)}, which choices of `guide` name."
    for name, image in drawn.items():
        if (image.mode, image.size) != ("RGBA", (128, 128)) or image.getpixel((0, 0)) != (0, 0, 0, 0):
            yield f"The picture of {name} isn't in mode RGBA, 128 by 128 pixels, with transparent ground."
            return
    for ground, colour in _GROUNDS.items():
        small = {name: _reduce(image, colour) for name, image in drawn.items()}
        empty = Image.new("RGB", (_SIDE, _SIDE), colour)
        for name, image in small.items():
            if _difference(image, empty) <= _FROM_GROUND:
                yield f"The picture of {name} is hardly seen at {_SIDE} pixels on {ground} ground."
        for one, other in combinations(small, 2):
            if _difference(small[one], small[other]) <= _FROM_OTHERS:
                yield f"{one} and {other} look alike at {_SIDE} pixels on {ground} ground."


def _find_names(subject: Subject) -> set[str]:
    """Return the names of pieces in the first choices of some positions."""
    names: set[str] = set()
    for _, state in subject.lasts():
        if rejection_of(lambda: subject.game.guide(state, "")) is None:  # noqa: B023 - called at once
            names |= {choice.piece for choice in subject.game.guide(state, "").choices}
    return names - {""}


def _reduce(image: Image.Image, ground: tuple[int, int, int]) -> Image.Image:
    square = Image.new("RGB", image.size, ground)
    square.paste(image, mask=image)
    return square.resize((_SIDE, _SIDE), Image.Resampling.LANCZOS)  # pyright: ignore[reportUnknownMemberType]


def _difference(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference of two images over all pixels and colours, of 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3

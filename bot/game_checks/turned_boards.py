"""Checks of boards that are turned to the player who looks at them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PIL import Image, ImageChops

from bot.game_checks.pixels import PANELS, count_pixels, crop_board, find_changes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.game_checks.subject import Subject

_LINES = 84
"""Picture pixels of the lines below the board, which are on the right of the number of the move."""
_UNLIKE = 0.04
"""The share of a board's picture in which the outlines from two sides may differ, by labels and ornaments."""


def check_sides(subject: Subject) -> Iterator[str]:
    """With `homes` the board is turned for one of two seats, framed as before, and told in the same words."""
    homes, renderer = subject.game.info.homes, subject.renderer
    for scene in subject.scenes(8):
        plain = renderer.draw(scene)
        seen = {seat: replace(scene, side=seat) for seat in range(1, len(scene.names) + 1)}
        pictures = {seat: renderer.draw(side) for seat, side in seen.items()}
        turned = [seat for seat, picture in pictures.items() if picture.tobytes() != plain.tobytes()]
        if homes and len(turned) != len(scene.names) - 1:
            yield (
                f"`homes` is set, but the board is turned for {len(turned)} of {len(scene.names)} seats: draw the edge "
                "of `scene.side` at the bottom, and row 1 there if it is None."
            )
        for seat in turned:
            if pictures[seat].size != plain.size:
                yield f"The picture for seat {seat} is {pictures[seat].size}, the one for all {plain.size}."
            panels = (0, 0, plain.width, PANELS)
            caption = (190, plain.height - _LINES, plain.width, plain.height)
            if any(pictures[seat].crop(part).tobytes() != plain.crop(part).tobytes() for part in (panels, caption)):
                yield f"The panels or the caption differ in the picture for seat {seat}: turn the board alone."
            if homes and _compare_outlines(pictures[seat], plain) > _UNLIKE:
                yield (
                    f"The board has another outline for seat {seat}: `homes` is for boards that look the same from "
                    "both sides."
                )
        for side in seen.values():
            if (renderer.alt(side), renderer.text(side)) != (renderer.alt(scene), renderer.text(scene)):
                yield "The words depend on the side from which the board is seen: tell the same to everybody."


def _compare_outlines(one: Image.Image, other: Image.Image) -> float:
    """Return the share of two pictures' boards in which one shows its ground and the other does not."""
    first, second = (crop_board(_find_outline(picture.convert("RGB"))) for picture in (one, other))
    return count_pixels(ImageChops.difference(first, second)) / (first.width * first.height)


def _find_outline(picture: Image.Image) -> Image.Image:
    """Return where a picture doesn't show its ground, the colour of its corner: 255 there, else 0."""
    return find_changes(picture, Image.new("RGB", picture.size, picture.getpixel((2, 2))), least=2)

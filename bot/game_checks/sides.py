"""Checks of boards that are turned to the player who looks at them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.game_checks.pixels import PANELS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.game_checks.subject import Subject

_LINES = 84
"""Picture pixels of the lines below the board, which are on the right of the number of the move."""


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
        for side in seen.values():
            if (renderer.alt(side), renderer.text(side)) != (renderer.alt(scene), renderer.text(scene)):
                yield "The words depend on the side from which the board is seen: tell the same to everybody."

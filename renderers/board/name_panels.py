"""Panels with nothing but the players' names, for games without points or stocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderers.board.alt_text import drawable_name
from renderers.board.frame import PlayerPanel, draw_panel, lay_out_panels, winner_star
from renderers.board.scene import Scene, sole_winner
from renderers.drawing.typeface import MOVE, NAME, text_width, truncate

if TYPE_CHECKING:
    from renderers.drawing.canvas import Canvas
    from renderers.drawing.colours import Owner
    from renderers.drawing.themes import Theme

_HEIGHT = 84


def draw_name_panels(
    picture: Canvas,
    scene: Scene,
    owners: tuple[Owner, ...],
    seats: tuple[str, ...],
    theme: Theme,
    *,
    scores: tuple[str, ...] = (),
) -> None:
    """Draw a panel for each seat, down to 104 from the top: filled for the seat to move, with a star for the winner.

    `scores` stand at the right of the panels, if there are any.
    """
    mover, best = scene.state.mover, sole_winner(scene.state.outcome)
    for seat, panel in enumerate(lay_out_panels(owners, mover or best, _HEIGHT, theme), 1):
        draw_panel(picture, panel, pointer=seat == mover)
        end = panel.right - 24
        if scores:
            picture.write((end, panel.middle), scores[seat - 1], MOVE, panel.ink, "r")
            end -= round(text_width(scores[seat - 1], MOVE)) + 14
        if seat == best:
            picture.paste_centred(winner_star(22), end - 22, panel.middle)
            end -= 60
        write_name(picture, panel, (scene.names[seat - 1], seats[seat - 1]), end, panel.middle)


def write_name(picture: Canvas, panel: PlayerPanel, name_and_seat: tuple[str, str], end: float, y: float) -> None:
    """Write a player's name at a height in a panel, cut before `end`; the seat's if the name can't be drawn."""
    name = truncate(drawable_name(*name_and_seat), NAME, end - panel.inset)
    picture.write((panel.inset, y), name, NAME, panel.ink)

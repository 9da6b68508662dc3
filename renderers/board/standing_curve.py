"""The picture of how the seats of a match stood: their shares of the win, one band a seat, from the first move on."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from renderers.board.frame import MARGIN, draw_panel, lay_out_panels
from renderers.board.name_panels import write_name
from renderers.drawing.canvas import WIDTH, Canvas
from renderers.drawing.colours import BLUE, DELTA, GREEN, INK, LOW, PAPER, PURPLE, RED
from renderers.drawing.themes import THEMES
from renderers.drawing.typeface import BADGE, PLAIN, TITLE, text_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from renderers.drawing.colours import Owner
    from renderers.drawing.themes import Name, Theme

DEFAULT_OWNERS = (RED, BLUE, DELTA, GREEN, PURPLE)
"""The looks of the seats in games whose renderers name none."""
_PANEL_HEIGHT = 84
_TOP, _HEIGHT = 128, 380
_LEFT, _RIGHT = MARGIN, WIDTH - MARGIN
_BADGES = _TOP + _HEIGHT + 34
_FOOT = _BADGES + 58
_FINE = 3
"""How much larger the bands are drawn before they are reduced, which smooths their edges."""
_EDGE = 4


@dataclass(frozen=True, slots=True)
class Mark:
    """A move to be marked on the curve: its number and its seat."""

    ply: int
    seat: int


@dataclass(frozen=True, slots=True)
class StandingCurve:
    """What the picture shows.

    `names` are the players' in seat order, `seats` the seats' names, `owners` their looks. `points` holds pairs of a
    ply and each seat's share of the win after it, at least one; `marks` are moves in order. `title` and `words` stand
    below.
    """

    names: tuple[str, ...]
    seats: tuple[str, ...]
    owners: tuple[Owner, ...]
    points: tuple[tuple[int, tuple[float, ...]], ...]
    marks: tuple[Mark, ...]
    title: str
    words: str


def draw_standing_curve(curve: StandingCurve, theme_name: Name = "dark") -> Image.Image:
    """Return the picture in mode P, as wide as boards of the normal size."""
    theme, count = THEMES[theme_name], len(curve.names)
    picture = Canvas.blank(_FOOT + 38, theme.bg)
    owners = (curve.owners + DEFAULT_OWNERS)[:count]
    for seat, panel in enumerate(lay_out_panels(owners, None, _PANEL_HEIGHT, theme), 1):
        draw_panel(picture, panel)
        write_name(picture, panel, (curve.names[seat - 1], curve.seats[seat - 1]), panel.right - 12, panel.middle)
    picture.image.paste(_draw_bands(curve, owners, theme), (_LEFT, _TOP))
    _draw_marks(picture, curve, owners, theme)
    title = text_width(curve.title, TITLE)
    picture.write((_RIGHT, _FOOT), curve.title, TITLE, theme.high, "r")
    picture.write_within((_LEFT, _FOOT), curve.words, PLAIN, theme.mid, _RIGHT - _LEFT - title - 24)
    return picture.image.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def _draw_bands(curve: StandingCurve, owners: Sequence[Owner], theme: Theme) -> Image.Image:
    """Return the bands one above the other, the first seat's on top."""
    size = (_RIGHT - _LEFT) * _FINE, _HEIGHT * _FINE
    image = Image.new("RGB", size, theme.panel)
    draw = ImageDraw.Draw(image)
    edges = [[0.0, *accumulate(shares[:-1]), 1.0] for _, shares in curve.points]
    across = [_across(curve, ply) * _FINE for ply, _ in curve.points]
    for seat, owner in enumerate(owners):
        lines = [
            [(x, each[edge] * size[1]) for x, each in zip(across, edges, strict=True)] for edge in (seat, seat + 1)
        ]
        if len(across) == 1:
            lines = [[*line, (size[0], line[0][1])] for line in lines]
        draw.polygon([*lines[0], *reversed(lines[1])], owner.base)
        if seat:
            draw.line(lines[0], INK, _EDGE * _FINE, joint="curve")
    for share in (0.25, 0.5, 0.75):
        for x in range(0, size[0], 24 * _FINE):
            y = round(share * size[1])
            draw.line([(x, y), (x + 8 * _FINE, y)], LOW, (2 if share == 0.5 else 1) * _FINE)
    return image.reduce(_FINE)


def _across(curve: StandingCurve, ply: int) -> float:
    """Return how far from the left edge of the bands a move is."""
    return ply / max(1, curve.points[-1][0]) * (_RIGHT - _LEFT)


def _draw_marks(picture: Canvas, curve: StandingCurve, owners: Sequence[Owner], theme: Theme) -> None:
    """Draw a line through the bands at each marked move, and its number in a badge below, in the seat's colour."""
    room = 0.0
    for mark in curve.marks:
        x = min(max(_LEFT + _across(curve, mark.ply), _LEFT + 3), _RIGHT - 3)
        picture.fill((round(x) - 3, _TOP, round(x) + 3, _TOP + _HEIGHT), INK)
        picture.fill((round(x) - 1, _TOP, round(x) + 1, _TOP + _HEIGHT), PAPER)
        half = round(text_width(str(mark.ply), BADGE) / 2) + 14
        at = round(min(max(x, _LEFT + half, room + half + 6), _RIGHT - half))
        owner, room = owners[mark.seat - 1], at + half
        box = (at - half, _BADGES - 21, at + half, _BADGES + 21)
        picture.draw_box(box, 20, owner.plate or owner.base, 2, owner.edge or theme.high)
        picture.write((at, _BADGES), str(mark.ply), BADGE, owner.ink, "m")

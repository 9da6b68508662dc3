"""The frame round every board: the panels of the players above it, and the caption below."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from renderers.drawing.canvas import WIDTH
from renderers.drawing.colours import INK, PAPER
from renderers.drawing.shapes import star_polygon
from renderers.drawing.sketch import Sketch
from renderers.drawing.typeface import COUNT, MOVE, PLAIN, SMALL_COUNT, TITLE, text_width

if TYPE_CHECKING:
    from renderers.drawing.canvas import Canvas
    from renderers.drawing.colours import Colour, Owner
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Theme

MARGIN = 24
_TOP = 20
_GAP = 18
_RADIUS = 20
_POINTER = 16


@dataclass(frozen=True, slots=True)
class PlayerPanel:
    """A player's panel: where it lies, its colours, and whether it is filled, as it is for the player to move.

    `foot` is the height at its lower edge that the emblem leaves free, `radius` that of the disc under the emblem.
    """

    left: int
    width: int
    height: int
    owner: Owner
    filled: bool
    foot: int
    radius: float
    theme: Theme

    @property
    def middle(self) -> float:
        """The height of the middle of its emblem in the picture."""
        return _TOP + (self.height - self.foot) / 2

    @property
    def inset(self) -> int:
        """Where its words begin in the picture, to the right of the emblem."""
        return round(self.left + 20 + 2.45 * (self.radius - 1))

    @property
    def right(self) -> int:
        """Its right edge in the picture."""
        return self.left + self.width

    @property
    def ink(self) -> Colour:
        """The colour of its large words."""
        return self.owner.ink if self.filled else self.theme.high

    @property
    def soft_ink(self) -> Colour:
        """The colour of its small words."""
        return self.owner.ink if self.filled else self.theme.mid


def lay_out_panels(
    owners: tuple[Owner, ...],
    filled: int | None,
    height: int,
    theme: Theme,
    foot: int = 0,
    radius: float | None = None,
) -> list[PlayerPanel]:
    """Return the panels side by side in seat order; `filled` is the seat whose panel is filled, if any."""
    gap = _GAP if len(owners) == 2 else 14
    width = (WIDTH - 2 * MARGIN - gap * (len(owners) - 1)) // len(owners)
    disc = 0.31 * (height - foot / 2) + 1 if radius is None else radius
    return [
        PlayerPanel(MARGIN + i * (width + gap), width, height, owner, filled == i + 1, foot, disc, theme)
        for i, owner in enumerate(owners)
    ]


def draw_panel(picture: Canvas, panel: PlayerPanel, *, pointer: bool = False) -> None:
    """Draw a panel with its emblem; a `pointer` hangs from its lower edge towards the board."""
    owner, fill, edge, rim = panel.owner, panel.theme.panel, panel.theme.line, 3
    if panel.filled:
        fill = owner.plate or owner.base
        edge, rim = (owner.edge, 4) if owner.edge else (fill, 0)
    picture.draw_box((panel.left, _TOP, panel.right, _TOP + panel.height), _RADIUS, fill, rim, edge)
    x, y = 12 + panel.radius + 2, panel.middle - _TOP
    picture.paste(_emblem(owner, fill, panel.radius, (x, y)), panel.left, _TOP)
    if pointer:
        picture.paste(_pointer(owner, x), panel.left, _TOP + panel.height - _POINTER)


@lru_cache(64)
def _emblem(owner: Owner, ground: Colour, radius: float, middle: tuple[float, float]) -> Sprite:
    """Return an emblem on its disc, with the ground of a panel; `middle` is seen from the panel's upper left corner."""
    (x, y), half = middle, math.ceil(radius) + 1
    sketch = Sketch(round(x) + half, round(y) + half, origin=(0, 0))
    sketch.box((round(x) - half, round(y) - half, round(x) + half, round(y) + half), ground)
    sketch.disc(x, y, radius, owner.ground)
    sketch.emblem(owner.emblem, x, y, 0.52 * radius, owner.plate or owner.base)
    return sketch.finish()


@lru_cache(32)
def _pointer(owner: Owner, x: float) -> Sprite:
    """Return a pointer for the lower edge of a filled panel, `x` from its left edge; it begins inside the rim."""
    sketch, fill = Sketch(math.ceil(x) + 19, 2 * _POINTER, origin=(0, _POINTER)), owner.plate or owner.base
    sketch.polygon(((x - 17, -1), (x + 17, -1), (x, 15)), owner.edge or fill)
    if owner.edge:
        sketch.box((math.floor(x) - 17, -4, math.ceil(x) + 17, 0), owner.edge)
        sketch.polygon(((x - 13, -5), (x + 13, -5), (x, 8)), fill)
    return sketch.finish()


@lru_cache(2)
def winner_star(radius: int) -> Sprite:
    """Return the winner's paper star."""
    sketch = Sketch(2 * radius + 14, 2 * radius + 14)
    sketch.expanded_polygon(star_polygon(5, radius, 0.5), 5, INK)
    sketch.expanded_polygon(star_polygon(5, radius - 3, 0.5), 2, PAPER)
    return sketch.finish()


def draw_caption(
    picture: Canvas,
    top: int,
    ply: int,
    mover: Owner | None,
    lines: tuple[str, str],
    title: str,
    *,
    theme: Theme,
) -> None:
    """Draw the caption below the board, 84 high: a postmark with the number of moves, two lines of text, the game."""
    first, second = top + 25, top + 64
    picture.paste_centred(_postmark(theme), MARGIN + 85, top + 42)
    picture.write((MARGIN + 37, top + 42), str(ply), COUNT if ply < 100 else SMALL_COUNT, theme.low, "m")
    x = 203
    if mover:
        picture.paste_centred(_spot(mover, theme), x + 15, first)
        x += 43
    name = text_width(title, TITLE)
    picture.write((WIDTH - MARGIN - 1, first), title, TITLE, theme.high, "r")
    picture.write_within((x, first), lines[0], MOVE, theme.high, WIDTH - MARGIN - name - 24 - x)
    picture.write_within((204, second), lines[1], PLAIN, theme.mid, WIDTH - MARGIN - 70 - 204)
    picture.paste_centred(_envelope(theme), WIDTH - MARGIN - 24, second - 3)


@lru_cache(2)
def _postmark(theme: Theme) -> Sprite:
    sketch = Sketch(170, 84, origin=(37, 42))
    for row in range(4):
        y = -21 + 14 * row
        wave = [(x, y + 3.5 * math.sin((x + 9 * (row % 2)) / 4.1)) for x in range(30, 129)]
        sketch.line(wave, 3, theme.low)
    for radius, fill in ((36.5, theme.low), (33, theme.bg), (29, theme.low), (27, theme.bg)):
        sketch.disc(0, 0, radius, fill)
    return sketch.finish()


@lru_cache(16)
def _spot(owner: Owner, theme: Theme) -> Sprite:
    span = 40 + 4 * theme.rim
    sketch = Sketch(span, span)
    dark = owner.plate is not None
    sketch.emblem(owner.emblem, 0, 0, (16 if dark else 15) + theme.rim, INK)
    if dark:
        sketch.emblem(owner.emblem, 0, 0, 16, owner.edge or owner.ground)
    sketch.emblem(owner.emblem, 0, 0, 12 if dark else 15, owner.plate or owner.base)
    return sketch.finish()


@lru_cache(2)
def _envelope(theme: Theme) -> Sprite:
    """Return a closed envelope, which looks like a pyramid from above."""
    sketch = Sketch(50, 34)
    sketch.box((-24, -16, 24, 16), theme.low, 5)
    sketch.box((-20.5, -12.5, 20.5, 12.5), theme.bg, 2)
    sketch.line(((-20, -11), (0, 4), (20, -11)), 3.5, theme.low)
    return sketch.finish()

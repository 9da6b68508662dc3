"""Pieces as descriptions, and their sprites: paper shapes with a rim of ink, told apart by tone, emblem and pips."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, Literal, TypeAlias

from games.translation import gettext as _, gettext_noop as N_, ngettext
from renderers.drawing.colours import INK, NOBODY, PAPER, mix
from renderers.drawing.pyramids import lying_pyramid, standing_pyramid
from renderers.drawing.shapes import emblem_outline
from renderers.drawing.sketch import Sketch
from renderers.drawing.typeface import TextStyle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from renderers.drawing.colours import Colour, Emblem, Owner
    from renderers.drawing.sprite import Sprite

Shape: TypeAlias = Literal["stone", "pyramid", "disc", "diamond", "triangle", "square", "star"]

SIZES = (N_("small"), N_("medium"), N_("large"))
COMPASS = (
    N_("north"),
    N_("north-east"),
    N_("east"),
    N_("south-east"),
    N_("south"),
    N_("south-west"),
    N_("west"),
    N_("north-west"),
)
_RADII = {1: 0.22, 2: 0.29, 3: 0.36, None: 0.36}
"""Radius of a piece as a share of the pitch, by its size."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a board.

    `seat` is its owner, None if it is nobody's. `kind` is the word for it. `size`, from 1 to 3, is given in games in
    which it tells pieces apart, as are `pips`. `facing` makes a pyramid lie and point: 0 is north, 1 north-east and so
    on. `letter` stands on it. `look` are its tones and emblem if they aren't its seat's.
    """

    seat: int | None
    kind: str = "stone"
    shape: Shape = "stone"
    size: Literal[1, 2, 3] | None = None
    pips: int = 0
    facing: int | None = None
    letter: str = ""
    look: Owner | None = None

    def owner(self, owners: Sequence[Owner]) -> Owner:
        """Return its tones and emblem, given those of the seats."""
        return self.look or (owners[self.seat - 1] if self.seat else NOBODY)

    def describe(self, seats: Sequence[str]) -> str:
        """Return it in words, given the names of the seats.

        >>> Piece(1, "tower", size=3, pips=2).describe(("Red", "Blue")), Piece(None, "arrow").describe(())
        ('Red large tower with 2 pips', 'arrow')
        """
        words = _(self.kind)
        if self.size:
            # Translators: {size} is "small", {piece} "tower".
            words = _("{size} {piece}").format(size=_(SIZES[self.size - 1]), piece=words)
        if self.seat:
            # Translators: {seat} is whose piece it is, for example "Red".
            words = _("{seat} {piece}").format(seat=_(seats[self.seat - 1]), piece=words)
        if self.pips:
            template = ngettext("{piece} with {n} pip", "{piece} with {n} pips", self.pips)
            words = template.format(piece=words, n=self.pips)
        if self.facing is not None:
            # Translators: {direction} is a direction of the compass: "north-east".
            words = _("{piece} facing {direction}").format(piece=words, direction=_(COMPASS[self.facing]))
        return words


def piece_sprite(piece: Piece, owner: Owner, pitch: int) -> Sprite:
    """Return the sprite of a piece for a board of a pitch, at least as wide as a cell."""
    if piece.shape == "pyramid" and piece.facing is not None:
        return lying_pyramid(owner, piece.size or 2, pitch, piece.facing)
    if piece.shape == "pyramid":
        return standing_pyramid(owner, piece.size or 2, pitch)
    return _flat_sprite(piece, owner, pitch)


@lru_cache(256)
def _flat_sprite(piece: Piece, owner: Owner, pitch: int) -> Sprite:
    radius, rim = _RADII[piece.size] * pitch, max(2, round(0.03 * pitch))
    sketch = Sketch(2 * round(0.6 * pitch), 2 * round(0.6 * pitch))
    body = _body(piece.shape)
    if body == "disc":
        sketch.disc(0, 0, radius + rim, INK)
        sketch.disc(0, 0, radius, owner.right)
        sketch.disc(-0.03 * radius, -0.05 * radius, 0.95 * radius, owner.base)
        if piece.shape == "stone":
            sketch.disc(-0.1 * radius, -0.14 * radius, 0.74 * radius, owner.left)
            sketch.disc(0.02 * radius, 0.03 * radius, 0.74 * radius, owner.base)
    else:
        sketch.expanded_polygon(emblem_outline(body, radius), rim, INK)
        sketch.polygon(emblem_outline(body, radius), owner.right)
        sketch.polygon(
            [(x - 0.02 * pitch, y - 0.03 * pitch) for x, y in emblem_outline(body, 0.9 * radius)], owner.base
        )
    _draw_face(sketch, piece, owner, radius)
    return sketch.finish()


def _body(shape: Shape) -> Emblem:
    return "disc" if shape in {"stone", "pyramid"} else shape  # type: ignore[return-value]


def _draw_face(sketch: Sketch, piece: Piece, owner: Owner, radius: float) -> None:
    """Draw what tells pieces apart: pips or the seat's emblem, and a letter above."""
    ink = owner.ink if owner.ink == PAPER else owner.deep
    small = bool(piece.letter)
    if piece.letter:
        sketch.write((0, -0.22 * radius), piece.letter, TextStyle("ExtraBold", round(0.95 * radius)), owner.ink, "m")
    if not piece.pips:
        sketch.emblem(owner.emblem, 0, 0.6 * radius if small else 0, (0.2 if small else 0.36) * radius, ink)
        return
    apart = min(0.5, 1.3 / piece.pips) * radius
    for i in range(piece.pips):
        x = (i - (piece.pips - 1) / 2) * apart
        sketch.emblem(owner.emblem, x, 0.6 * radius if small else 0, 0.36 * apart, ink)


@lru_cache(64)
def captured_sprite(piece: Piece, tone: Colour, pitch: int) -> Sprite:
    """Return the mark of a piece that was captured: its outline in dashes, and a cross."""
    radius = _RADII[piece.size] * pitch
    sketch = Sketch(2 * round(0.6 * pitch), 2 * round(0.6 * pitch))
    around = [(radius * cos(2 * pi * i / 48), radius * sin(2 * pi * i / 48)) for i in range(48)]
    body = _body(piece.shape)
    outline = around if body == "disc" else emblem_outline(body, radius)
    sketch.dashed_outline(outline, max(3, 0.035 * pitch), 0.09 * pitch, 0.07 * pitch, tone)
    arm = 0.4 * radius
    for slope in (-1, 1):
        sketch.line(((-arm, -slope * arm), (arm, slope * arm)), max(3, 0.04 * pitch), tone)
    return sketch.finish()


def line_tone(owner: Owner, *, light: bool) -> Colour:
    """Return the tone of an owner's lines on the ground of a board."""
    if light:
        return mix(owner.deep, INK, 0.1)
    return owner.top if owner.ink == PAPER else owner.left

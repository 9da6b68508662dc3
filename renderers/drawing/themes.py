"""The dark and the light theme: all colours that differ between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from renderers.drawing import colours as dark
from renderers.drawing.colours import BLUE, DELTA, GREEN, INK, PAPER, PURPLE, RED, YELLOW, mix, rgb

if TYPE_CHECKING:
    from collections.abc import Mapping

    from renderers.drawing.colours import Colour, Owner

Name: TypeAlias = Literal["dark", "light"]

_OWNERS = (RED, BLUE, YELLOW, DELTA, GREEN, PURPLE)


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """The colours of the frame and of the boards. Ink, paper and the owners' tones are the same in every theme.

    There is one object for each theme, compared by identity, because caches have it in their keys.
    """

    bg: Colour
    panel: Colour
    line: Colour
    high: Colour
    mid: Colour
    low: Colour
    rim: int
    """Width in pixels of the ink round the emblem of the last move's seat below the board."""
    thin: Mapping[Owner, Colour]
    """The tone of an owner's lines that have no ink round them."""
    dead: Mapping[Owner, Colour]
    """The tone of the marks of pieces that died."""
    dead_at_home: Mapping[Owner, Colour]
    """The same on a tile in the owner's colour."""
    veil: float
    """How much of that tone the inside of such a mark has, 0 to 1."""
    tray: float
    """How much ink the tray of a stash has mixed in."""
    mars: tuple[Colour, Colour]
    crater: Colour
    crater_bed: Colour
    crater_rim: Colour
    space: tuple[Colour, Colour]
    star_dust: Colour
    lit: float
    """How much of the seat's colour the home row has mixed in."""
    slate: tuple[Colour, Colour]
    nebula: Colour
    nebula_edge: Colour
    void_edge: Colour
    faint: Colour
    """Names of Zyrcan's empty cells."""
    wake: Mapping[Owner, Colour]
    """The tone of a seat's flights on hexagons."""
    hull: float
    """How much of a dark hull is left inside its light edge."""
    idle_ink: Colour
    ghost_rim: Colour
    pill_ink: Colour
    """Words on the colour `high`."""
    pool: Colour
    pool_edge: Colour
    hole: Colour
    """A hexagon that both players touch."""
    tinted: Colour
    """What the tints of hexagons that one player touches are mixed into."""
    tints: tuple[float, float]
    """How much of the player's colour such a hexagon has: touched, cashed."""
    card: float
    """How much of the player's colour the card of the Xoid in hand has mixed in."""

    @property
    def frame(self) -> tuple[Colour, ...]:
        """The colours that every picture has."""
        return self.bg, self.panel, self.line, self.high, self.mid, self.low, *dark.FRAME[6:]


_BRIGHT = {owner: owner.left if owner.ink == PAPER else owner.base for owner in _OWNERS}

DARK = Theme(
    bg=dark.BG,
    panel=dark.PANEL,
    line=dark.LINE,
    high=dark.HIGH,
    mid=dark.MID,
    low=dark.LOW,
    rim=0,
    thin=_BRIGHT,
    dead={owner: owner.left for owner in _OWNERS},
    dead_at_home={owner: owner.top for owner in _OWNERS},
    veil=0.16,
    tray=0.5,
    mars=dark.MARS,
    crater=dark.CRATER,
    crater_bed=dark.CRATER_BED,
    crater_rim=dark.CRATER_RIM,
    space=dark.SPACE,
    star_dust=dark.STAR_DUST,
    lit=0.42,
    slate=dark.SLATE,
    nebula=dark.NEBULA,
    nebula_edge=dark.NEBULA_EDGE,
    void_edge=dark.VOID_EDGE,
    faint=mix(dark.NEBULA, dark.HIGH, 0.54),
    wake=_BRIGHT,
    hull=0.9,
    idle_ink=PAPER,
    ghost_rim=PAPER,
    pill_ink=INK,
    pool=dark.POOL,
    pool_edge=dark.POOL_EDGE,
    hole=dark.BG,
    tinted=dark.BG,
    tints=(0.34, 0.9),
    card=0.1,
)

_THIN = {RED: RED.right, BLUE: BLUE.right, YELLOW: YELLOW.deep, DELTA: DELTA.deep, GREEN: GREEN.base}
_THIN[PURPLE] = PURPLE.base
_PALE_NEBULA = rgb("F5F1FB")

LIGHT = Theme(
    bg=rgb("EFE7D6"),
    panel=rgb("FBF6EA"),
    line=rgb("CFC4AC"),
    high=rgb("24262F"),
    mid=rgb("5A5C6B"),
    low=rgb("605B4F"),
    rim=3,
    thin=_THIN,
    dead=_THIN,
    dead_at_home={owner: owner.deep for owner in _OWNERS},
    veil=0.25,
    tray=0.09,
    mars=(rgb("F0CCB6"), rgb("F8DECD")),
    crater=rgb("E2B49B"),
    crater_bed=rgb("F8DECD"),
    crater_rim=rgb("FFEFE4"),
    space=(rgb("D2DEF1"), rgb("E3EBF8")),
    star_dust=rgb("A8A294"),
    lit=0.5,
    slate=(rgb("C6C1DC"), rgb("DCD9EA")),
    nebula=_PALE_NEBULA,
    nebula_edge=rgb("CDC3E2"),
    void_edge=rgb("DDD2BB"),
    faint=rgb("5A5C6B"),
    wake={owner: owner.base for owner in _OWNERS},
    hull=1,
    idle_ink=mix(_PALE_NEBULA, INK, 0.75),
    ghost_rim=mix(_PALE_NEBULA, INK, 0.75),
    pill_ink=PAPER,
    pool=rgb("FBF8F1"),
    pool_edge=rgb("C3BCA8"),
    hole=rgb("D8D8D2"),
    tinted=rgb("FBF8F1"),
    tints=(0.34, 0.7),
    card=0.1,
)

THEMES: Mapping[Name, Theme] = {"dark": DARK, "light": LIGHT}
"""The themes by name, as in `Scene.theme`."""

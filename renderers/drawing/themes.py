"""The dark and the light theme: the colours that differ between them, of frame and charts and of several games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from renderers.drawing import colours as dark
from renderers.drawing.colours import BLUE, DELTA, GREEN, PAPER, PURPLE, RED, YELLOW, rgb

if TYPE_CHECKING:
    from collections.abc import Mapping

    from renderers.drawing.colours import Colour, Owner

Name: TypeAlias = Literal["dark", "light"]

_OWNERS = (RED, BLUE, YELLOW, DELTA, GREEN, PURPLE)


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """The colours of the frame, the charts and several games. Ink, paper and owners' tones are the same in every theme.

    Colours that only one game uses are in the file `colours.py` of its renderer. There is one object for each theme,
    compared by identity, because caches have it in their keys.
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
    star_dust: Colour
    """The stars of Xero-G and Zyrcan."""

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
    star_dust=dark.STAR_DUST,
)

_THIN = {RED: RED.right, BLUE: BLUE.right, YELLOW: YELLOW.deep, DELTA: DELTA.deep, GREEN: GREEN.base}
_THIN[PURPLE] = PURPLE.base

LIGHT = Theme(
    bg=rgb("EFE7D6"),
    panel=rgb("FBF6EA"),
    line=rgb("CFC4AC"),
    high=rgb("24262F"),
    mid=rgb("5A5C6B"),
    low=rgb("605B4F"),
    rim=3,
    thin=_THIN,
    star_dust=rgb("A8A294"),
)

THEMES: Mapping[Name, Theme] = {"dark": DARK, "light": LIGHT}
"""The themes by name, as in `Scene.theme`."""

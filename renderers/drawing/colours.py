"""The colours of the pieces and of the dark theme. `themes.py` has those of the light theme.

Colours that only one game uses are in the file `colours.py` of its renderer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

Colour: TypeAlias = tuple[int, int, int]
Emblem: TypeAlias = Literal["disc", "diamond", "triangle", "square", "star"]


def rgb(code: str) -> Colour:
    """Return the colour of a six-digit hexadecimal code."""
    return int(code[:2], 16), int(code[2:4], 16), int(code[4:], 16)


def mix(under: Colour, over: Colour, share: float) -> Colour:
    """Return `under` with a share (0 to 1) of `over` mixed in."""
    red, green, blue = (round(u + (o - u) * share) for u, o in zip(under, over, strict=True))
    return red, green, blue


BG = rgb("191B26")
PANEL = rgb("252838")
LINE = rgb("3A3E54")
HIGH = rgb("FBF6EA")
MID = rgb("B4B8CA")
LOW = rgb("8B90A8")
INK = rgb("14161F")
PAPER = rgb("FBF6EA")


@dataclass(frozen=True, slots=True)
class Owner:
    """The look of a side: five tones, lit from the north-west, and an emblem that works without colours.

    `ink` is for pips and words on it, `ground` lies under its emblem. While it is this side's turn, its panel is filled
    with `plate` (by default `base`) and edged with `edge`, if any.
    """

    top: Colour
    left: Colour
    base: Colour
    right: Colour
    deep: Colour
    emblem: Emblem
    ink: Colour = INK
    ground: Colour = INK
    plate: Colour | None = None
    edge: Colour | None = None

    @property
    def tones(self) -> tuple[Colour, ...]:
        """The five tones, light to dark."""
        return self.top, self.left, self.base, self.right, self.deep


RED = Owner(rgb("FFB59F"), rgb("FF8467"), rgb("F2573A"), rgb("C03A22"), rgb("7E2114"), "disc")
BLUE = Owner(rgb("C6EEFF"), rgb("96DEFA"), rgb("66CDF5"), rgb("3A9ACA"), rgb("216489"), "diamond")
YELLOW = Owner(rgb("FFF8D2"), rgb("FFEE9E"), rgb("FFDF5C"), rgb("DFA636"), rgb("99651A"), "diamond")
_PEWTER = rgb("98A3BE")
BLACK = Owner(
    rgb("666E84"),
    rgb("4B5267"),
    rgb("323848"),
    rgb("20242F"),
    rgb("12151D"),
    "disc",
    ink=PAPER,
    ground=_PEWTER,
    plate=rgb("0C0E14"),
    edge=PAPER,
)
WHITE = Owner(
    rgb("FFFFFF"),
    rgb("F7F3EA"),
    rgb("E6DFD0"),
    rgb("BFB7A9"),
    rgb("7F7A80"),
    "diamond",
    ground=_PEWTER,
    edge=INK,
)
DELTA = replace(YELLOW, emblem="triangle")
GREEN = Owner(rgb("63C4AE"), rgb("2B9C87"), rgb("077A66"), rgb("055548"), rgb("03352D"), "square", PAPER)
PURPLE = Owner(rgb("C597DF"), rgb("9E61C2"), rgb("7A3CA0"), rgb("582875"), rgb("341547"), "star", PAPER)
NOBODY = Owner(rgb("FFFFFF"), rgb("E6EAF4"), rgb("CBD2E2"), rgb("98A3BE"), rgb("8893B0"), "disc")

CONFETTI: tuple[tuple[Colour, Emblem], ...] = (
    (RED.base, "disc"),
    (BLUE.base, "diamond"),
    (YELLOW.base, "triangle"),
    (rgb("2B9C87"), "square"),
    (rgb("9E61C2"), "star"),
)

STAR_DUST = rgb("5A5E70")

FRAME = (BG, PANEL, LINE, HIGH, MID, LOW, INK, *(colour for colour, _ in CONFETTI))

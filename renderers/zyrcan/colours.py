"""Zyrcan's colours: those of this game alone, in both themes, and the palette of its pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from renderers.drawing import themes
from renderers.drawing.colours import BLUE, DELTA, GREEN, INK, PAPER, PURPLE, RED, mix, rgb
from renderers.drawing.png_palettes import build_palette

if TYPE_CHECKING:
    from collections.abc import Mapping

    from renderers.drawing.colours import Colour, Owner
    from renderers.drawing.png_palettes import Palette
    from renderers.drawing.themes import Theme

    _Halves = tuple[Colour, Colour]

OWNERS = (RED, BLUE, DELTA, GREEN, PURPLE)
"""The looks of the seats."""
HULLS: Mapping[Owner, _Halves] = {
    owner: (owner.base, owner.right) if owner.ink == PAPER else (owner.left, owner.base) for owner in OWNERS
}
"""The left and the right half of a hull, dark enough or light enough for its numeral."""
FLAME = rgb("FFA62B")
CORE = rgb("FFF3CF")
"""The inside of a flame."""


@dataclass(frozen=True, slots=True, eq=False)
class Colours:
    """The colours that differ between the themes."""

    cell: Colour
    cell_edge: Colour
    unused_edge: Colour
    """The outline of cells that are not in use."""
    name: Colour
    """Names of empty cells."""
    flight: Mapping[Owner, Colour]
    """The line of a seat's flight."""
    departure: Mapping[Owner, Colour]
    """The cell that a flight began on."""
    hull: float
    """How much of a dark hull is left inside its light edge."""
    idle_hulls: Mapping[Owner, _Halves]
    """The left and the right half of hulls whose engines are off."""
    idle_rim: Colour
    """The outline of such ships."""
    idle_flame: Colour
    idle_ink: Colour
    """The numerals of such ships."""
    ghost_rim: Colour
    """The outline of captured ships, whose engines are off as well."""
    pill_ink: Colour
    """Words on the colour `high` of the frame."""


_DARK_CELL, _LIGHT_CELL = rgb("302E55"), rgb("F5F1FB")


def _fade(cell: Colour) -> Mapping[Owner, _Halves]:
    """Return the halves of hulls whose engines are off, on a cell."""
    return {owner: (mix(cell, owner.left, 0.32), mix(cell, owner.base, 0.32)) for owner in OWNERS}


DARK = Colours(
    cell=_DARK_CELL,
    cell_edge=rgb("3F3D6C"),
    unused_edge=rgb("2A2B3E"),
    name=mix(_DARK_CELL, themes.DARK.high, 0.54),
    flight=themes.DARK.thin,
    departure={owner: mix(_DARK_CELL, themes.DARK.thin[owner], 0.32) for owner in OWNERS},
    hull=0.9,
    idle_hulls=_fade(_DARK_CELL),
    idle_rim=mix(_DARK_CELL, INK, 0.75),
    idle_flame=mix(_DARK_CELL, themes.DARK.low, 0.7),
    idle_ink=PAPER,
    ghost_rim=PAPER,
    pill_ink=INK,
)

LIGHT = Colours(
    cell=_LIGHT_CELL,
    cell_edge=rgb("CDC3E2"),
    unused_edge=rgb("DDD2BB"),
    name=rgb("5A5C6B"),
    flight={owner: owner.base for owner in OWNERS},
    departure={owner: mix(_LIGHT_CELL, owner.base, 0.32) for owner in OWNERS},
    hull=1,
    idle_hulls=_fade(_LIGHT_CELL),
    idle_rim=mix(_LIGHT_CELL, INK, 0.75),
    idle_flame=mix(_LIGHT_CELL, themes.LIGHT.low, 0.7),
    idle_ink=mix(_LIGHT_CELL, INK, 0.75),
    ghost_rim=mix(_LIGHT_CELL, INK, 0.75),
    pill_ink=PAPER,
)


def choose_colours(theme: Theme) -> Colours:
    """Return the game's colours in a theme."""
    return LIGHT if theme is themes.LIGHT else DARK


@lru_cache(2)
def compose_palette(theme: Theme) -> Palette:
    """Return the palette that pictures of a theme are stored in."""
    bg, colours = theme.bg, choose_colours(theme)
    cell, edge, unused, rim = colours.cell, colours.cell_edge, colours.unused_edge, colours.idle_rim
    lines = [tone for owner in OWNERS for tone in (colours.flight[owner], theme.thin[owner])]
    tones = sorted({*lines, *(tone for owner in OWNERS for tone in (owner.left, *HULLS[owner]))})
    idle_hulls = [tone for owner in OWNERS for tone in colours.idle_hulls[owner]]
    idle = colours.idle_flame, colours.idle_ink, rim
    return build_palette(
        (
            *(cell, edge, unused, theme.star_dust, FLAME, CORE, *idle, colours.name),
            *tones,
            *(owner.top for owner in OWNERS if owner.ink == PAPER),
            *idle_hulls,
            *(colours.departure[owner] for owner in OWNERS),
        ),
        (
            *((cell, other) for other in (bg, INK, edge, theme.mid, colours.name, rim)),
            *((edge, bg), (unused, bg), (theme.star_dust, bg), (theme.line, bg), (theme.line, theme.panel)),
            *((text, back) for text in (theme.high, theme.mid) for back in (bg, theme.panel)),
            *((theme.low, bg), (PAPER, INK), (FLAME, INK), (FLAME, CORE)),
            *((tone, INK) for tone in tones),
            *((owner.base, bg) for owner in OWNERS),
            *((PAPER, tone) for owner in OWNERS if owner.ink == PAPER for tone in HULLS[owner]),
            *((tone, rim) for tone in idle_hulls),
            *((colours.departure[owner], theme.thin[owner]) for owner in OWNERS),
        ),
        theme.frame,
    )

"""Martian Life's colours: those of this game alone, in both themes, and the palette of its pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from renderers.drawing import themes
from renderers.drawing.colours import INK, PAPER, RED, YELLOW, mix, rgb
from renderers.drawing.png_palettes import build_palette
from renderers.kit.board import MARS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from renderers.drawing.colours import Colour, Owner
    from renderers.drawing.png_palettes import Palette
    from renderers.drawing.themes import Theme

OWNERS = (RED, YELLOW)
"""The looks of the seats."""

FILLED_TRAYS: Mapping[Owner, Colour] = {owner: mix(owner.base, INK, 0.08) for owner in OWNERS}
"""The tray of a stash on a filled panel."""
OPEN_TICKS: Mapping[Owner, Colour] = {owner: mix(owner.base, INK, 0.28) for owner in OWNERS}
"""The points still to be made, on a filled panel."""


@dataclass(frozen=True, slots=True, eq=False)
class Colours:
    """The colours that differ between the themes."""

    tiles: tuple[Colour, Colour]
    """Dark and light squares."""
    crater: Colour
    crater_bed: Colour
    crater_rim: Colour
    dead: Mapping[Owner, Colour]
    """The marks of pieces that died: their dashed outlines, crosses and pips."""
    dead_at_home: Mapping[Owner, Colour]
    """The same on the tile of the piece just played, which is in its owner's colour."""
    veil: float
    """How much of that tone the inside of such a mark has, 0 to 1; on the tile of the piece just played it has none."""
    tray: Colour
    """The tray of a stash on a panel that isn't filled."""


DARK = Colours(
    tiles=MARS.dark,
    crater=rgb("38201C"),
    crater_bed=rgb("422118"),
    crater_rim=rgb("6B443C"),
    dead={owner: owner.left for owner in OWNERS},
    dead_at_home={owner: owner.top for owner in OWNERS},
    veil=0.16,
    tray=mix(themes.DARK.panel, INK, 0.5),
)

LIGHT = Colours(
    tiles=MARS.light,
    crater=rgb("E2B49B"),
    crater_bed=rgb("F8DECD"),
    crater_rim=rgb("FFEFE4"),
    dead={RED: RED.right, YELLOW: YELLOW.deep},
    dead_at_home={owner: owner.deep for owner in OWNERS},
    veil=0.25,
    tray=mix(themes.LIGHT.panel, INK, 0.09),
)


def choose_colours(theme: Theme) -> Colours:
    """Return the game's colours in a theme."""
    return LIGHT if theme is themes.LIGHT else DARK


def mix_played_tile(tile: Colour, owner: Owner) -> Colour:
    """Return the colour of a square whose piece was just played."""
    return mix(tile, owner.base, 0.45)


@lru_cache(2)
def compose_palette(theme: Theme) -> Palette:
    """Return the palette that pictures of a theme are stored in."""
    colours = choose_colours(theme)
    tiles, dead = colours.tiles, colours.dead
    veiled_tiles = tuple(mix(tile, dead[owner], colours.veil) for owner in OWNERS for tile in tiles)
    played_tiles = tuple(mix_played_tile(tile, owner) for owner in OWNERS for tile in tiles)
    craters = colours.crater, colours.crater_rim, colours.crater_bed
    return build_palette(
        (
            *(*tiles, *craters, *RED.tones, *YELLOW.tones, *veiled_tiles, *played_tiles),
            *(colours.tray, *FILLED_TRAYS.values(), *OPEN_TICKS.values()),
            *(*dead.values(), *colours.dead_at_home.values()),
        ),
        (
            *((tile, theme.bg) for tile in tiles),
            *((tile, INK) for tile in (*tiles, *played_tiles)),
            *((tone, INK) for owner in OWNERS for tone in owner.tones[:4]),
            *((tile, dead[owner]) for owner in OWNERS for tile in tiles),
            *((owner.base, theme.bg) for owner in OWNERS),
            *((text, theme.bg) for text in (theme.high, theme.mid, theme.low)),
            (theme.high, theme.panel),
            (theme.line, theme.bg),
            (theme.high, colours.tray),
            *((INK, tray) for tray in FILLED_TRAYS.values()),
            (PAPER, INK),
        ),
        theme.frame,
    )

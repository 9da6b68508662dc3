"""Xero-G's colours: those of this game alone, in both themes, and the palette of its pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from renderers.drawing import themes
from renderers.drawing.colours import BLUE, INK, NOBODY, PAPER, RED, mix
from renderers.drawing.png_palettes import build_palette
from renderers.kit.board import SPACE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from renderers.drawing.colours import Colour, Owner
    from renderers.drawing.png_palettes import Palette
    from renderers.drawing.themes import Theme

    _Tiles = tuple[Colour, Colour]

OWNERS = (RED, BLUE)
"""The looks of the seats and of their bases."""
SHIP = NOBODY
"""The look of the ships, which belong to nobody."""

BANDS: Mapping[Owner, Colour] = {owner: mix(owner.base, owner.left, 0.5) for owner in OWNERS}
"""The bands of a planet."""
HOLLOWS: Mapping[Owner, Colour] = {owner: mix(owner.base, owner.right, 0.4) for owner in OWNERS}
"""The craters of a planet."""


@dataclass(frozen=True, slots=True, eq=False)
class Colours:
    """The colours that differ between the themes: each for dark and light squares."""

    tiles: _Tiles
    home_row: Mapping[Owner, _Tiles]
    """The row that a seat flies from or lays."""
    boosts: Mapping[Owner, _Tiles]
    """The inside of tiles where a flight of a seat was boosted."""


def _tint(tiles: _Tiles, share: float) -> Mapping[Owner, _Tiles]:
    """Return tiles with a share of each owner's colour mixed in."""
    return {owner: (mix(tiles[0], owner.base, share), mix(tiles[1], owner.base, share)) for owner in OWNERS}


DARK = Colours(tiles=SPACE.dark, home_row=_tint(SPACE.dark, 0.42), boosts=_tint(SPACE.dark, 0.34))

LIGHT = Colours(tiles=SPACE.light, home_row=_tint(SPACE.light, 0.5), boosts=_tint(SPACE.light, 0.34))


def choose_colours(theme: Theme) -> Colours:
    """Return the game's colours in a theme."""
    return LIGHT if theme is themes.LIGHT else DARK


@lru_cache(2)
def compose_palette(theme: Theme) -> Palette:
    """Return the palette that pictures of a theme are stored in."""
    bg, colours = theme.bg, choose_colours(theme)
    tiles = colours.tiles
    home_row = tuple(tile for pair in colours.home_row.values() for tile in pair)
    boosts = tuple(tile for pair in colours.boosts.values() for tile in pair)
    flats = (*tiles, theme.star_dust, *RED.tones[1:4], *BLUE.tones[1:4], *SHIP.tones)
    return build_palette(
        (*flats, *home_row, *boosts, *BANDS.values(), *HOLLOWS.values()),
        (
            *((tile, bg) for tile in (*tiles, *home_row)),
            *((tile, INK) for tile in (*tiles, *home_row)),
            *((tone, INK) for tone in (*SHIP.tones, RED.base, BLUE.base, *BANDS.values())),
            *((theme.thin[owner], tile) for owner in OWNERS for tile in tiles),
            *((owner.base, bg) for owner in OWNERS),
            *((owner.right, bg) for owner in OWNERS),
            *((owner.right, owner.base) for owner in OWNERS),
            (PAPER, INK),
            *((text, back) for text in (theme.high, theme.mid) for back in (bg, theme.panel)),
            (theme.low, bg),
            (theme.line, bg),
            (theme.star_dust, bg),
        ),
        theme.frame,
    )

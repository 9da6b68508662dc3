"""Force Field Factions' colours: those of this game alone, in both themes, and the palette of its pictures."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from renderers.drawing import themes
from renderers.drawing.colours import BLACK, INK, PAPER, WHITE, mix, rgb
from renderers.drawing.png_palettes import build_palette
from renderers.kit.board import SLATE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from renderers.drawing.colours import Colour, Owner
    from renderers.drawing.png_palettes import Palette
    from renderers.drawing.themes import Theme

OWNERS = (BLACK, WHITE)
"""The looks of the seats."""

FIELDS = {
    "r": rgb("CE3036"),
    "g": rgb("1FA37A"),
    "b": rgb("6FB1FF"),
    "y": rgb("FFE57A"),
    "p": rgb("8A46C0"),
    "o": rgb("F98E24"),
    "c": rgb("FFFFFF"),
}
"""Force fields, by the letter that stands for each."""
BADGE_INKS: Mapping[str, Colour] = {letter: PAPER if letter in "rp" else INK for letter in FIELDS}
"""The letters of force fields on their badges."""

_PANEL_FILLS = tuple(owner.plate or owner.base for owner in OWNERS)


@dataclass(frozen=True, slots=True, eq=False)
class Colours:
    """The colours that differ between the themes."""

    tiles: tuple[Colour, Colour]
    """Dark and light squares."""
    faded: Mapping[Owner, Owner]
    """The looks of pieces that are there but cannot be touched, and of those lost in the last turn."""
    faded_outline: Colour
    """The outline of pieces that cannot be touched."""


def _fade(ground: Colour) -> Mapping[Owner, Owner]:
    """Return the looks of the seats with nearly half of a ground mixed in, but for pips, which must stand out."""
    looks: dict[Owner, Owner] = {}
    for owner in OWNERS:
        top, left, base, right, deep = (mix(ground, tone, 0.55) for tone in owner.tones)
        looks[owner] = replace(owner, top=top, left=left, base=base, right=right, deep=deep)
    return looks


_DARK_GROUND, _LIGHT_GROUND = mix(*SLATE.dark, 0.5), mix(*SLATE.light, 0.5)

DARK = Colours(tiles=SLATE.dark, faded=_fade(_DARK_GROUND), faded_outline=mix(_DARK_GROUND, INK, 0.6))

LIGHT = Colours(tiles=SLATE.light, faded=_fade(_LIGHT_GROUND), faded_outline=mix(_LIGHT_GROUND, INK, 0.6))


def choose_colours(theme: Theme) -> Colours:
    """Return the game's colours in a theme."""
    return LIGHT if theme is themes.LIGHT else DARK


def inside(letter: str, ground: Colour) -> Colour:
    """Return the colour of the ground inside a force field."""
    return mix(ground, FIELDS[letter], 0.34)


@lru_cache(2)
def compose_palette(theme: Theme) -> Palette:
    """Return the palette that pictures of a theme are stored in."""
    bg, colours = theme.bg, choose_colours(theme)
    tiles, faded = colours.tiles, tuple(colours.faded.values())
    tints = tuple(inside(letter, tile) for letter in FIELDS for tile in tiles)
    return build_palette(
        (
            *tiles,
            *BLACK.tones,
            *WHITE.tones,
            *_PANEL_FILLS,
            BLACK.ground,
            *FIELDS.values(),
            *tints,
            *(tone for owner in faded for tone in (*owner.tones, owner.ink)),
            colours.faded_outline,
        ),
        (
            *((tile, bg) for tile in tiles),
            *((tile, INK) for tile in tiles),
            (PAPER, INK),
            *((tone, INK) for tone in (*WHITE.tones, *BLACK.tones[:2], *FIELDS.values())),
            *((text, back) for text in (theme.high, theme.mid, theme.low) for back in (bg, theme.panel)),
            *((ink, FIELDS[letter]) for letter, ink in BADGE_INKS.items() if ink == PAPER),
            *((PAPER, tone) for tone in BLACK.tones[1:4]),
            (INK, BLACK.ground),
            (BLACK.ground, WHITE.base),
            (theme.line, bg),
            *((owner.base, owner.ink) for owner in faded),
        ),
        theme.frame,
    )

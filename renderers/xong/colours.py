"""Xong's colours: those of this game alone, in both themes, and the palettes of its pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from renderers.drawing import themes
from renderers.drawing.colours import BLUE, INK, PAPER, RED, mix, rgb
from renderers.drawing.png_palettes import build_palette

if TYPE_CHECKING:
    from collections.abc import Mapping

    from renderers.drawing.colours import Colour, Owner
    from renderers.drawing.png_palettes import Palette
    from renderers.drawing.themes import Theme

OWNERS = (RED, BLUE)
"""The looks of the seats."""
LEGS: Mapping[Owner, Colour] = {RED: RED.base, BLUE: BLUE.base}
"""The legs of a seat, on the board, on its card and in the catalogue."""


@dataclass(frozen=True, slots=True, eq=False)
class Colours:
    """The colours that differ between the themes."""

    hexagon: Colour
    """A hexagon that nobody touches."""
    vacant: Colour
    """Legs that nobody has taken."""
    touched: Mapping[Owner, Colour]
    """A hexagon that one seat alone touches."""
    cashed: Mapping[Owner, Colour]
    """Such a hexagon without a vacant side."""
    greened: Colour
    """A hexagon that both seats touch."""
    cards: Mapping[Owner, Colour]
    """The card of the Xoid in hand."""


_LIGHT_HEXAGON = rgb("FBF8F1")

DARK = Colours(
    hexagon=rgb("34464C"),
    vacant=rgb("64818C"),
    touched={owner: mix(themes.DARK.bg, owner.base, 0.34) for owner in OWNERS},
    cashed={owner: mix(themes.DARK.bg, owner.base, 0.9) for owner in OWNERS},
    greened=themes.DARK.bg,
    cards={owner: mix(themes.DARK.panel, owner.base, 0.1) for owner in OWNERS},
)

LIGHT = Colours(
    hexagon=_LIGHT_HEXAGON,
    vacant=rgb("C3BCA8"),
    touched={owner: mix(_LIGHT_HEXAGON, owner.base, 0.34) for owner in OWNERS},
    cashed={owner: mix(_LIGHT_HEXAGON, owner.base, 0.7) for owner in OWNERS},
    greened=rgb("D8D8D2"),
    cards={owner: mix(themes.LIGHT.panel, owner.base, 0.1) for owner in OWNERS},
)


def choose_colours(theme: Theme) -> Colours:
    """Return the game's colours in a theme."""
    return LIGHT if theme is themes.LIGHT else DARK


@lru_cache(2)
def compose_palette(theme: Theme) -> Palette:
    """Return the palette that pictures of a theme are stored in."""
    bg, high, colours = theme.bg, theme.high, choose_colours(theme)
    hexagon, vacant, greened = colours.hexagon, colours.vacant, colours.greened
    touched, cards = tuple(colours.touched.values()), tuple(colours.cards.values())
    tints = [tint for owner in OWNERS for tint in (colours.touched[owner], colours.cashed[owner])]
    thin = [theme.thin[owner] for owner in OWNERS]
    return build_palette(
        (hexagon, vacant, *tints, RED.base, BLUE.base, *cards, greened, *thin, *LEGS.values()),
        (
            *((vacant, ground) for ground in (hexagon, *tints, greened)),
            *((INK, ground) for ground in (hexagon, *tints, greened, vacant, *cards)),
            *((owner.base, INK) for owner in OWNERS),
            *zip(thin, touched, strict=True),
            *((owner.base, back) for owner in OWNERS for back in (bg, colours.cards[owner])),
            *((high, tint) for tint in touched),
            *((high, card) for card in cards),
            *((text, back) for text in (high, theme.mid) for back in (bg, theme.panel)),
            *((theme.mid, hexagon), (theme.low, greened), (PAPER, INK), (theme.line, bg), (theme.line, theme.panel)),
            *((vacant, bg), (INK, bg), (theme.low, bg)),
            *((leg, INK) for leg in LEGS.values()),
        ),
        theme.frame,
    )


@lru_cache(2)
def compose_catalogue_palette(theme: Theme) -> Palette:
    """Return the palette that the catalogue of a theme is stored in."""
    cards = tuple(choose_colours(theme).cards.values())
    inks = (theme.high, theme.mid, theme.low)
    return build_palette(
        (RED.base, BLUE.base, *cards, *LEGS.values()),
        (
            *((ink, ground) for ink in inks for ground in (theme.bg, theme.panel)),
            *((theme.high, card) for card in cards),
            *((owner.base, back) for owner in OWNERS for back in (theme.bg, INK)),
            *zip((RED.base, BLUE.base), cards, strict=True),
            *((INK, card) for card in cards),
            *((theme.line, ground) for ground in (theme.bg, theme.panel)),
            *((leg, INK) for leg in LEGS.values()),
        ),
        theme.frame,
    )

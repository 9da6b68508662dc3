"""Figures and pips on pieces stand out from what they lie on, measured on the drawn pixels of every piece."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image, ImageChops, ImageFilter

from games.force_field_factions.state import UP, Piece
from renderers.drawing.pyramids import ship as xero_g_ship, standing_pyramid
from renderers.drawing.themes import THEMES
from renderers.force_field_factions import board as factions
from renderers.force_field_factions.colours import OWNERS as FACTIONS, choose_colours as choose_factions_colours
from renderers.martian_life.colours import OWNERS as MARTIANS
from renderers.xero_g.colours import SHIP
from renderers.zyrcan import board as zyrcan
from renderers.zyrcan.colours import OWNERS as FLEETS, choose_colours as choose_zyrcan_colours
from tests.renderers.test_contrast import DrawnText, contrast

if TYPE_CHECKING:
    from collections.abc import Iterator

    from renderers.drawing.colours import Colour
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Theme
    from renderers.zyrcan.board import Look

LOOKS: tuple[Look, ...] = ("plain", "moved", "idle", "ghost")
LEAST_OF_A_FIGURE, LEAST_OF_A_PIP = 4.5, 3
"""What the guidelines ask of text, and of what else one has to see."""
FIGURE = 50, 50, 70, 75
"""Where a ship's figure is, without rims and flames: left, top, right and bottom."""
_SHARE = 0.1
"""A colour with a smaller share of the ground, such as a smoothed edge, isn't counted."""
_SCALE = 3


def grow(mask: Image.Image, pixels: int) -> Image.Image:
    """Return a mask of 0 and 255 that reaches some pixels farther to all sides, at most 7.

    A blur takes a small part of a `MaxFilter`'s time; a single pixel is still seen in that of 15 by 15.
    """
    return mask.filter(ImageFilter.BoxBlur(pixels)).point([255 * (value > 0) for value in range(256)])  # pyright: ignore[reportUnknownMemberType]


def grounds(sprite: Sprite, ink: Colour, area: tuple[int, int, int, int] | None = None) -> set[Colour]:
    """Return the colours within two pixels of what is drawn in an ink on a piece, or in an area of it."""
    whole = sprite.full_image(_SCALE)
    if area:
        whole = whole.crop((_SCALE * area[0], _SCALE * area[1], _SCALE * area[2], _SCALE * area[3]))
    difference = ImageChops.difference(whole.convert("RGB"), Image.new("RGB", whole.size, ink))
    is_ink = difference.convert("L").point([255 * (value == 0) for value in range(256)])  # pyright: ignore[reportUnknownMemberType]
    # A pip, unlike a rim of the same colour, is still there after its edge was taken away; no rim is in the area.
    edge = 2 if area else 5
    kept = ImageChops.invert(grow(ImageChops.invert(is_ink), edge))
    near = grow(grow(kept, edge), 2 * _SCALE)
    ground = whole.copy()
    ground.putalpha(ImageChops.multiply(near, ImageChops.multiply(ImageChops.invert(is_ink), whole.getchannel("A"))))
    found: Any = ground.getcolors(ground.width * ground.height)
    counts: dict[Colour, int] = {
        (red, green, blue): count for count, (red, green, blue, alpha) in found if alpha == 255
    }
    return {colour for colour, count in counts.items() if count >= _SHARE * sum(counts.values())}


def fleet(theme: Theme) -> Iterator[tuple[Sprite, Colour]]:
    """Yield the ships of Zyrcan in all their looks, with the colour of their figures."""
    for owner, engines, look in product(FLEETS, (1, 2, 3), LOOKS):
        ink = owner.ink if look in {"plain", "moved"} else choose_zyrcan_colours(theme).idle_ink
        yield zyrcan.ship(owner, engines, look, theme), ink


def pieces(theme: Theme) -> Iterator[tuple[Sprite, Colour]]:
    """Yield the pieces of the other games that have pips, with their colour: those of Xong have none."""
    for pips in (1, 2, 3):
        yield xero_g_ship(SHIP, pips, 124), SHIP.ink
        for owner in MARTIANS:
            yield standing_pyramid(owner, pips, 106), owner.ink
        for seat, facing in product((1, 2), (*range(8), UP)):
            owner = FACTIONS[seat - 1]
            yield factions.pyramid(Piece(seat, pips, facing), 1, theme), owner.ink
            if pips < 3:  # a piece of 3 pips has no room for the field that puts it out of phase
                out_of_phase = factions.pyramid(Piece(seat, pips, facing, "c"), 1, theme)
                yield out_of_phase, choose_factions_colours(theme).faded[owner].ink


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_figures_on_ships_have_the_contrast_of_texts(theme: Theme) -> None:
    least = [min(contrast(DrawnText(ink, each)) for each in grounds(ship, ink, FIGURE)) for ship, ink in fleet(theme)]
    assert len(least) == 60
    assert min(least) >= LEAST_OF_A_FIGURE


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_pips_on_pieces_stand_out(theme: Theme) -> None:
    least = [min(contrast(DrawnText(ink, each)) for each in grounds(piece, ink)) for piece, ink in pieces(theme)]
    assert min(least) >= LEAST_OF_A_PIP

"""Owners told apart without full colour vision.

Computed for a game's owners, two by two: how far their base colours are apart in CIE lightness L* (0 to 100), as seen
with full vision and as simulated by the matrices of Machado, Oliveira and Fernandes (2009) at full severity, which
apply to linear RGB. Base colours are the same in both themes; what differs, thin lines, is held against its ground. The
two of a game for two are at least 12 apart, any two of five at least 5, but for red and green with protanopia (1.7).
Xong's hexagons differ in CIE L*a*b* (1976) by at least 10. Besides, no two owners share an emblem, and their ships'
outlines differ by a tenth of their area.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from games.hex_grid import STANDARD
from games.xong.lattice import leg_index
from renderers.board.hexagons import Grid
from renderers.drawing.canvas import Canvas
from renderers.drawing.colours import BLACK, BLUE, DELTA, GREEN, INK, PURPLE, RED, WHITE, YELLOW
from renderers.drawing.themes import THEMES
from renderers.martian_life import colours as martian_life
from renderers.xero_g import colours as xero_g
from renderers.xong import colours as xong
from renderers.xong.board import draw_legs
from renderers.zyrcan import colours as zyrcan
from renderers.zyrcan.board import ship

if TYPE_CHECKING:
    from renderers.drawing.colours import Colour, Owner
    from renderers.drawing.themes import Theme

Matrix = tuple[tuple[float, float, float], ...]

SIGHTS: dict[str, Matrix] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
XYZ: Matrix = (
    (0.433953, 0.376219, 0.189828),
    (0.212673, 0.715152, 0.072175),
    (0.017757, 0.109477, 0.872766),
)
"""From linear RGB to CIE XYZ, each a share of that of white."""
FOR_TWO = {"xero-g and xong": (RED, BLUE), "martian-life": (RED, YELLOW), "force-field-factions": (BLACK, WHITE)}
FOR_FIVE = (RED, BLUE, DELTA, GREEN, PURPLE)


def linear(channel: int) -> float:
    share = channel / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def lightness(colour: Colour, sight: str) -> float:
    """Return the L* of a colour as somebody sees it."""
    seen = [sum(a * linear(b) for a, b in zip(row, colour, strict=True)) for row in SIGHTS[sight]]
    red, green, blue = (min(1.0, max(0.0, channel)) for channel in seen)
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return 116 * luminance ** (1 / 3) - 16 if luminance > 0.008856 else 903.3 * luminance


def lab(colour: Colour, sight: str) -> tuple[float, float, float]:
    """Return the L*a*b* of a colour as somebody sees it, from sRGB's primaries and white point (IEC 61966-2-1)."""
    seen = [sum(a * linear(b) for a, b in zip(row, colour, strict=True)) for row in SIGHTS[sight]]
    shares = [min(1.0, max(0.0, channel)) for channel in seen]
    x, y, z = (cube_root(sum(a * b for a, b in zip(row, shares, strict=True))) for row in XYZ)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def cube_root(share: float) -> float:
    return share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116


def apart(one: Colour, other: Colour, sight: str) -> float:
    return abs(lightness(one, sight) - lightness(other, sight))


def test_lightness_is_that_of_the_books() -> None:
    assert lightness((255, 255, 255), "full") == pytest.approx(100, abs=0.01)
    assert lightness((119, 119, 119), "tritanopia") == pytest.approx(50, abs=0.2)
    assert [round(lightness(owner.base, "full")) for owner in FOR_FIVE] == [58, 78, 89, 46, 38]


def test_lab_is_that_of_the_books() -> None:
    assert lab((255, 255, 255), "full") == pytest.approx((100, 0, 0), abs=0.05)
    assert lab((255, 0, 0), "full") == pytest.approx((53.24, 80.09, 67.2), abs=0.1)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_hexagons_of_xong_differ_by_10_whoever_touches_them(theme: Theme, sight: str) -> None:
    colours = xong.choose_colours(theme)
    tints = [*colours.touched.values(), *colours.cashed.values()]
    for one, other in combinations((*tints, colours.greened, colours.hexagon), 2):
        assert math.dist(lab(one, sight), lab(other, sight)) >= 10, (one, other)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("owners", FOR_TWO.values(), ids=FOR_TWO)
def test_the_two_owners_of_a_game_differ_by_12_in_lightness_and_in_emblem(
    owners: tuple[Owner, Owner], sight: str
) -> None:
    one, other = owners
    assert apart(one.base, other.base, sight) >= 12
    assert one.emblem != other.emblem


@pytest.mark.parametrize("sight", SIGHTS)
def test_owners_differ_by_5_in_lightness_except_red_and_green_with_protanopia(sight: str) -> None:
    close = {
        frozenset((one.emblem, other.emblem))
        for one, other in combinations(FOR_FIVE, 2)
        if apart(one.base, other.base, sight) < 5
    }
    assert close == ({frozenset(("disc", "square"))} if sight == "protanopia" else set())


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("engines", [1, 2, 3])
def test_ships_of_any_two_owners_differ_in_outline_by_a_tenth(theme: Theme, engines: int) -> None:
    shapes = [ship(owner, engines, "plain", theme).full_image(1).getchannel("A").tobytes() for owner in FOR_FIVE]
    for one, other in combinations(shapes, 2):
        pairs = [(a > 127, b > 127) for a, b in zip(one, other, strict=True)]
        assert sum(a != b for a, b in pairs) >= 0.1 * sum(a or b for a, b in pairs)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_blues_legs_have_dots_and_reds_have_none(theme: Theme) -> None:
    inks: list[int] = []
    cell = STANDARD.cells[0]
    grid = Grid(52, 30, 120 - 52 * cell.centre[0], 120 + 30 * cell.centre[1])
    for owner in (RED, BLUE):
        picture = Image.new("RGB", (240, 240), xong.choose_colours(theme).hexagon)
        draw_legs(Canvas(picture), grid, owner, 1 << leg_index(cell, 0))
        inks.append(picture.tobytes().count(bytes(INK)))
    assert inks[1] > inks[0] + 40


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_thin_lines_are_20_apart_in_lightness_from_the_ground_they_are_on(theme: Theme, sight: str) -> None:
    mars, space = martian_life.choose_colours(theme).tiles, xero_g.choose_colours(theme).tiles
    touched = xong.choose_colours(theme).touched
    for owner, grounds in (
        (RED, (*space, *mars, theme.bg, touched[RED])),
        (BLUE, (*space, theme.bg, touched[BLUE])),
        (YELLOW, mars),
        *((owner, (zyrcan.choose_colours(theme).cell,)) for owner in FOR_FIVE),
    ):
        for ground in grounds:
            assert apart(theme.thin[owner], ground, sight) >= 20, (owner.emblem, ground)

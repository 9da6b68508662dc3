"""The curve of the standing: each seat's band has its height and colour, and marked moves have a line and a badge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from renderers import RENDERERS
from renderers.board.scene import OwnersRenderer
from renderers.board.standing_curve import DEFAULT_OWNERS, Mark, StandingCurve, draw_standing_curve
from renderers.drawing.colours import BLUE, DELTA, INK, PAPER, RED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL import Image

    from renderers.drawing.colours import Colour
    from renderers.drawing.themes import Name

POINTS = ((0, (0.5, 0.3, 0.2)), (10, (0.1, 0.8, 0.1)))


def curve(points: Sequence[tuple[int, tuple[float, ...]]] = POINTS, *marks: Mark) -> StandingCurve:
    seats = ("Red", "Blue", "Yellow")
    return StandingCurve(("Ann", "Bob", "Cleo"), seats, (), tuple(points), marks, "Zyrcan #7", "Shares")


def colour_at(picture: Image.Image, x: int, y: int) -> Colour:
    """Return the colour of a pixel of an RGB picture."""
    found = picture.getpixel((x, y))
    assert isinstance(found, tuple)
    return (int(found[0]), int(found[1]), int(found[2]))


def column(picture: Image.Image, x: int) -> list[Colour]:
    """Return the colours of a column, each run of equal ones once and short runs left out."""
    pixels = picture.convert("RGB")
    found: list[Colour] = []
    run = 0
    for y in range(128, 508):
        here = colour_at(pixels, x, y)
        run = run + 1 if y > 128 and here == pixels.getpixel((x, y - 1)) else 1
        if run == 12 and (not found or found[-1] != here):
            found.append(here)
    return found


def near(one: Colour, other: Colour) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 8


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_each_seat_has_a_band_in_its_colour_from_the_top(theme: Name) -> None:
    picture = draw_standing_curve(curve(), theme)
    assert (picture.mode, picture.width) == ("P", 1000)
    found = column(picture, 40)
    assert len(found) == 3
    assert all(near(one, owner.base) for one, owner in zip(found, (RED, BLUE, DELTA), strict=True))


def test_the_bands_are_as_high_as_the_shares() -> None:
    pixels = draw_standing_curve(curve()).convert("RGB")

    def owner_at(share: float, x: int) -> int:
        here = colour_at(pixels, x, round(128 + share * 380))
        return next((seat for seat, owner in enumerate(DEFAULT_OWNERS, 1) if near(here, owner.base)), 0)

    assert [owner_at(share, 30) for share in (0.02, 0.47, 0.53, 0.77, 0.83)] == [1, 1, 2, 2, 3]
    assert [owner_at(share, 970) for share in (0.02, 0.07, 0.14, 0.87, 0.95)] == [1, 1, 2, 2, 3]


def test_a_marked_move_has_a_line_through_the_bands_with_an_even_edge() -> None:
    plain, marked = (draw_standing_curve(made).convert("RGB") for made in (curve(), curve(POINTS, Mark(5, 2))))
    line = [colour_at(marked, x, 300) for x in range(497, 503)]
    assert all(near(one, other) for one, other in zip(line, (INK, INK, PAPER, PAPER, INK, INK), strict=True))
    assert not near(colour_at(plain, 500, 300), PAPER)


def test_the_curve_of_one_position_is_drawn_over_the_whole_width() -> None:
    assert column(draw_standing_curve(curve(POINTS[:1])), 960) == column(draw_standing_curve(curve(POINTS[:1])), 40)


def test_marks_at_both_ends_and_side_by_side_stay_in_the_picture() -> None:
    marks = [Mark(ply, 1) for ply in (1, 2, 9, 10)]
    picture = draw_standing_curve(curve(POINTS, *marks)).convert("RGB")
    assert picture.getpixel((5, 542)) == picture.getpixel((995, 542)) == picture.getpixel((5, 600))


@pytest.mark.parametrize("key", sorted(RENDERERS))
def test_renderers_of_the_catalogue_tell_their_seats_looks(key: str) -> None:
    renderer = RENDERERS[key]
    assert isinstance(renderer, OwnersRenderer)
    assert len(renderer.owners) >= 2

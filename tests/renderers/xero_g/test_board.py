"""The arrow of a jump: one piece from ship to ship, on whatever arc, at every scale."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageDraw

from renderers.drawing.canvas import Canvas
from renderers.xero_g.board import DockedShip, draw_jump

GROUND = (90, 120, 150)
START = DockedShip(190, 900, 35)
SIDES = (128, 872)


def draw_arrow(end: DockedShip, scale: int, *between: DockedShip) -> Image.Image:
    """Return where an arrow from `START` is drawn, as 255 in mode L."""
    picture = Canvas.blank(1100, GROUND, scale)
    draw_jump(picture, START, end, (START, end, *between), SIDES)
    changed = ImageChops.difference(picture.image, Image.new("RGB", picture.image.size, GROUND))
    return changed.convert("L").point([0] + 255 * [255])  # pyright: ignore[reportUnknownMemberType]


def spread(mask: Image.Image, scale: int) -> tuple[float, float, float, float]:
    left, top, right, bottom = mask.getbbox() or (0, 0, 0, 0)
    return left / scale, top / scale, right / scale, bottom / scale


@pytest.mark.parametrize("scale", [1, 2])
@pytest.mark.parametrize("end", [(314, 900), (810, 900), (190, 776), (810, 280), (438, 652)])
def test_an_arrow_is_one_piece_from_ship_to_ship(end: tuple[int, int], scale: int) -> None:
    mask = draw_arrow(DockedShip(*end, 35), scale)
    first = next((x, y) for y in range(mask.height) for x in range(mask.width) if mask.getpixel((x, y)))
    ImageDraw.floodfill(mask, first, 128)
    assert {colour for _, colour in mask.getcolors() or []} == {0, 128}
    left, top, right, bottom = spread(mask, scale)
    for x, y in (end, (START.x, START.y)):
        assert left - 70 < x < right + 70
        assert top - 70 < y < bottom + 70


def test_an_arrow_takes_another_arc_where_a_ship_is_in_its_way() -> None:
    end = DockedShip(810, 900, 35)
    free = spread(draw_arrow(end, 1), 1)
    blocked = spread(draw_arrow(end, 1, DockedShip(500, int(free[1]) + 10, 45)), 1)
    assert blocked != free
    assert blocked[3] > free[3] + 20 or blocked[1] < free[1] - 20


def test_an_arrow_stays_between_the_sides_of_the_board() -> None:
    end = DockedShip(190, 280, 35)
    left, _, right, _ = spread(draw_arrow(end, 1), 1)
    assert SIDES[0] - 20 < left
    assert right < SIDES[1] + 20

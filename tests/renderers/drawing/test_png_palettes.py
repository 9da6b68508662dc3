"""Palettes that are found from pictures: areas are stored exactly, and edges in the colours that are missed most."""

from __future__ import annotations

from random import Random

import pytest
from PIL import Image, ImageDraw

from renderers.drawing.colours import FRAME, mix
from renderers.drawing.png_palettes import find_palette

SIZE = 400


def stripes(colours: list[tuple[int, int, int]], wide: int) -> Image.Image:
    """Return a picture with a stripe of each colour, on black."""
    picture = Image.new("RGB", (SIZE, SIZE))
    draw = ImageDraw.Draw(picture)
    for place, colour in enumerate(colours):
        draw.rectangle((place * wide, 0, (place + 1) * wide - 1, SIZE), fill=colour)
    return picture


def some_colours(count: int, seed: int) -> list[tuple[int, int, int]]:
    """Return colours of which no two are in the same cell of Pillow's search."""
    rng = Random(seed)
    found: dict[tuple[int, int, int], None] = {}
    while len(found) < count:
        red, green, blue = (4 * rng.randrange(64) for _ in range(3))
        found[red, green, blue] = None
    return [*found]


@pytest.mark.parametrize("seed", range(5))
def test_every_colour_of_an_area_is_stored_exactly(seed: int) -> None:
    picture = stripes(some_colours(100, seed), 4)
    stored = find_palette([picture]).store(picture)
    assert stored.mode == "P"
    assert stored.convert("RGB").tobytes() == picture.tobytes()


def test_the_frame_is_in_every_palette_and_first_where_two_are_alike() -> None:
    like_frame = (FRAME[3][0] - 1, *FRAME[3][1:])
    palette = find_palette([stripes([like_frame, *some_colours(300, 1)], 1)])
    assert {*FRAME} <= {*palette.colours}
    assert like_frame not in palette.colours
    assert len(palette.colours) == 256


def test_of_two_areas_that_cannot_be_told_apart_the_larger_one_is_kept() -> None:
    picture = stripes([(200, 100, 41), (200, 100, 42), (200, 100, 42)], 20)
    colours = find_palette([picture]).colours
    assert (200, 100, 42) in colours
    assert (200, 100, 41) not in colours


def test_blends_at_edges_are_near_what_they_were() -> None:
    one, other = (20, 30, 200), (250, 240, 10)
    picture = stripes([one, other], 100)
    for step in range(1, 20):
        picture.putpixel((step, step), mix(one, other, step / 20))
    stored = find_palette([picture]).store(picture).convert("RGB")
    for step in range(1, 20):
        kept, was = stored.getpixel((step, step)), mix(one, other, step / 20)
        assert isinstance(kept, tuple)
        assert max(abs(a - b) for a, b in zip(kept, was, strict=True)) < 5


def test_rare_colours_that_are_far_from_all_others_are_kept_before_near_ones() -> None:
    near = [(100 + 4 * (i % 8), 100 + 4 * (i // 8 % 8), 100 + 4 * (i // 64)) for i in range(290)]
    picture = stripes([(100, 100, 100)], SIZE)
    for place, colour in enumerate([*near, (0, 252, 0)]):
        picture.putpixel((place, 0), colour)
    assert (0, 252, 0) in find_palette([picture]).colours


def test_only_pictures_of_three_channels_have_a_palette() -> None:
    with pytest.raises(TypeError, match="mode RGB"):
        find_palette([Image.new("RGBA", (4, 4))])

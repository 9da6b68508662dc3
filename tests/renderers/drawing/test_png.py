"""The PNG files that the boards are sent as: read back, they are the very pictures, or the nearest of a palette."""

from __future__ import annotations

import zlib
from io import BytesIO
from random import Random

import pytest
from hypothesis import given, strategies as st
from PIL import Image, ImageDraw

from renderers import encode
from renderers.drawing.colours import FRAME, mix
from renderers.drawing.png_palettes import find_palette


@st.composite
def pictures(draw: st.DrawFn) -> Image.Image:
    """Return a small picture in mode P; some have fewer colours than a palette holds."""
    width, height = draw(st.integers(1, 40)), draw(st.integers(1, 12))
    colours = draw(st.integers(1, 256))
    pixels = draw(st.binary(min_size=width * height, max_size=width * height))
    picture = Image.frombytes("P", (width, height), bytes(pixel % colours for pixel in pixels))
    picture.putpalette(draw(st.binary(min_size=3 * colours, max_size=3 * colours)))
    return picture


def opened(data: bytes) -> Image.Image:
    picture = Image.open(BytesIO(data))
    picture.load()
    assert picture.format == "PNG"
    return picture


def chunks(data: bytes) -> dict[bytes, bytes]:
    """Return the chunks of a PNG file by their names, each with its checksum as it should be."""
    found: dict[bytes, bytes] = {}
    at = 8
    while at < len(data):
        end = at + 8 + int.from_bytes(data[at : at + 4])
        assert int.from_bytes(data[end : end + 4]) == zlib.crc32(data[at + 4 : end])
        found[data[at + 4 : at + 8]] = data[at + 8 : end]
        at = end + 4
    return found


@given(pictures())
def test_what_is_read_back_has_the_same_pixels_and_colours(picture: Image.Image) -> None:
    data = encode(picture)
    again = opened(data)
    assert (again.mode, again.size) == ("P", picture.size)
    assert again.tobytes() == picture.tobytes()
    assert again.getpalette() == picture.getpalette()


@given(pictures())
def test_every_part_of_the_file_is_whole_and_the_palette_no_longer_than_its_colours(picture: Image.Image) -> None:
    found = chunks(encode(picture))
    assert list(found) == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    assert list(found[b"PLTE"]) == picture.getpalette()
    assert len(zlib.decompress(found[b"IDAT"])) == picture.height * (picture.width + 1)


@pytest.mark.parametrize("mode", ["1", "L", "RGB", "RGBA"])
def test_a_picture_in_another_mode_is_kept_in_it(mode: str) -> None:
    picture = Image.linear_gradient("L").convert(mode)
    again = opened(encode(picture))
    assert again.mode == mode
    assert again.tobytes() == picture.tobytes()


def test_a_transparent_colour_stays_transparent() -> None:
    picture = Image.new("P", (3, 3), 1)
    picture.putpalette([255, 0, 0, 0, 255, 0])
    picture.info["transparency"] = 1
    assert opened(encode(picture)).convert("RGBA").getpixel((1, 1)) == (0, 255, 0, 0)


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

"""The PNG files that the boards are sent as: read back, they are the very pictures."""

from __future__ import annotations

import zlib
from io import BytesIO

import pytest
from hypothesis import given, strategies as st
from PIL import Image

from renderers import encode


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

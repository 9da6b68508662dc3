"""What is remembered of pictures: caches within their bytes, images compressed in memory, and sprites."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from hypothesis import given, strategies as st
from PIL import Image

from renderers.drawing.cache import byte_count, cache_by_bytes
from renderers.drawing.canvas import cached_backdrop, compressed_backdrop
from renderers.drawing.compressed_image import CompressedImage, compressed_bytes
from renderers.drawing.sketch import Sketch
from renderers.drawing.sprite import SPRITE_CACHE_BYTES, Sprite, SpriteImage, render_sprite
from renderers.drawing.typeface import NAME


@given(st.integers(0, 60), st.lists(st.integers(0, 25)))
def test_a_cache_keeps_the_latest_results_that_fit(limit: int, numbers: list[int]) -> None:
    computed: list[int] = []
    latest: list[int] = []

    @cache_by_bytes(limit, int)
    def compute(number: int) -> int:
        computed.append(number)
        return number

    for number in numbers:
        new = number not in latest
        computed.clear()
        assert compute(number) == number
        assert computed == ([number] if new else [])
        if number <= limit:
            latest = [number, *(other for other in latest if other != number)]
        while sum(latest) > limit:
            latest.pop()
        assert compute.cache_info().currsize == sum(latest)


def test_keyword_arguments_count_and_a_cache_can_be_emptied() -> None:
    computed: list[tuple[int, int]] = []

    @cache_by_bytes(100, lambda _: 1)
    def add(one: int, *, other: int) -> int:
        computed.append((one, other))
        return one + other

    assert [add(1, other=2), add(1, other=3), add(1, other=2)] == [3, 4, 3]
    assert computed == [(1, 2), (1, 3)]
    assert (add.cache_info().currsize, add.cache_info().maxsize) == (2, 100)
    add.cache_clear()
    assert (add.cache_info().currsize, add(1, other=2), len(computed)) == (0, 3, 3)


def test_many_threads_keep_the_count_right() -> None:
    def remainder(number: int) -> int:
        return number % 7 + 1

    cached_remainder = cache_by_bytes(20, int)(remainder)
    numbers = list(range(40)) * 50
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(cached_remainder, numbers)) == [remainder(number) for number in numbers]
    assert 13 < cached_remainder.cache_info().currsize <= 20


@pytest.mark.parametrize(("mode", "expected"), [("L", 35), ("P", 35), ("RGB", 140), ("RGBA", 140)])
def test_pixels_take_one_byte_with_a_palette_and_four_with_colours(mode: str, expected: int) -> None:
    assert byte_count(Image.new(mode, (5, 7))) == expected


def draw_flat(width: int, height: int, colours: int) -> Image.Image:
    """Return an image in mode P of bands of colour, as boards have them."""
    image = Image.new("P", (width, height))
    image.putpalette([channel for index in range(colours) for channel in (index, 2 * index, 255 - index)])
    for index in range(colours):
        image.paste(index, (0, index * height // colours, width, (index + 1) * height // colours))
    return image


def test_an_image_is_the_same_after_compression() -> None:
    image = Image.frombytes("P", (33, 21), Random(5).randbytes(33 * 21))
    image.putpalette(Random(6).randbytes(3 * 256))
    again = CompressedImage.compress(image).decompress()
    assert (again.mode, again.size) == ("P", (33, 21))
    assert again.tobytes() == image.tobytes()
    assert again.getpalette() == image.getpalette()


def test_flat_colours_take_a_twentieth_at_most() -> None:
    image = draw_flat(1000, 1000, 40)
    compressed = CompressedImage.compress(image)
    assert 20 * compressed_bytes(compressed) <= 1000 * 1000
    assert compressed_bytes(compressed) == len(compressed.pixels) + 3 * 40


def test_each_backdrop_can_be_drawn_on_and_is_drawn_once() -> None:
    compressed_backdrop.cache_clear()
    drawn: list[int] = []

    def draw(width: int) -> Image.Image:
        drawn.append(width)
        return draw_flat(width, 10, 3)

    first = cached_backdrop(draw, 30)
    first.paste(2, (0, 0, 30, 10))
    assert cached_backdrop(draw, 30).tobytes() == draw_flat(30, 10, 3).tobytes()
    assert cached_backdrop(draw, 31).width == 31
    assert drawn == [30, 31]


def test_sprites_of_all_sizes_are_remembered_up_to_a_bound_in_bytes() -> None:
    made: list[int] = []

    def paint(scale: int) -> SpriteImage:
        made.append(scale)
        return SpriteImage(Image.new("RGBA", (scale, scale)), 0, 0)

    sprite = Sprite(1, 1, paint)
    assert sprite.image_at(1) is sprite.image_at(1)
    assert sprite.image_at(2) is sprite.image_at(2)
    assert made == [1, 2]
    for _ in range(20):
        Sprite(1, 1, lambda _: SpriteImage(Image.new("RGBA", (500, 500)), 0, 0)).image_at(1)
        assert render_sprite.cache_info().currsize <= SPRITE_CACHE_BYTES
    sprite.image_at(2)
    assert made == [1, 2, 2]


def test_a_sprite_is_cropped_to_its_visible_part_and_drawn_in_place() -> None:
    sketch = Sketch(100, 80)
    sketch.box((10, 20, 30, 35), (200, 0, 0))
    part, left, top = sketch.finish().image_at(2)
    assert part.width * part.height < 60 * 50
    assert part.getbbox() == (120 - left, 120 - top, 160 - left, 150 - top)
    whole = sketch.finish().full_image(2)
    assert (whole.size, whole.getbbox()) == ((200, 160), (120, 120, 160, 150))
    assert whole.getpixel((130, 125)) == (200, 0, 0, 255)


def test_what_a_sprite_has_beyond_its_edge_or_not_at_all_does_no_harm() -> None:
    beyond, nothing = Sketch(20, 20), Sketch(20, 20)
    beyond.disc(10, 0, 5, (0, 200, 0))
    far = Sketch(20, 20)
    far.disc(100, 100, 5, (0, 200, 0))
    assert beyond.finish().full_image(1).getbbox() == (15, 5, 20, 15)
    assert far.finish().full_image(1).getbbox() is None
    assert nothing.finish().full_image(1).getbbox() is None


def test_words_on_a_sprite_are_all_there_with_no_shape_below_them() -> None:
    words = Sketch(200, 60, origin=(0, 0))
    words.write((30, 30), "Ag", NAME, (9, 9, 9))
    over = Sketch(200, 60, origin=(0, 0))
    over.box((0, 0, 200, 60), (9, 9, 9), alpha=0)
    over.write((30, 30), "Ag", NAME, (9, 9, 9))
    assert words.finish().full_image(1).tobytes() == over.finish().full_image(1).tobytes()
    assert words.finish().full_image(1).getbbox()

"""Images compressed in memory, and the empty boards that are kept so."""

from __future__ import annotations

from random import Random

from PIL import Image

from renderers.drawing.canvas import cached_backdrop, compressed_backdrop
from renderers.drawing.compressed_image import CompressedImage, compressed_bytes


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

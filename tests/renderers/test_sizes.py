"""Pictures in three sizes show the same, each as sharp as its pixels allow, and what is remembered stays bounded."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops

from renderers import RENDERERS, Scene, encode
from renderers.drawing.canvas import PICTURE_WIDTHS
from renderers.drawing.sketch import Sketch
from renderers.drawing.sprite import SPRITE_CACHE_BYTES, Sprite, SpriteImage, render_sprite
from renderers.drawing.typeface import NAME
from tests.renderers.image_comparison import Blurred, is_alike
from tests.renderers.test_pictures import KEYS, match
from tests.renderers.test_pictures import RENDERERS as OFFERED

if TYPE_CHECKING:
    from renderers.drawing.canvas import Size


def drawn(key: str, size: Size, theme: str = "dark") -> Image.Image:
    scene: Scene = replace(match(key, seed=7, plies=12)[-1], size=size, theme=theme)
    return OFFERED[key].draw(scene)


def even(picture: Image.Image) -> float:
    """The share of pixels that are as the one to the right of them and the one below."""
    seen = Image.frombytes("L", picture.size, picture.tobytes())
    still = ImageChops.lighter(
        ImageChops.difference(seen, ImageChops.offset(seen, 1, 0)),
        ImageChops.difference(seen, ImageChops.offset(seen, 0, 1)),
    )
    return still.histogram()[0] / (picture.width * picture.height)


def reduced(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    return picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)  # pyright: ignore[reportUnknownMemberType]


@pytest.mark.parametrize("key", KEYS)
def test_every_size_is_so_wide_in_mode_p_and_shows_the_same(key: str) -> None:
    normal = drawn(key, "normal")
    for size, wide in PICTURE_WIDTHS.items():
        picture = drawn(key, size)
        assert (picture.mode, picture.width, picture.height) == ("P", wide, round(normal.height * wide / 1000))
        smaller = min(picture.size, normal.size)
        assert is_alike(Blurred(reduced(picture, smaller)), Blurred(reduced(normal, smaller)))


@pytest.mark.parametrize("key", KEYS)
def test_a_large_picture_is_drawn_large_and_not_blown_up(key: str) -> None:
    assert 1 - even(drawn(key, "large")) < 0.7 * (1 - even(drawn(key, "normal")))


@pytest.mark.parametrize("key", KEYS)
def test_files_grow_less_than_their_pixels_and_the_small_one_is_the_smallest(key: str) -> None:
    small, normal, large = (len(encode(drawn(key, size))) for size in ("small", "normal", "large"))
    assert small < normal < large < 4 * normal


@pytest.mark.parametrize("key", sorted(RENDERERS))
def test_words_are_the_same_in_all_sizes(key: str) -> None:
    scene = match(key)[-1]
    others = [replace(scene, size=size) for size in PICTURE_WIDTHS]
    assert {RENDERERS[key].alt(other) for other in others} == {RENDERERS[key].alt(scene)}
    assert {RENDERERS[key].text(other) for other in others} == {RENDERERS[key].text(scene)}


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

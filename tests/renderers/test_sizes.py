"""Pictures in three sizes show the same, each as sharp as its pixels allow, and what is remembered stays bounded."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops

from renderers import RENDERERS, Scene, canvas, encode
from renderers.canvas import PIXELS, Sketch, Sprite
from tests.renderers.likeness import alike
from tests.renderers.test_pictures import KEYS, match
from tests.renderers.test_pictures import RENDERERS as OFFERED

if TYPE_CHECKING:
    from renderers.canvas import Size


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
    for size, wide in PIXELS.items():
        picture = drawn(key, size)
        assert (picture.mode, picture.width, picture.height) == ("P", wide, round(normal.height * wide / 1000))
        smaller = min(picture.size, normal.size)
        assert alike(reduced(picture, smaller), reduced(normal, smaller))


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
    others = [replace(scene, size=size) for size in PIXELS]
    assert {RENDERERS[key].alt(other) for other in others} == {RENDERERS[key].alt(scene)}
    assert {RENDERERS[key].text(other) for other in others} == {RENDERERS[key].text(scene)}


def test_sprites_for_large_pictures_are_remembered_up_to_a_bound_and_those_for_usual_ones_once() -> None:
    painted: list[int] = []

    def paint(scale: int) -> Image.Image:
        painted.append(scale)
        return Image.new("RGBA", (scale, scale))

    sprite = Sprite(1, 1, paint)
    assert sprite.at(1) is sprite.at(1)
    assert sprite.at(2) is sprite.at(2)
    assert painted == [1, 2]
    for _ in range(canvas.MAGNIFIED):
        Sketch(1, 1).done().at(2)
    sprite.at(2)
    assert painted == [1, 2, 2]
    assert canvas.magnified.cache_info().currsize == canvas.MAGNIFIED

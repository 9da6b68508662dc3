"""Sprites are cropped and drawn in place, and what is remembered of them stays bounded."""

from __future__ import annotations

from PIL import Image

from renderers.drawing.sketch import Sketch
from renderers.drawing.sprite import SPRITE_CACHE_BYTES, Sprite, SpriteImage, render_sprite
from renderers.drawing.typeface import NAME


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

"""What a canvas fills and writes looks like the sprites and letters that it spares; texts are cut to their space."""

from __future__ import annotations

from importlib.resources import files
from io import BytesIO

import pytest
from hypothesis import given, strategies as st
from PIL import Image, ImageChops, ImageDraw, ImageFont

from renderers.drawing.canvas import Canvas
from renderers.drawing.sketch import Sketch
from renderers.drawing.sprite import SPRITE_CACHE_BYTES, render_sprite
from renderers.drawing.typeface import LABEL, NAME, SMALLEST, fit, is_drawable, text_width, truncate

GROUND, FILL, EDGE = (40, 44, 60), (200, 90, 60), (250, 245, 230)


@given(
    left=st.integers(0, 60),
    wide=st.integers(50, 200),
    high=st.integers(50, 120),
    radius=st.integers(4, 24),
    rim=st.integers(0, 4),
    scale=st.sampled_from([1, 2]),
)
def test_a_box_is_filled_as_a_sprite_of_it_would_be_pasted(
    left: int, wide: int, high: int, radius: int, rim: int, scale: int
) -> None:
    filled, pasted = (Canvas.blank(140, GROUND, scale) for _ in range(2))
    filled.draw_box((left, 7, left + wide, 7 + high), radius, FILL, rim, EDGE)
    sketch = Sketch(wide, high, origin=(0, 0))
    sketch.box((0, 0, wide, high), EDGE if rim else FILL, radius)
    sketch.box((rim, rim, wide - rim, high - rim), FILL, radius - rim)
    pasted.paste(sketch.finish(), left, 7, once=True)
    assert filled.image.tobytes() == pasted.image.tobytes()


def test_what_is_wanted_once_is_not_remembered() -> None:
    sketch = Sketch(20, 20)
    sketch.disc(0, 0, 9, FILL)
    once, kept = (Canvas.blank(20, GROUND) for _ in range(2))
    sprite, held = sketch.finish(), render_sprite.cache_info().currsize
    once.paste(sprite, 3, 0, once=True)
    assert render_sprite.cache_info().currsize == held
    kept.paste(sprite, 3, 0)
    assert render_sprite.cache_info().currsize > held or held > SPRITE_CACHE_BYTES - 400 * 4
    assert once.image.tobytes() == kept.image.tobytes()


@given(st.text("Aji .1'", max_size=12), st.sampled_from(["l", "m", "r"]))
def test_a_text_looks_the_same_wherever_it_is_written_and_spaces_like_nothing(text: str, align: str) -> None:
    whole, shifted = (Canvas.blank(60, GROUND) for _ in range(2))
    for picture, x in ((whole, 500), (shifted, 512)):
        picture.write((x, 30), text, NAME, FILL, align)  # pyright: ignore[reportArgumentType]
    changed = ImageChops.difference(whole.image, Canvas.blank(60, GROUND).image).getbbox()
    assert (changed is None) == (not text.strip())
    assert ImageChops.offset(whole.image, 12, 0).tobytes() == shifted.image.tobytes()


@pytest.mark.parametrize("letter", ["A", "j", "1", "W"])
@pytest.mark.parametrize("scale", [1, 2])
def test_a_letter_is_whole_and_in_its_place(letter: str, scale: int) -> None:
    picture, fine = Canvas.blank(60, (0, 0, 0), scale), 4
    picture.write((20, 30), letter, NAME, (255, 255, 255))
    file = files("font_manrope").joinpath("files", "Manrope-Bold.ttf").read_bytes()
    face = ImageFont.truetype(BytesIO(file), NAME.size * scale * fine, layout_engine=ImageFont.Layout.BASIC)
    large = Image.new("L", (100 * scale * fine, 60 * scale * fine))
    place = 20 * scale * fine, round(30 + 0.36 * NAME.size) * scale * fine
    ImageDraw.Draw(large).text(place, letter, 255, face, anchor="ls")
    written = picture.image.getchannel("R").crop((0, 0, 100 * scale, 60 * scale))
    assert written.tobytes() == large.reduce(fine).tobytes()


def test_a_letter_written_after_another_is_a_letter_beside_it() -> None:
    word, letters = (Canvas.blank(60, GROUND) for _ in range(2))
    word.write((20, 30), "aa", LABEL, FILL)
    letters.write((20, 30), "a", LABEL, FILL)
    first = ImageChops.difference(letters.image, Canvas.blank(60, GROUND).image).getbbox()
    assert first is not None
    assert word.image.crop((0, 0, first[2], 60)).tobytes() == letters.image.crop((0, 0, first[2], 60)).tobytes()


@pytest.mark.parametrize("scale", [1, 2])
def test_a_halo_looks_like_the_text_written_all_round_it_first(scale: int) -> None:
    whole, repeated = (Canvas.blank(60, GROUND, scale) for _ in range(2))
    whole.write_with_halo((20, 30), "Aj1", LABEL, FILL, EDGE)
    for east, south in ((-3, 0), (3, 0), (0, -3), (0, 3), (-2, -2), (2, -2), (-2, 2), (2, 2)):
        repeated.write((20 + east, 30 + south), "Aj1", LABEL, EDGE)
    repeated.write((20, 30), "Aj1", LABEL, FILL)
    difference = ImageChops.difference(whole.image, repeated.image)
    assert max(difference.tobytes()) <= 2  # each copy is rounded, the halo once


def test_a_text_too_wide_is_cut_with_an_ellipsis_that_fits() -> None:
    cut = truncate("Maximilian Alexander", NAME, 200)
    assert cut.endswith("\u2026")
    assert 150 < text_width(cut, NAME) <= 200
    assert truncate("Max", NAME, 200) == "Max"


def test_all_words_of_the_pictures_can_be_drawn() -> None:
    assert is_drawable("\u00b7\u2026+:;,-@1234567890 abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ'")


def test_a_text_that_has_to_fit_gets_as_small_as_it_must_and_is_cut_only_then() -> None:
    text = "Maximilian Alexander"
    wide = text_width(text, NAME)
    assert fit(text, NAME, wide) == (text, NAME)
    whole, smaller = fit(text, NAME, 0.8 * wide)
    assert whole == text
    assert 0.75 * wide < text_width(text, smaller) <= 0.8 * wide
    cut, smallest = fit(text, NAME, 0.5 * wide)
    assert cut.endswith("\u2026")
    assert text_width(cut, smallest) <= 0.5 * wide
    assert SMALLEST * NAME.size <= smallest.size < SMALLEST * NAME.size + 1

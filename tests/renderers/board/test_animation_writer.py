"""Animations hold every frame to the pixel, for as long as asked."""

from __future__ import annotations

import random
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from renderers import RENDERERS
from renderers.board.animation_writer import AnimationWriter
from tests.renderers.test_pictures import match

if TYPE_CHECKING:
    from renderers.board.animation_writer import Format

FORMATS: tuple[Format, ...] = ("webp", "gif")
SHORT, LONG = 1000, 6000
"""Milliseconds that a frame stays."""


def filmed(form: Format, pictures: list[Image.Image]) -> Image.Image:
    film = AnimationWriter(form)
    for picture in pictures[:-1]:
        film.add_frame(picture, SHORT)
    film.add_frame(pictures[-1], LONG)
    return Image.open(BytesIO(film.finish()))


def frames(film: Image.Image) -> list[tuple[bytes, int]]:
    """Return the pixels of every frame and how long it stays, in milliseconds."""
    found: list[tuple[bytes, int]] = []
    for number in range(getattr(film, "n_frames", 1)):
        film.seek(number)
        pixels = film.convert("RGB").tobytes()
        found.append((pixels, film.info["duration"]))
    return found


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("key", ["martian-life", "xero-g", "xong"])
def test_every_frame_equals_the_still_and_the_last_one_stays(key: str, form: Format) -> None:
    pictures = [RENDERERS[key].draw(scene) for scene in match(key)[:6]]
    film = filmed(form, pictures)
    assert film.format == form.upper()
    assert film.info["loop"] == 0
    stills = [picture.convert("RGB").tobytes() for picture in pictures]
    assert frames(film) == list(zip(stills, [SHORT] * (len(stills) - 1) + [LONG], strict=True))


@pytest.mark.parametrize("form", FORMATS)
def test_frames_of_several_heights_and_palettes_are_filled_up_at_the_foot(form: Format) -> None:
    dice = random.Random(3)
    pictures: list[Image.Image] = []
    for height, shift in ((30, 0), (44, 0), (36, 0), (44, 40), (40, 40)):
        picture = Image.new("P", (50, height), 7)
        picture.putpalette([channel for i in range(256) for channel in ((i + shift) % 256, 255 - i, i // 2)])
        for _ in range(30):
            picture.putpixel((dice.randrange(1, 50), dice.randrange(1, height)), dice.randrange(256))
        pictures.append(picture)
    expected: list[bytes] = []
    for picture in pictures:
        full = Image.new("RGB", (50, 44), picture.convert("RGB").getpixel((0, 0)))
        full.paste(picture.convert("RGB"), (0, 0))
        expected.append(full.tobytes())
    assert [pixels for pixels, _ in frames(filmed(form, pictures))] == expected


@pytest.mark.parametrize("form", FORMATS)
def test_a_frame_in_which_nothing_changes_is_still_a_frame(form: Format) -> None:
    picture = RENDERERS["xero-g"].draw(match("xero-g")[0])
    once, twice = AnimationWriter(form), AnimationWriter(form)
    once.add_frame(picture, SHORT)
    twice.add_frame(picture, SHORT)
    twice.add_frame(picture, LONG)
    assert twice.size - once.size < 1000
    assert twice.finish().startswith(b"RIFF" if form == "webp" else b"GIF89a")


def test_only_pictures_with_a_palette_and_at_least_one_make_a_film() -> None:
    with pytest.raises(ValueError, match="mode P"):
        AnimationWriter("webp").add_frame(Image.new("RGB", (4, 4)), SHORT)
    with pytest.raises(ValueError, match="at least one"):
        AnimationWriter("gif").finish()

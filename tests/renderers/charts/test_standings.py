"""The table of ratings: each person on one scale, the uncertain in quiet tones, the reader's row marked."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from renderers.charts.page import accent, band_tone
from renderers.charts.standings import RatingRow, RatingTable, draw_rating_table, rating_table_text
from renderers.drawing.colours import YELLOW
from renderers.drawing.themes import THEMES

if TYPE_CHECKING:
    from renderers.drawing.canvas import Size
    from renderers.drawing.colours import Colour
    from renderers.drawing.themes import Name

ANN = RatingRow(1, "Ann", 1800, 120, provisional=False, matches=40)
BOB = RatingRow(2, "Bob", 1500, 200, provisional=False, matches=12)
CLEO = RatingRow(3, "Cleo", 1400, 300, provisional=True, matches=1)


def table(*rows: RatingRow, own: RatingRow | None = None) -> RatingTable:
    return RatingTable("Chomp", "3 people rated on all servers", rows, own)


def read(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def columns_of(picture: Image.Image, colour: Colour, top: int) -> tuple[int, int] | None:
    """Return the first and the last column with a colour in the row that begins at a height."""
    found = [x for x in range(1000) for y in range(top, top + 62) if picture.getpixel((x, y)) == colour]
    return (min(found), max(found)) if found else None


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("size", "width"), [("small", 600), ("normal", 1000), ("large", 2000)])
def test_a_table_has_the_width_of_its_size(theme: Name, size: Size, width: int) -> None:
    picture = read(draw_rating_table(table(ANN, BOB, CLEO), theme, size))
    assert (picture.width, picture.getpixel((2, 2))) == (width, THEMES[theme].bg)


def test_a_point_lies_in_the_middle_of_its_uncertainty() -> None:
    picture = read(draw_rating_table(table(ANN, BOB, CLEO)))
    middles: list[float] = []
    widths: list[int] = []
    for top in (164, 232):
        band = columns_of(picture, band_tone(THEMES["dark"]), top)
        point = columns_of(picture, accent(THEMES["dark"]), top)
        assert band
        assert point
        assert abs(sum(band) - sum(point)) <= 4
        middles.append(sum(point) / 2)
        widths.append(band[1] - band[0])
    assert middles[0] > middles[1] + 50, "who is higher is further right"
    assert widths[0] < widths[1], "who is surer has the narrower band"


def test_a_provisional_rating_has_no_filled_point() -> None:
    picture = read(draw_rating_table(table(ANN, BOB, CLEO)))
    assert columns_of(picture, accent(THEMES["dark"]), 300) is None


def test_the_first_place_has_a_yellow_ground_and_a_hidden_person_none() -> None:
    first = read(draw_rating_table(table(ANN)))
    hidden = read(draw_rating_table(table(replace(ANN, place=None))))
    assert columns_of(first, YELLOW.base, 164)
    assert columns_of(hidden, YELLOW.base, 164) is None


def test_the_readers_row_has_an_edge_on_the_page_and_below_it() -> None:
    low = THEMES["dark"].low
    on_page = read(draw_rating_table(table(replace(ANN, own=True), BOB)))
    below = read(draw_rating_table(table(ANN, BOB, own=replace(CLEO, own=True))))
    assert on_page.getpixel((500, 165)) == low
    assert read(draw_rating_table(table(ANN, BOB))).getpixel((500, 165)) != low
    assert below.getpixel((500, 164 + 2 * 68 - 6 + 22 + 1)) == low


@pytest.mark.parametrize(
    "rows", [(ANN,), (replace(ANN, uncertainty=0),), (ANN, replace(BOB, number=-3000)), (CLEO,) * 15]
)
def test_nothing_leaves_the_rows(rows: tuple[RatingRow, ...]) -> None:
    long = tuple(replace(row, name="Bartholomew Featherstonehaugh-Sm", matches=99999) for row in rows)
    picture = read(draw_rating_table(table(*long, own=replace(CLEO, place=None, own=True))))
    for box in ((0, 0, 24, picture.height), (976, 120, 1000, picture.height)):
        assert picture.crop(box).getcolors(1) is not None, "nothing but ground"


def test_a_table_in_words_has_every_number() -> None:
    assert rating_table_text(table(ANN, CLEO, own=replace(BOB, place=None, own=True))) == (
        "Chomp. 3 people rated on all servers. 1. Ann 1800 plus or minus 120, 40 matches. "
        "3. Cleo 1400 plus or minus 300, provisional, 1 match. Hidden. Bob (you) 1500 plus or minus 200, 12 matches."
    )


def test_words_of_a_whole_page_of_long_names_fit_an_alt_text() -> None:
    long = replace(CLEO, name="Bartholomew Featherstonehaugh-Sm")
    text = rating_table_text(table(*[long] * 15, own=long))
    assert len(text) <= 1024
    assert text.count("Bartholomew Featherstonehaugh-Sm 1400") == 16


def test_a_table_of_one_number_without_uncertainty_is_drawn() -> None:
    picture = read(draw_rating_table(table(replace(ANN, uncertainty=0))))
    assert columns_of(picture, accent(THEMES["dark"]), 164)

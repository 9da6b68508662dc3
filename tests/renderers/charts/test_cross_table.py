"""The cross table: every result in its cell, whatever the names, and in words that fit an alt text."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from renderers.charts.cross_table import CrossRow, CrossTable, cross_table_text, draw_cross_table
from renderers.charts.names import chart_name
from renderers.charts.page import HEADING, gain_tone
from renderers.drawing.themes import THEMES

if TYPE_CHECKING:
    from renderers.drawing.canvas import Size
    from renderers.drawing.themes import Name

LONG = "Bartholomew Featherstonehaugh-Sm"


def table(*rows: CrossRow) -> CrossTable:
    return CrossTable("Autumn Cup", "2 of 3 matches played", rows)


def three() -> CrossTable:
    return table(
        CrossRow(1, "Ann", ("", "2", "1"), "3"),
        CrossRow(2, "Cleo", ("0", "", "\u00b7"), "0"),
        CrossRow(2, "Bob", ("1", "\u00b7", ""), "1", "withdrawn"),
    )


def large(count: int, cell: str) -> CrossTable:
    rows = [
        CrossRow(place, LONG, tuple("" if other == place else cell for other in range(1, count + 1)), "30", "withdrawn")
        for place in range(1, count + 1)
    ]
    return table(*rows)


def read(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def share_of(picture: Image.Image, colour: tuple[int, int, int]) -> int:
    """Return how many pixels have exactly a colour."""
    return {found: count for count, found in picture.getcolors(1 << 24) or []}.get(colour, 0)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("size", "width"), [("small", 600), ("normal", 1000), ("large", 2000)])
def test_a_table_has_the_width_of_its_size(theme: Name, size: Size, width: int) -> None:
    picture = read(draw_cross_table(three(), theme, size))
    assert picture.width == width
    assert picture.getpixel((2, 2)) == THEMES[theme].bg


def test_a_win_has_a_green_ground_and_nothing_else_has() -> None:
    won, tone = three(), gain_tone(THEMES["dark"])
    lost = replace(won, rows=(replace(won.rows[0], cells=("", "0", "1")), *won.rows[1:]))
    assert share_of(read(draw_cross_table(won)), tone) > 1000
    assert share_of(read(draw_cross_table(lost)), tone) == 0


@pytest.mark.parametrize("count", [2, 6, 7, 10, 11, 16])
@pytest.mark.parametrize("cell", ["2", "20"])
def test_nothing_leaves_the_rows_of_long_names_and_double_cells(count: int, cell: str) -> None:
    picture = read(draw_cross_table(large(count, cell)))
    for box in ((0, 0, 24, picture.height), (976, 120, 1000, picture.height)):
        assert picture.crop(box).getcolors(1) is not None, "nothing but ground"


@pytest.mark.parametrize("count", [2, 6, 7, 10, 11, 16])
def test_the_heads_of_the_last_two_columns_stand_apart(count: int) -> None:
    heads = read(draw_cross_table(large(count, "2"))).crop((800, HEADING, 976, HEADING + 38)).convert("L")
    ground = heads.getpixel((0, 0))
    bare = [all(heads.getpixel((x, y)) == ground for y in range(heads.height)) for x in range(heads.width)]
    gaps = "".join(" " if each else "x" for each in bare).strip().split(" " * 16)
    assert len([each for each in gaps if each.strip()]) > 1


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("\u540d\u524d", "Player 1"),
        ("\U0001f3b2", "Player 1"),
        ("", "Player 1"),
        ("\u05d0\u05d1", "Player 1"),
        ("Bob \U0001f3b2", "Bob"),
        ("\u202eBob\n", "Bob"),
        ("\u0414\u043c\u0438\u0442\u0440\u0438\u0439", "\u0414\u043c\u0438\u0442\u0440\u0438\u0439"),
    ],
)
def test_what_the_typeface_lacks_is_left_out_of_names(name: str, drawn: str) -> None:
    assert chart_name(name, 1) == drawn
    rows = three().rows
    pictures = [draw_cross_table(table(replace(rows[0], name=each), *rows[1:])) for each in (name, drawn)]
    assert pictures[0] == pictures[1]


def test_a_table_in_words_names_everybody_and_every_result() -> None:
    assert cross_table_text(three()) == (
        "Autumn Cup. 2 of 3 matches played. 1. Ann, 3: 2 against Cleo and 1 against Bob. 2. Cleo, 0: 0 against Ann. "
        "2. Bob, 1, withdrawn: 1 against Ann."
    )


def test_words_that_would_not_fit_become_shorter_but_keep_every_place() -> None:
    middle, long = cross_table_text(large(9, "2")), cross_table_text(large(16, "20"))
    assert "in order. 1. Bartholomew Featherstonehaugh-Sm, 30, withdrawn (self 2 2 2 2 2 2 2 2). 2." in middle
    assert len(long) <= 1024
    assert f"16. {LONG}, 30, withdrawn." in long


@pytest.mark.parametrize("wrong", [table(), large(1, "2"), large(17, "2"), table(*three().rows[:2])])
def test_a_table_of_another_shape_is_an_error(wrong: CrossTable) -> None:
    with pytest.raises(ValueError, match="rows and a cell for each"):
        draw_cross_table(wrong)

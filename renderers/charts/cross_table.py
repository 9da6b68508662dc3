"""The cross table of a tournament: what everybody scored against everybody, in the order of their places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.text import format_list
from games.translation import gettext as _, pgettext
from renderers.board.alt_text import LONGEST_ALT, cut_alt, one_line
from renderers.charts.names import chart_name
from renderers.charts.page import (
    FOOT,
    HEAD,
    HEADING,
    LEFT,
    RIGHT,
    draw_place,
    draw_row,
    gain_tone,
    open_page,
    store_page,
)
from renderers.drawing.themes import THEMES
from renderers.drawing.typeface import TextStyle, text_width, truncate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from renderers.drawing.canvas import Canvas, Size
    from renderers.drawing.themes import Name, Theme

NOT_PLAYED = "\u00b7"
"""The cell of a pairing without a result."""
FEWEST_ROWS, MOST_ROWS = 2, 16
_COLUMN_HEADS = 46
_GAP = 6
_PLACE = 70
_POINTS = 96
_NAME = TextStyle("Bold", 31)
_SMALL_NAME = TextStyle("Bold", 27)
_NOTE = TextStyle("SemiBold", 23)
_CELLS = (TextStyle("ExtraBold", 29), TextStyle("ExtraBold", 25), TextStyle("ExtraBold", 23))
"""The styles of cells: wide ones, narrow or double ones, narrow double ones."""
_SCORE = TextStyle("ExtraBold", 33)


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A player's row.

    `place` is None before there is any result. `cells` has what they scored against the player of each row, in the
    order of the rows: `2`, `1` or `0`, `20` for two matches of a pairing, `NOT_PLAYED`, and an empty text on the
    diagonal. `note` is a word such as `withdrawn`.
    """

    place: int | None
    name: str
    cells: tuple[str, ...]
    points: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class CrossTable:
    """A cross table under a title, from the first place down; at most `MOST_ROWS` rows are readable on a phone."""

    title: str
    subtitle: str
    rows: tuple[CrossRow, ...]


def draw_cross_table(table: CrossTable, theme: Name = "dark", size: Size = "normal") -> bytes:
    """Return the picture of a cross table as PNG.

    Raises `ValueError` for fewer than `FEWEST_ROWS` rows or more than `MOST_ROWS`, and where cells are missing.
    """
    count = len(table.rows)
    if not FEWEST_ROWS <= count <= MOST_ROWS or any(len(row.cells) != count for row in table.rows):
        raise ValueError(f"A cross table has {FEWEST_ROWS} to {MOST_ROWS} rows and a cell for each in each.")
    tones, height = THEMES[theme], 66 if count <= 10 else 58
    below = HEADING + _COLUMN_HEADS + count * (height + _GAP) - _GAP
    page = open_page(below + FOOT, table.title, table.subtitle, tones, size)
    _draw_column_heads(page, count, tones)
    for number, row in enumerate(table.rows, 1):
        _draw_player(page, HEADING + _COLUMN_HEADS + (number - 1) * (height + _GAP), height, (number, row), tones)
    return store_page(page, theme, size)


def cross_table_text(table: CrossTable) -> str:
    """Return a cross table in words, as the alt text of its picture, at most 1024 characters.

    The results are with the names of opponents if that fits, else in the order of the places, else left out.
    """
    names = [one_line(row.name) for row in table.rows]
    heads = [_describe_row(row, name) for row, name in zip(table.rows, names, strict=True)]
    title = ". ".join(part for part in (one_line(table.title), table.subtitle) if part)
    in_order = [f"{head} ({_list_cells(row)})" for head, row in zip(heads, table.rows, strict=True)]
    named = [f"{head}{_name_opponents(row, names)}" for head, row in zip(heads, table.rows, strict=True)]
    listed = ([title, *named], [title, _("Results against each row in order"), *in_order], [title, *heads])
    texts = [f"{'. '.join(parts)}." for parts in listed]
    return next((text for text in texts if len(text) <= LONGEST_ALT), cut_alt(texts[-1]))


def _describe_row(row: CrossRow, name: str) -> str:
    place = "" if row.place is None else f"{row.place}. "
    return f"{place}{name}, {row.points}{f', {row.note}' if row.note else ''}"


def _list_cells(row: CrossRow) -> str:
    # Translators: stands in the place of the result of a player against themselves.
    own = pgettext("result", "self")
    return " ".join({"": own, NOT_PLAYED: "-"}.get(cell, cell) for cell in row.cells)


def _name_opponents(row: CrossRow, names: Iterable[str]) -> str:
    played = [(cell, name) for cell, name in zip(row.cells, names, strict=True) if cell not in {"", NOT_PLAYED}]
    # Translators: {points} is what was scored against somebody: "2", "2 and 0".
    template = _("{points} against {name}")
    results = [template.format(points=format_list(cell), name=name) for cell, name in played]
    return f": {format_list(results)}" if results else ""


def _cell_width(count: int) -> int:
    return 64 if count <= 6 else 54 if count <= 10 else 38


def _cell_middle(count: int, number: int) -> int:
    """Return the middle of a column of cells, from the left edge of the page; `number` counts from 1."""
    return RIGHT - _POINTS - round((count - number + 0.5) * _cell_width(count))


def _draw_column_heads(page: Canvas, count: int, theme: Theme) -> None:
    y = HEADING + _COLUMN_HEADS // 2 - 4
    for number in range(1, count + 1):
        page.write((_cell_middle(count, number), y), str(number), HEAD, theme.mid, "m")
    # Translators: heads a narrow column of points.
    words = _("Points") if count <= 10 else _("Pts")  # else it touches the last one
    room = RIGHT - 14 - _cell_middle(count, count) - text_width(str(count), HEAD) / 2 - 10
    page.write_within((RIGHT - 14, y), words, HEAD, theme.mid, room, "r")


def _draw_player(page: Canvas, top: int, height: int, player: tuple[int, CrossRow], theme: Theme) -> None:
    number, row = player
    count, y = len(row.cells), top + height // 2
    draw_row(page, top, height, theme)
    draw_place(page, LEFT + 34, y, row.place, theme)
    style = _NAME if count <= 10 else _SMALL_NAME
    room = _cell_middle(count, 1) - _cell_width(count) / 2 - 10 - LEFT - _PLACE
    name = chart_name(row.name, number)
    note = text_width(row.note, _NOTE) if row.note else 0
    if note and text_width(name, style) + 14 + note <= room:
        page.write((LEFT + _PLACE + text_width(name, style) + 14, y), row.note, _NOTE, theme.low)
    elif note:
        page.write((LEFT + _PLACE, y + 15), truncate(row.note, _NOTE, room), _NOTE, theme.low)
        y -= 13
    page.write((LEFT + _PLACE, y), truncate(name, style, room), style, theme.low if row.note else theme.high)
    for column, cell in enumerate(row.cells, 1):
        _draw_cell(page, (_cell_middle(count, column), top + height // 2), cell, count, theme)
    page.write((RIGHT - 14, top + height // 2), row.points, _SCORE, theme.high, "r")


def _draw_cell(page: Canvas, middle: tuple[int, int], cell: str, count: int, theme: Theme) -> None:
    """Draw a cell: a green ground under wins, a dark one under draws and mixed results, a bare one under losses."""
    (x, y), half = middle, _cell_width(count) // 2 - 3
    double, narrow = len(cell) > 1, count > 10
    wide = half + 2 if double and narrow else min(half, 24)
    won, lost = set(cell) == {"2"}, set(cell) == {"0"}
    if not lost and cell != NOT_PLAYED:
        fill = theme.line if not cell else gain_tone(theme) if won else theme.bg
        page.draw_box((x - wide, y - 22, x + wide, y + 22), 9, fill)
    page.write(
        (x, y),
        truncate(cell, _CELLS[double + narrow], 2 * wide),
        _CELLS[double + narrow],
        theme.mid if lost else theme.high,
        "m",
    )

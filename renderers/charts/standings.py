"""The table of a game's ratings: places, names, numbers, and how far each may be from the truth."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from games.translation import gettext as _, ngettext, pgettext
from renderers.board.alt_text import LONGEST_ALT, cut_alt, one_line
from renderers.charts.names import chart_name
from renderers.charts.page import (
    FOOT,
    HEAD,
    HEADING,
    LEFT,
    RIGHT,
    accent,
    band_tone,
    draw_place,
    draw_row,
    open_page,
    store_page,
)
from renderers.drawing.sketch import Sketch
from renderers.drawing.themes import THEMES
from renderers.drawing.typeface import NAME, TextStyle, text_width, truncate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from renderers.drawing.canvas import Canvas, Size
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Name, Theme

_COLUMN_HEADS = 46
_HEIGHT, _GAP = 62, 6
_BEFORE_OWN = 22
_NAME_LEFT, _NAME_RIGHT = LEFT + 70, 432
_NUMBER_RIGHT = 548
_SCALE = (592, 824)
_STEPS = (50, 100, 200, 250, 500, 1000, 2000)
_NUMBER = TextStyle("ExtraBold", 35)
_NOTE = TextStyle("SemiBold", 23)
_TICK = TextStyle("SemiBold", 23)
_TICKS = 3


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A person's rating, its uncertainty in the same points, and after how many matches.

    `place` is None for a person who is hidden from the table, `own` says that the row is the reader's.
    """

    place: int | None
    name: str
    number: int
    uncertainty: int
    provisional: bool
    matches: int
    own: bool = False


@dataclass(frozen=True, slots=True)
class RatingTable:
    """A page of a table under a title, at least one row; `own` is the reader's row where it isn't on the page."""

    title: str
    subtitle: str
    rows: tuple[RatingRow, ...]
    own: RatingRow | None = None


@dataclass(frozen=True, slots=True)
class _Axis:
    """The scale of numbers: its ends and its ticks."""

    low: int
    high: int
    ticks: tuple[int, ...]

    def x(self, number: float) -> float:
        """Return where a number lies, from the left edge of the page."""
        left, right = _SCALE
        return left + (number - self.low) / (self.high - self.low) * (right - left)


def draw_rating_table(table: RatingTable, theme: Name = "dark", size: Size = "normal") -> bytes:
    """Return the picture of a page of a game's ratings as PNG."""
    tones, axis = THEMES[theme], _find_axis([*table.rows, *([table.own] if table.own else [])])
    below = HEADING + _COLUMN_HEADS + len(table.rows) * (_HEIGHT + _GAP) - _GAP
    own_top = below + _BEFORE_OWN
    page = open_page((own_top + _HEIGHT if table.own else below) + FOOT, table.title, table.subtitle, tones, size)
    _draw_column_heads(page, axis, tones)
    for number, row in enumerate(table.rows):
        _draw_rating(page, HEADING + _COLUMN_HEADS + number * (_HEIGHT + _GAP), row, axis, tones)
    if table.own:
        _draw_rating(page, own_top, table.own, axis, tones)
    return store_page(page, theme, size)


def rating_table_text(table: RatingTable) -> str:
    """Return a page of a game's ratings in words, as the alt text of its picture, at most 1024 characters."""
    rows = (*table.rows, *([table.own] if table.own else []))
    listed = [[_describe_rating(row, brief=brief) for row in rows] for brief in (False, True)]
    texts = [f"{one_line(table.title)}. {table.subtitle}. {'. '.join(lines)}." for lines in listed]
    return next((text for text in texts if len(text) <= LONGEST_ALT), cut_alt(texts[-1]))


def _describe_rating(row: RatingRow, *, brief: bool) -> str:
    """Return a row in words, in `brief` only the place, the name and the number."""
    name = one_line(row.name)
    if brief:
        template = "{place}. {name} {rating}"
    elif row.provisional:
        template = ngettext(
            "{place}. {name} {rating} plus or minus {uncertainty}, provisional, {n} match",
            "{place}. {name} {rating} plus or minus {uncertainty}, provisional, {n} matches",
            row.matches,
        )
    else:
        # Translators: {place} is a number, or "Hidden" for somebody who isn't in the table.
        template = ngettext(
            "{place}. {name} {rating} plus or minus {uncertainty}, {n} match",
            "{place}. {name} {rating} plus or minus {uncertainty}, {n} matches",
            row.matches,
        )
    return template.format(
        place=pgettext("place", "Hidden") if row.place is None else row.place,
        name=_("{name} (you)").format(name=name) if row.own else name,
        rating=row.number,
        uncertainty=row.uncertainty,
        n=row.matches,
    )


def _find_axis(rows: Sequence[RatingRow]) -> _Axis:
    """Return the scale that has room for all numbers with their uncertainty, with `_TICKS` ticks at most."""
    low = min(row.number - row.uncertainty for row in rows)
    high = max(row.number + row.uncertainty for row in rows)
    step = next((each for each in _STEPS if (high - low) / each <= _TICKS), _STEPS[-1])
    return _Axis(low, max(high, low + 1), tuple(range(math.ceil(low / step) * step, high + 1, step)))


def _draw_column_heads(page: Canvas, axis: _Axis, theme: Theme) -> None:
    y = HEADING + _COLUMN_HEADS // 2 - 4
    page.write((_NUMBER_RIGHT - 16, y), pgettext("column", "Rating"), HEAD, theme.mid, "r")
    ends = [_NUMBER_RIGHT, *(axis.x(tick) + text_width(str(tick), _TICK) / 2 for tick in axis.ticks)]
    page.write_within((RIGHT - 14, y), pgettext("column", "Matches"), HEAD, theme.mid, RIGHT - 24 - max(ends), "r")
    for tick in axis.ticks:
        page.write((axis.x(tick), y), str(tick), _TICK, theme.mid, "m")


def _draw_rating(page: Canvas, top: int, row: RatingRow, axis: _Axis, theme: Theme) -> None:
    y, ink = top + _HEIGHT // 2, theme.mid if row.provisional else theme.high
    draw_row(page, top, _HEIGHT, theme, own=row.own)
    draw_place(page, LEFT + 34, y, row.place, theme)
    own = pgettext("row", "you") if row.place is not None else pgettext("row", "hidden")
    note = own if row.own else ""
    room = _NAME_RIGHT - _NAME_LEFT - (text_width(note, _NOTE) + 14 if note else 0)
    name = truncate(chart_name(row.name, row.place or 0), NAME, room)
    page.write((_NAME_LEFT, y), name, NAME, theme.high)
    page.write((_NAME_LEFT + text_width(name, NAME) + 14, y), note, _NOTE, theme.mid)
    page.write((_NUMBER_RIGHT - 16, y), str(row.number), _NUMBER, ink, "r")
    if row.provisional:
        page.write((_NUMBER_RIGHT - 13, y), "?", NAME, theme.mid)
    _draw_whisker(page, y, row, axis, theme)
    page.write((RIGHT - 14, y), str(row.matches), NAME, theme.mid, "r")


def _draw_whisker(page: Canvas, y: int, row: RatingRow, axis: _Axis, theme: Theme) -> None:
    """Draw a band as wide as the uncertainty, over the ticks, and a point on the number, hollow if provisional."""
    for tick in axis.ticks:
        x = round(axis.x(tick))
        page.fill((x - 1, y - 22, x + 1, y + 22), theme.line)
    left, right = (round(axis.x(row.number + sign * row.uncertainty)) for sign in (-1, 1))
    if right - left > 16:
        page.draw_box((left, y - 8, right, y + 8), 8, theme.line if row.provisional else band_tone(theme))
    page.paste_centred(_point(theme, hollow=row.provisional), axis.x(row.number), y)


@lru_cache(4)
def _point(theme: Theme, *, hollow: bool) -> Sprite:
    sketch = Sketch(30, 30)
    sketch.disc(0, 0, 12, theme.mid if hollow else accent(theme))
    if hollow:
        sketch.disc(0, 0, 8, theme.panel)
    return sketch.finish()

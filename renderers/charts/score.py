"""Scores of people: in words, and as bars of what was won, drawn and lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.translation import gettext as _, ngettext, pgettext
from renderers.charts.page import gain_tone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from renderers.drawing.canvas import Canvas
    from renderers.drawing.colours import Colour
    from renderers.drawing.themes import Theme

_RADIUS = 8
_GAP = 4


@dataclass(frozen=True, slots=True)
class Score:
    """How many matches were won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost


def describe_score(score: Score) -> str:
    """Return a score in words.

    >>> describe_score(Score(2, 0, 1))
    '2 won, 0 drawn, 1 lost'
    """
    # Translators: how many matches were won, drawn and lost; it stands in pictures, so it has to be short.
    return _("{won} won, {drawn} drawn, {lost} lost").format(won=score.won, drawn=score.drawn, lost=score.lost)


def describe_places(places: Sequence[int]) -> str:
    """Return how often each place was taken, from the first on.

    >>> describe_places([3, 0, 1, 2])
    '3 times 1st, once 3rd, twice 4th'
    """
    return ", ".join(_describe_place(place, count) for place, count in enumerate(places, 1) if count)


def _describe_place(place: int, count: int) -> str:
    if count == 1:
        # Translators: how often a place was taken; {place} is "1st".
        template = _("once {place}")
    elif count == 2:
        template = _("twice {place}")
    else:
        template = ngettext("{n} time {place}", "{n} times {place}", count)
    ordinals = {1: pgettext("place", "{n}st"), 2: pgettext("place", "{n}nd"), 3: pgettext("place", "{n}rd")}
    ordinal = ordinals.get(place, pgettext("place", "{n}th"))
    return template.format(n=count, place=ordinal.format(n=place))


def draw_score_bar(page: Canvas, box: tuple[int, int, int, int], score: Score, theme: Theme) -> None:
    """Draw a bar in a box (left, top, right, bottom): green for what was won, grey for drawn, dark for lost."""
    draw_shares(page, box, ((score.won, gain_tone(theme)), (score.drawn, theme.line), (score.lost, theme.bg)))


def draw_shares(page: Canvas, box: tuple[int, int, int, int], shares: Sequence[tuple[int, Colour]]) -> None:
    """Draw numbers side by side in a box, each as wide as its share of them, in its colour."""
    left, top, right, bottom = box
    shown = [(count, colour) for count, colour in shares if count]
    total, least = sum(count for count, _ in shown), 2 * _RADIUS
    room = right - left - _GAP * (len(shown) - 1) - least * len(shown)
    x = float(left)
    for count, colour in shown:
        end = x + least + room * count / total
        page.draw_box((round(x), top, round(end), bottom), _RADIUS, colour)
        x = end + _GAP

"""A person's profile: how much they play, their ratings and results game by game, and whom they meet most often."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.translation import gettext as _
from renderers.board.alt_text import cut_alt, one_line
from renderers.charts.names import chart_name
from renderers.charts.page import FOOT, HEADING, LEFT, RIGHT, draw_row, open_page, store_page
from renderers.charts.rating_curve import draw_rating_curve
from renderers.charts.score import Score, describe_places, describe_score, draw_score_bar
from renderers.drawing.themes import THEMES
from renderers.drawing.typeface import NAME, PLAIN, TITLE, TextStyle, fit, text_width, truncate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from renderers.drawing.canvas import Canvas, Size
    from renderers.drawing.themes import Name, Theme

_GAP = 10
_SECTION = 58
_TILE, _CARD, _ROW = 122, 168, 62
_INSET = 22
_CURVE = (552, 770)
_LEFT_PART = 474
"""Where the words of a game and its bar end at the right."""
_BAR = (400, 590)
_SCORE_ROOM = RIGHT - _INSET - _BAR[1] - 20
_VALUE = TextStyle("ExtraBold", 46)
_NUMBER = TextStyle("ExtraBold", 46)
_MARK = TextStyle("Bold", 33)


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure with what it counts: `87`, `moves at most`."""

    figure: str
    what: str


@dataclass(frozen=True, slots=True)
class RatedCurve:
    """A rating: its numbers with their uncertainties, before the first match and after each."""

    points: tuple[tuple[int, int], ...]
    provisional: bool


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game: its rating, None without one, the score in matches of two, and how often each place of more was taken."""

    title: str
    rating: RatedCurve | None
    score: Score
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody whom the person meets often, with the person's score."""

    name: str
    score: Score


@dataclass(frozen=True, slots=True)
class ProfileChart:
    """What the picture shows under a name: up to four facts, games, and opponents."""

    name: str
    subtitle: str
    facts: tuple[Fact, ...]
    games: tuple[GameCard, ...]
    opponents: tuple[Opponent, ...] = ()


def draw_profile(chart: ProfileChart, theme: Name = "dark", size: Size = "normal") -> bytes:
    """Return the picture of a profile as PNG."""
    tones = THEMES[theme]
    games_top = HEADING + (_TILE + _GAP if chart.facts else 0)
    opponents_top = games_top + len(chart.games) * (_CARD + _GAP)
    below = opponents_top + (_SECTION + len(chart.opponents) * (_ROW + 6) if chart.opponents else 0)
    page = open_page(below - 6 + FOOT, chart_name(chart.name, 0), chart.subtitle, tones, size)
    _draw_facts(page, chart.facts, tones)
    for number, card in enumerate(chart.games):
        _draw_game(page, games_top + number * (_CARD + _GAP), card, tones)
    if chart.opponents:
        page.write((LEFT, opponents_top + _SECTION // 2 - 2), _("Most often against"), TITLE, tones.high)
    style = _find_score_style(chart.opponents)
    for number, opponent in enumerate(chart.opponents):
        _draw_opponent(page, opponents_top + _SECTION + number * (_ROW + 6), (number + 1, opponent), style, tones)
    return store_page(page, theme, size)


def _draw_facts(page: Canvas, facts: Sequence[Fact], theme: Theme) -> None:
    """Draw the facts side by side, each on a tile."""
    wide = (RIGHT - LEFT - _GAP * (len(facts) - 1)) // max(1, len(facts))
    for number, fact in enumerate(facts):
        left = LEFT + number * (wide + _GAP)
        page.draw_box((left, HEADING, left + wide, HEADING + _TILE), 14, theme.panel)
        page.write((left + _INSET, HEADING + 46), fact.figure, _VALUE, theme.high)
        page.write_within((left + _INSET, HEADING + 92), fact.what, PLAIN, theme.mid, wide - _INSET - 8)


def _draw_game(page: Canvas, top: int, card: GameCard, theme: Theme) -> None:
    draw_row(page, top, _CARD, theme)
    unrated = _("no rating yet")
    aside = max(180, math.ceil(text_width(unrated, PLAIN)) + 12)
    left, right = LEFT + _INSET, _LEFT_PART if card.rating else RIGHT - _INSET - aside
    page.write((left, top + 40), truncate(card.title, NAME, right - left), NAME, theme.high)
    words = [describe_score(card.score)] if card.score.total else []
    words += [describe_places(card.places)] if any(card.places) else []
    for y, line in zip((88, 130), words, strict=False):
        page.write_within((left, top + y), line, PLAIN, theme.mid, right - left)
    if len(words) == 1:
        score = card.score if card.score.total else Score(sum(card.places[:1]), sum(card.places[1:]))
        draw_score_bar(page, (left, top + 118, _LEFT_PART, top + 142), score, theme)
    if card.rating:
        _draw_rating(page, top, card.rating, theme)
    else:
        page.write((RIGHT - _INSET, top + 40), unrated, PLAIN, theme.low, "r")


def _draw_rating(page: Canvas, top: int, rating: RatedCurve, theme: Theme) -> None:
    number, uncertainty = rating.points[-1]
    draw_rating_curve(page, (_CURVE[0], top + 18, _CURVE[1], top + _CARD - 18), rating.points, theme)
    end = RIGHT - _INSET - 18
    page.write((end, top + 66), str(number), _NUMBER, theme.mid if rating.provisional else theme.high, "r")
    if rating.provisional:
        page.write((end + 3, top + 66), "?", _MARK, theme.mid)
    page.write((end, top + 114), f"\u00b1 {uncertainty}", PLAIN, theme.mid, "r")


def _find_score_style(opponents: Sequence[Opponent]) -> TextStyle:
    """Return the style in which the scores of all opponents fit beside their bars."""
    styles = [fit(describe_score(each.score), PLAIN, _SCORE_ROOM)[1] for each in opponents]
    return min(styles, key=lambda style: style.size, default=PLAIN)


def _draw_opponent(page: Canvas, top: int, numbered: tuple[int, Opponent], style: TextStyle, theme: Theme) -> None:
    number, opponent = numbered
    y = top + _ROW // 2
    draw_row(page, top, _ROW, theme)
    words = describe_score(opponent.score)
    left, right = _BAR
    name = truncate(chart_name(opponent.name, number), NAME, left - LEFT - _INSET - 20)
    page.write((LEFT + _INSET, y), name, NAME, theme.high)
    draw_score_bar(page, (left, y - 12, right, y + 12), opponent.score, theme)
    page.write_within((RIGHT - _INSET, y), words, style, theme.mid, _SCORE_ROOM, "r")


def profile_text(chart: ProfileChart) -> str:
    """Return a profile in words, as the alt text of its picture, at most 1024 characters."""
    facts = ", ".join(f"{fact.figure} {fact.what}" for fact in chart.facts)
    games = [_describe_game(card) for card in chart.games]
    opponents = [f"{one_line(one.name)} {describe_score(one.score)}" for one in chart.opponents]
    # Translators: {opponents} are names with scores.
    met = [_("Most often against {opponents}").format(opponents="; ".join(opponents))] if opponents else []
    parts = [f"{one_line(chart.name)}. {chart.subtitle}", *([facts] if facts else []), *games, *met]
    return cut_alt(f"{'. '.join(parts)}.")


def _describe_game(card: GameCard) -> str:
    rating = _("no rating yet")
    if card.rating:
        number, uncertainty = card.rating.points[-1]
        template = (
            _("rated {rating} plus or minus {uncertainty}, provisional")
            if card.rating.provisional
            else _("rated {rating} plus or minus {uncertainty}")
        )
        rating = template.format(rating=number, uncertainty=uncertainty)
    words = [rating, *([describe_score(card.score)] if card.score.total else [])]
    words += [describe_places(card.places)] if any(card.places) else []
    return f"{card.title}: {'; '.join(words)}"

"""Two people against each other: their score over all games, game by game, and their last matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.translation import gettext as _
from renderers.board.alt_text import cut_alt, one_line
from renderers.charts.names import chart_name
from renderers.charts.page import FOOT, HEADING, LEFT, RIGHT, accent, draw_row, open_page, store_page
from renderers.charts.score import Score, describe_score, draw_shares
from renderers.drawing.colours import YELLOW
from renderers.drawing.themes import THEMES
from renderers.drawing.typeface import NAME, PLAIN, TITLE, TextStyle, text_width, truncate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from renderers.drawing.canvas import Canvas, Size
    from renderers.drawing.themes import Name, Theme

_TOTAL, _ROW, _GAP = 176, 74, 6
_SECTION = 58
_INSET = 22
_MIDDLE = (LEFT + RIGHT) // 2
_FIGURE = TextStyle("ExtraBold", 62)
_COUNT = TextStyle("ExtraBold", 33)
_BAR = (430, 860)


@dataclass(frozen=True, slots=True)
class GameScore:
    """The score of the first person in a game."""

    title: str
    score: Score


@dataclass(frozen=True, slots=True)
class LastMatch:
    """One of the last matches: what it was, who won it (0 or 1, None for nobody), and how many moves, in words."""

    title: str
    winner: int | None
    length: str


@dataclass(frozen=True, slots=True)
class HeadToHeadChart:
    """What the picture shows of two people: the score is that of the first one."""

    names: tuple[str, str]
    subtitle: str
    score: Score
    games: tuple[GameScore, ...]
    last: tuple[LastMatch, ...] = ()


def draw_head_to_head(chart: HeadToHeadChart, theme: Name = "dark", size: Size = "normal") -> bytes:
    """Return the picture of two people against each other as PNG."""
    tones = THEMES[theme]
    games_top = HEADING + _TOTAL + _GAP
    last_top = games_top + len(chart.games) * (_ROW + _GAP)
    below = last_top + (_SECTION + len(chart.last) * (_ROW + _GAP) if chart.last else 0)
    first, second = chart_name(chart.names[0], 1), chart_name(chart.names[1], 2)
    page = open_page(below - _GAP + FOOT, _title(first, second), chart.subtitle, tones, size)
    _draw_total(page, (first, second), chart.score, tones)
    for number, game in enumerate(chart.games):
        _draw_game(page, games_top + number * (_ROW + _GAP), game, tones)
    if chart.last:
        page.write((LEFT, last_top + _SECTION // 2 - 2), _("Last matches"), TITLE, tones.high)
    for number, match in enumerate(chart.last):
        winner = _("Drawn") if match.winner is None else (first, second)[match.winner]
        _draw_match(page, last_top + _SECTION + number * (_ROW + _GAP), (match, winner), tones)
    return store_page(page, theme, size)


def _title(first: str, second: str) -> str:
    return _("{first} against {second}").format(first=first, second=second)


def _draw_total(page: Canvas, names: tuple[str, str], score: Score, theme: Theme) -> None:
    """Draw both names with what each won, what was drawn between them, and a bar below."""
    draw_row(page, HEADING, _TOTAL, theme)
    left, right, room = LEFT + _INSET, RIGHT - _INSET, (RIGHT - LEFT) / 2 - 120
    page.write((left, HEADING + 38), truncate(names[0], NAME, room), NAME, theme.high)
    page.write((right, HEADING + 38), truncate(names[1], NAME, room), NAME, theme.high, "r")
    page.write((left, HEADING + 98), str(score.won), _FIGURE, theme.high)
    page.write((right, HEADING + 98), str(score.lost), _FIGURE, theme.high, "r")
    page.write((_MIDDLE, HEADING + 98), _("{n} drawn").format(n=score.drawn), PLAIN, theme.mid, "m")
    _draw_bar(page, (left, HEADING + 138, right, HEADING + 158), score, theme)


def _draw_bar(page: Canvas, box: tuple[int, int, int, int], score: Score, theme: Theme) -> None:
    draw_shares(page, box, ((score.won, accent(theme)), (score.drawn, theme.line), (score.lost, YELLOW.base)))


def _draw_game(page: Canvas, top: int, game: GameScore, theme: Theme) -> None:
    y, (left, right) = top + _ROW // 2, _BAR
    draw_row(page, top, _ROW, theme)
    page.write((LEFT + _INSET, y), truncate(game.title, NAME, left - LEFT - _INSET - 76), NAME, theme.high)
    page.write((left - 18, y), str(game.score.won), _COUNT, theme.high, "r")
    _draw_bar(page, (left, y - 12, right, y + 12), game.score, theme)
    page.write((right + 18, y), str(game.score.lost), _COUNT, theme.high)


def _draw_match(page: Canvas, top: int, won: tuple[LastMatch, str], theme: Theme) -> None:
    y, (left, _), (match, winner) = top + _ROW // 2, _BAR, won
    draw_row(page, top, _ROW, theme)
    tone = theme.line if match.winner is None else (accent(theme), YELLOW.base)[match.winner]
    page.write_within((LEFT + _INSET, y), match.title, PLAIN, theme.mid, left - LEFT - _INSET - 20)
    page.draw_box((left, y - 12, left + 24, y + 12), 8, tone)
    room = RIGHT - _INSET - text_width(match.length, PLAIN) - 24 - left - 40
    page.write(
        (left + 40, y), truncate(winner, NAME, room), NAME, theme.high if match.winner is not None else theme.mid
    )
    page.write((RIGHT - _INSET, y), match.length, PLAIN, theme.mid, "r")


def head_to_head_text(chart: HeadToHeadChart) -> str:
    """Return two people against each other in words, as the alt text of the picture, at most 1024 characters."""
    names = [one_line(name) for name in chart.names]
    games = [f"{game.title}: {describe_score(game.score)}" for game in chart.games]
    last = [_describe_match(match, names) for match in chart.last]
    parts = [_title(names[0], names[1]), chart.subtitle, f"{names[0]}: {describe_score(chart.score)}", *games]
    parts += [_("Last matches: {matches}").format(matches="; ".join(last))] if last else []
    return cut_alt(f"{'. '.join(parts)}.")


def _describe_match(match: LastMatch, names: Sequence[str]) -> str:
    if match.winner is None:
        return _("{match} drawn").format(match=match.title)
    return _("{match} won by {name}").format(match=match.title, name=names[match.winner])

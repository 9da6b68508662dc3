"""What reviews say. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_count, format_list

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.referee.reviews.reviewed_match import ReviewedMatch
    from engines.reviews.contract import Review, TurningPoint
    from storage.queries.rows import Match, Person

REVIEW = "Review"
LOOK_AT = "Look at a better move"
LONGEST_LINE = 4
"""Turns of a line that a sentence names."""
LONGEST_MOVE = 60
"""Characters of a move that a sentence shows."""


@dataclass(frozen=True, slots=True)
class Style:
    """How names and moves are written."""

    name: Callable[[Person], str]
    code: Callable[[str], str]
    strong: str


MARKDOWN = Style(formatting.name, lambda move: formatting.code(move, LONGEST_MOVE), "**")
PLAIN = Style(lambda person: formatting.tidy(formatting.shown_name(person)), lambda move: move, "")


def review_comes(match: Match, channel_id: int) -> str:
    """Return the reply to a player who asked for a review that has to be made."""
    where = "here" if channel_id == match.home else f"to {formatting.home(match)}"
    return f"I'm looking through #{match.id}. The review comes {where}."


def review_text(source: ReviewedMatch, review: Review, style: Style = MARKDOWN) -> str:
    """Return the turning points of a match, a line each, and what the curve shows."""
    match, strong = source.match, style.strong
    people = format_list(style.name(person) for person in match.seats)
    lines = [f"{strong}Review of {source.game.info.title} #{match.id}{strong}: {people}."]
    points = review.turning_points
    if points:
        lines += [f"{strong}{point.ply}.{strong} {_tell(source, point, style)}" for point in points]
    else:
        lines.append("I found no turning point: no win that I can prove was missed or allowed, and little given away.")
    how = "counted in matches that I played out in my head" if review.counted else "as I estimate it"
    lines.append(f"The curve shows everybody's share of the win, {how}.")
    return "\n".join(lines)


def turning_point_text(source: ReviewedMatch, point: TurningPoint) -> str:
    """Return the text above the board of the better move."""
    before, _ = source.played.around(point.ply)
    does = source.game.describe(before, source.game.parse(before, point.better))
    told = _tell(source, point, MARKDOWN)
    better = f"{MARKDOWN.code(point.better)} {formatting.sentence(does)}"
    return f"#{source.match.id}, move {point.ply}: {told}\nOn the board, not played: {better}"


def files_barred(match_id: int) -> str:
    """Return how to see the pictures of a review that can't be attached where it is posted."""
    return f"I'm not allowed to attach files here. `/match review #{match_id}` shows you the curve."


def turning_point_label(source: ReviewedMatch, point: TurningPoint) -> str:
    """Return a turning point as an option of a menu, at most 100 characters."""
    who = formatting.tidy(formatting.shown_name(source.match.seats[point.seat - 1]))
    return f"{point.ply}. {point.better} instead of {who}'s {point.played}"[:100]


def _tell(source: ReviewedMatch, point: TurningPoint, style: Style) -> str:
    """Return what was shown about a turning point."""
    who, played, better = style.name(source.match.seats[point.seat - 1]), *map(style.code, (point.played, point.better))
    line = format_list(map(style.code, point.line[:LONGEST_LINE])) + (
        " and so on" if len(point.line) > LONGEST_LINE else ""
    )
    if point.kind == "missed":
        how = "won at once" if len(point.line) <= 1 else f"won: {line}"
        return f"{who} played {played}. {better} would have {how}."
    if point.kind == "allowed":
        what = f"could win with {line}" if line else "won at once"
        return f"After {who}'s {played} {_winner(source, point, style)} {what}. I'd have played {better}."
    if point.kind == "share":
        return f"{who}'s {played} left {point.after:.0%} of the win. {better} would have kept {point.before:.0%}."
    return f"{who}'s {played} gave away {format_count(point.points, 'point')} against {better}."


def _winner(source: ReviewedMatch, point: TurningPoint, style: Style) -> str:
    """Return who could win, or had won, after a move."""
    _, after = source.played.around(point.ply)
    result = source.game.result(after)
    seats = result.winners if result else (source.game.to_move(after) or 1,)
    return format_list(style.name(source.match.seats[seat - 1]) for seat in seats)

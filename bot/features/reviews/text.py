"""What reviews say. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.names import shown_name
from games.text import format_list, format_percent
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.referee.reviews.reviewed_match import ReviewedMatch
    from engines.reviews.contract import Review, TurningPoint
    from storage.queries.rows import Match, Person

REVIEW = N_("Review")
LOOK_AT = N_("Look at a better move")
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
PLAIN = Style(lambda person: formatting.tidy(shown_name(person)), lambda move: move, "")


def review_comes(match: Match, channel_id: int) -> str:
    """Return the reply to a player who asked for a review that has to be made."""
    if channel_id == match.home:
        return _("I'm looking through #{id}. The review comes here.").format(id=match.id)
    return _("I'm looking through #{id}. The review comes to {where}.").format(
        id=match.id, where=formatting.home(match)
    )


def review_text(source: ReviewedMatch, review: Review, style: Style = MARKDOWN) -> str:
    """Return the turning points of a match, a line each, and what the curve shows."""
    match, strong = source.match, style.strong
    people = format_list(style.name(person) for person in match.seats)
    head = _("Review of {game} #{id}").format(game=source.game.info.title, id=match.id)
    lines = [f"{strong}{head}{strong}: {people}."]
    points = review.turning_points
    if points:
        lines += [f"{strong}{point.ply}.{strong} {_tell(source, point, style)}" for point in points]
    else:
        lines.append(
            _("I found no turning point: no win that I can prove was missed or allowed, and little given away.")
        )
    curve = _("The curve shows everybody's share of the win, as I estimate it.")
    if review.counted:
        curve = _("The curve shows everybody's share of the win, counted in matches that I played out in my head.")
    lines.append(curve)
    return "\n".join(lines)


def turning_point_text(source: ReviewedMatch, point: TurningPoint) -> str:
    """Return the text above the board of the better move."""
    before, __ = source.played.around(point.ply)
    does = source.game.describe(before, source.game.parse(before, point.better))
    told = _tell(source, point, MARKDOWN)
    better = f"{MARKDOWN.code(point.better)} {formatting.sentence(does)}"
    return _("#{id}, move {number}: {told}\nOn the board, not played: {better}").format(
        id=source.match.id, number=point.ply, told=told, better=better
    )


def files_barred(match_id: int) -> str:
    """Return how to see the pictures of a review that can't be attached where it is posted."""
    return _("I'm not allowed to attach files here. `/match review #{id}` shows you the curve.").format(id=match_id)


def turning_point_label(source: ReviewedMatch, point: TurningPoint) -> str:
    """Return a turning point as an option of a menu, at most 100 characters."""
    who = formatting.tidy(shown_name(source.match.seats[point.seat - 1]))
    text = _("{number}. {better} instead of {name}'s {played}")
    return text.format(number=point.ply, better=point.better, name=who, played=point.played)[:100]


def _tell(source: ReviewedMatch, point: TurningPoint, style: Style) -> str:
    """Return what was shown about a turning point."""
    line = format_list(map(style.code, point.line[:LONGEST_LINE]))
    if len(point.line) > LONGEST_LINE:
        line = _("{moves} and so on").format(moves=line)
    match point.kind:
        case "missed" if len(point.line) <= 1:
            text = _("{name} played {played}. {better} would have won at once.")
        case "missed":
            text = _("{name} played {played}. {better} would have won: {line}.")
        case "allowed" if line:
            text = _("After {name}'s {played} {winner} could win with {line}. I'd have played {better}.")
        case "allowed":
            text = _("After {name}'s {played} {winner} won at once. I'd have played {better}.")
        case "share":
            text = _("{name}'s {played} left {after} of the win. {better} would have kept {before}.")
        case _:
            text = ngettext(
                "{name}'s {played} gave away {n} point against {better}.",
                "{name}'s {played} gave away {n} points against {better}.",
                point.points,
            )
    return text.format(
        name=style.name(source.match.seats[point.seat - 1]),
        played=style.code(point.played),
        better=style.code(point.better),
        winner=_winner(source, point, style) if point.kind == "allowed" else "",
        line=line,
        after=format_percent(point.after),
        before=format_percent(point.before),
        n=point.points,
    )


def _winner(source: ReviewedMatch, point: TurningPoint, style: Style) -> str:
    """Return who could win, or had won, after a move."""
    __, after = source.played.around(point.ply)
    result = source.game.result(after)
    seats = result.winners if result else (source.game.to_move(after) or 1,)
    return format_list(style.name(source.match.seats[seat - 1]) for seat in seats)

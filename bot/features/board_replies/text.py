"""What boards say. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.features.match_text import clock_lines, ended_without_result, event_sentences, leave_clause, outcome_clause
from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from bot.referee.history.history import match_result
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext

if TYPE_CHECKING:
    from datetime import datetime

    from bot.referee.boards import Snapshot
    from games.contract import Game
    from storage.queries.rows import Match


MY_VIEW = N_("My view")


def board_footer(snapshot: Snapshot, *, content: bool | None = None) -> str:
    """Return the small print under a board: match, ply, notation, and how to move unless `content` is None."""
    parts = [f"#{snapshot.match.id}"]
    if snapshot.ply:
        parts.append(_("move {ply}").format(ply=snapshot.ply))
    if snapshot.event and snapshot.event.kind == "move":
        parts.append(formatting.code(snapshot.event.text))
    if content is not None:
        parts.append(_ways_to_move(snapshot.match, content=content))
    return "-# " + " \u00b7 ".join(parts)


def _ways_to_move(match: Match, *, content: bool) -> str:
    if not content:
        return _("reply with the ping on, mention me or `/move`")
    return _("reply, write here or `/move`") if match.thread_id else _("reply or `/move`")


def current_board_post(snapshot: Snapshot, game: Game[Any, Any], note: str) -> str:
    """Return the text above the current board, for a person who asked for it; `note` heads it."""
    match, result = snapshot.match, match_result(game, snapshot.match, snapshot.event, snapshot.state)
    if snapshot.ending:
        status = ended_without_result(match, game, snapshot.ending)
    elif result is not None:
        status = formatting.sentence(outcome_clause(match, game, result, leave_clause(snapshot)))
    else:
        mover = formatting.name(match.seats[(game.to_move(snapshot.state) or 1) - 1])
        task = formatting.sentence(game.task(snapshot.state))
        status = _("{name} to move, since {time}: {task}").format(name=mover, time=_time(match.since), task=task)
        status += formatting.time_until(snapshot.deadline)
    return "\n".join(part for part in (note, status, *clock_lines(snapshot), board_footer(snapshot)) if part)


def earlier_board_post(snapshot: Snapshot, game: Game[Any, Any], plies: int) -> str:
    """Return the text above an earlier board of a match that now has `plies` moves."""
    match, event = snapshot.match, snapshot.event
    at = _time(event.at if event else match.created_at)
    if snapshot.ply:
        headline = _("**{title} #{match}** as it stood after move {ply} of {n} ({time}).")
    else:
        headline = ngettext(
            "**{title} #{match}** as it stood at the start, before its {n} move ({time}).",
            "**{title} #{match}** as it stood at the start, before its {n} moves ({time}).",
            plies,
        )
    headline = headline.format(title=game.info.title, match=match.id, ply=snapshot.ply, n=plies, time=at)
    seat = game.to_move(snapshot.state)
    then = [_("Then {name} was to move.").format(name=formatting.name(match.seats[seat - 1]))] if seat else []
    return "\n".join([headline, " ".join([*event_sentences(snapshot, game), *then]), board_footer(snapshot)])


def text_board_post(snapshot: Snapshot, game: Game[Any, Any], text: str, letters: str) -> str:
    """Return a text, the board in words and the position as one post, without a position that doesn't fit."""
    whole = with_text_board(text, letters, game.position(snapshot.state))
    if len(whole) <= MAX_LENGTH:
        return whole
    too_long = _("The position is too long for this post: `/board` with `text` shows it.")
    return f"{with_text_board(text, letters)}\n{too_long}"


def with_text_board(text: str, letters: str, position: str = "") -> str:
    """Return a text with the board in words below it, and the position's text if it is given."""
    heading = _("Position:")
    below = f"\n\n{heading}\n```\n{position}\n```" if position else ""
    return f"{text}\n```\n{letters}\n```{below}"


def full_size_post(snapshot: Snapshot, game: Game[Any, Any]) -> str:
    """Return the text above one picture of a match at full size."""
    headline = _("{title} #{match} after move {ply}.") if snapshot.ply else _("{title} #{match} at the start.")
    headline = headline.format(title=game.info.title, match=snapshot.match.id, ply=snapshot.ply)
    return f"{headline}\n{board_footer(snapshot)}"


def _time(at: datetime) -> str:
    """Return a time as a date that each reader sees in their own zone."""
    return f"<t:{int(at.timestamp())}:f>"

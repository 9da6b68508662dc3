"""The words of every post. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.features.offers.text import undone_moves
from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from bot.referee.log import outcome as results

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import timedelta

    from bot.referee.clocks.pause_status import PauseStatus
    from bot.referee.views import Snapshot
    from games.contract import Game, Result
    from storage.tables.models import Event, Match, Person

    Call = Callable[[Person], str]


def footer(moment: Snapshot, *, content: bool | None = None) -> str:
    """Return the small print under a board: match, ply, notation, and (where `content` is given) how to answer."""
    parts = [f"#{moment.match.id}"]
    if moment.ply:
        parts.append(f"move {moment.ply}")
    if moment.event and moment.event.kind == "move":
        parts.append(formatting.code(moment.event.text))
    if content is not None:
        here = ", write here" if moment.match.thread_id else ""
        parts.append(f"reply{here} or `/move`" if content else "reply with the ping on, mention me or `/move`")
    return "-# " + " \u00b7 ".join(parts)


def show_post(moment: Snapshot, game: Game[Any, Any], note: str) -> str:
    """Return the words over a board that somebody asked for."""
    match, result = moment.match, results.match_result(game, moment.match, moment.event, moment.state)
    if moment.ending:
        stands = without_result(match, game, moment.ending)
    elif result is not None:
        stands = formatting.sentence(outcome(match, game, result))
    else:
        mover = match.seats[(game.to_move(moment.state) or 1) - 1]
        task = formatting.sentence(game.task(moment.state))
        stands = f"{formatting.name(mover)} is to move since {formatting.ago(match.since)}: "
        f"{task}{formatting.time_until(moment.deadline)}"
    return "\n".join(part for part in (note, stands, *standing(moment), footer(moment)) if part)


def then_post(moment: Snapshot, game: Game[Any, Any], of: int) -> str:
    """Return the words over an earlier board of a match that now has `of` moves."""
    match, event = moment.match, moment.event
    when = (
        f"after move {moment.ply} of {of}"
        if moment.ply
        else f"at the start, before its {formatting.counted(of, 'move')}"
    )
    at = event.at if event else match.created_at
    first = f"**{game.info.title} #{match.id}** as it stood {when} (<t:{int(at.timestamp())}:f>)."
    seat = game.to_move(moment.state)
    then = [f"Then {formatting.name(match.seats[seat - 1])} was to move."] if seat else []
    return "\n".join([first, " ".join([*what_happened(moment, game), *then]), footer(moment)])


def text_post(moment: Snapshot, game: Game[Any, Any], text: str, letters: str) -> str:
    """Return words, the board in letters and the position's line as one post; too long a line is left out."""
    whole = text_board(text, letters, game.position(moment.state))
    if len(whole) <= MAX_LENGTH:
        return whole
    return f"{text_board(text, letters)}\nThe position's line is too long for this post: `/board` with `text` has it."


def text_board(text: str, letters: str, position: str = "") -> str:
    """Return words, the board in letters, and the position's line."""
    line = f"\n\nPosition:\n```\n{position}\n```" if position else ""
    return f"{text}\n```\n{letters}\n```{line}"


def still_post(moment: Snapshot, game: Game[Any, Any]) -> str:
    """Return the words over one picture of a match, of whatever moment."""
    when = f"after move {moment.ply}" if moment.ply else "at the start"
    return f"{game.info.title} #{moment.match.id} {when}.\n{footer(moment)}"


def outcome(match: Match, game: Game[Any, Any], result: Result, reason: str = "") -> str:
    """Return how a match ended, as a clause, for a `reason` that says more than the game's."""
    title, reason = f"{game.info.title} #{match.id}", reason or result.reason
    if result.drawn:
        return f"**{title} is drawn**: {reason}"
    winners = formatting.listed(formatting.name(match.seats[seat - 1]) for seat in result.winners)
    won = "wins" if len(result.winners) == 1 else "share first place in"
    return f"{winners} {won} **{title}**: {reason}"


def ended(moment: Snapshot, game: Game[Any, Any], result: Result) -> list[str]:
    """Return lines on how a match ended and after how long, and with more than two players who came where."""
    took = f"after {formatting.counted(moment.ply, 'move')} in {length(time_taken(moment))}"
    return [f"{outcome(moment.match, game, result, left(moment))}, {took}.", *_standings(moment.match, result)]


def without_result(match: Match, game: Game[Any, Any], event: Event) -> str:
    """Return how a match was ended without a result, by whom and why, as a line of sentences."""
    title, why = f"{game.info.title} #{match.id}", formatting.plain(event.text)
    if event.user_id is None:
        return f"**{title} is void**: nobody wins. {formatting.sentence(why)}"
    by = f"A server admin, <@{event.user_id}>, ended **{title}**: nobody wins."
    return f"{by} The reason: {formatting.sentence(why)}" if why else by


def length(time: timedelta) -> str:
    """Return how long something took, in the largest unit that fits."""
    for unit, seconds in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if time.total_seconds() >= seconds:
            return formatting.counted(int(time.total_seconds() // seconds), unit)
    return "under a minute"


def what_happened(moment: Snapshot, game: Game[Any, Any]) -> list[str]:
    """Return what a moment's event was, as sentences; none for the start, or for what ended the match by agreement."""
    event = moment.event
    if event is None or event.seat is None or event.closes:
        return []
    who = formatting.name(moment.match.seats[event.seat - 1])
    if event.kind == "leave":
        return [formatting.sentence(left(moment))]
    if event.kind == "takeback":
        return [f"{who} takes back {undone_moves(moment.ply + 1, moment.undone)}."]
    did = game.describe(moment.before, game.parse(moment.before, event.text))
    return [formatting.sentence(f"**{moment.ply}.** {who} {did}")]


def left(moment: Snapshot) -> str:
    """Return who left a match and how, as a clause, if that is what happened; else nothing."""
    event = moment.event
    if event is None or event.seat is None or event.kind != "leave":
        return ""
    return f"{formatting.name(moment.match.seats[event.seat - 1])} {event.text}"


def standing(moment: Snapshot) -> list[str]:
    """Return a line on why nobody need hurry, if there is one."""
    line = standing_line(moment.match, moment.standing, timed=moment.deadline is not None)
    return [line] if line else []


def standing_line(match: Match, standing: PauseStatus, *, timed: bool) -> str:
    """Return why nobody need hurry in a match that goes on, as a line; often empty. `timed`: it has a deadline."""
    if standing.paused:
        return f"The clock is paused by agreement, until the next move or `/resume #{match.id}`."
    if standing.away is None:
        return ""
    stands = ", and the clock is paused until then" if timed else ""
    return (
        f"{formatting.name(match.seats[(match.to_move or 1) - 1])} is away until "
        f"{formatting.until(standing.away)}{stands}."
    )


def _standings(match: Match, result: Result) -> list[str]:
    """Return a line for each place, where there are more places than winner and loser."""
    if len(match.seats) == 2:
        return []
    points = result.points or (None,) * len(match.seats)
    rows = sorted(zip(result.places, match.seats, points, strict=True), key=lambda row: row[0])
    return [
        f"{place}. {formatting.name(person)}" + ("" if score is None else f", {formatting.counted(score, 'point')}")
        for place, person, score in rows
    ]


def time_taken(moment: Snapshot) -> timedelta:
    """Return how long a match had taken by then, from its start."""
    start = moment.match.created_at
    return (moment.event.at if moment.event else start) - start

"""What boards say, and the sentences about a match that several features share. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.features.offers.text import undone_moves
from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from bot.referee.history.outcome import CALLED_OFF, match_result
from bot.referee.history.standings import list_substitutes, places_by_person
from bot.referee.substitutes import can_have_substitutes
from games.text import format_count, format_list
from storage.queries.rows import FORMER_NAME, Person

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime, timedelta

    from bot.referee.clocks.pause_status import PauseStatus
    from bot.referee.history.standings import PersonPlace
    from bot.referee.views import Snapshot
    from games.contract import Game, Result
    from storage.queries.rows import Event, Match

    NamePerson = Callable[[Person], str]


def board_footer(snapshot: Snapshot, *, content: bool | None = None) -> str:
    """Return the small print under a board: match, ply, notation, and how to move unless `content` is None."""
    parts = [f"#{snapshot.match.id}"]
    if snapshot.ply:
        parts.append(f"move {snapshot.ply}")
    if snapshot.event and snapshot.event.kind == "move":
        parts.append(formatting.code(snapshot.event.text))
    if content is not None:
        here = ", write here" if snapshot.match.thread_id else ""
        parts.append(f"reply{here} or `/move`" if content else "reply with the ping on, mention me or `/move`")
    return "-# " + " \u00b7 ".join(parts)


def current_board_post(snapshot: Snapshot, game: Game[Any, Any], note: str) -> str:
    """Return the text above the current board, for a person who asked for it; `note` heads it."""
    match, result = snapshot.match, match_result(game, snapshot.match, snapshot.event, snapshot.state)
    if snapshot.ending:
        status = ended_without_result(match, game, snapshot.ending)
    elif result is not None:
        status = formatting.sentence(outcome_clause(match, game, result))
    else:
        mover = formatting.name(match.seats[(game.to_move(snapshot.state) or 1) - 1])
        task = formatting.sentence(game.task(snapshot.state))
        status = f"{mover} to move, since {_time(match.since)}: {task}{formatting.time_until(snapshot.deadline)}"
    return "\n".join(part for part in (note, status, *clock_lines(snapshot), board_footer(snapshot)) if part)


def earlier_board_post(snapshot: Snapshot, game: Game[Any, Any], plies: int) -> str:
    """Return the text above an earlier board of a match that now has `plies` moves."""
    match, event = snapshot.match, snapshot.event
    if snapshot.ply:
        when = f"after move {snapshot.ply} of {plies}"
    else:
        when = f"at the start, before its {format_count(plies, 'move')}"
    at = event.at if event else match.created_at
    headline = f"**{game.info.title} #{match.id}** as it stood {when} ({_time(at)})."
    seat = game.to_move(snapshot.state)
    then = [f"Then {formatting.name(match.seats[seat - 1])} was to move."] if seat else []
    return "\n".join([headline, " ".join([*event_sentences(snapshot, game), *then]), board_footer(snapshot)])


def text_board_post(snapshot: Snapshot, game: Game[Any, Any], text: str, letters: str) -> str:
    """Return a text, the board in words and the position as one post, without a position that doesn't fit."""
    whole = with_text_board(text, letters, game.position(snapshot.state))
    if len(whole) <= MAX_LENGTH:
        return whole
    return f"{with_text_board(text, letters)}\nThe position is too long for this post: `/board` with `text` shows it."


def with_text_board(text: str, letters: str, position: str = "") -> str:
    """Return a text with the board in words below it, and the position's text if it is given."""
    below = f"\n\nPosition:\n```\n{position}\n```" if position else ""
    return f"{text}\n```\n{letters}\n```{below}"


def full_size_post(snapshot: Snapshot, game: Game[Any, Any]) -> str:
    """Return the text above one picture of a match at full size."""
    when = f"after move {snapshot.ply}" if snapshot.ply else "at the start"
    return f"{game.info.title} #{snapshot.match.id} {when}.\n{board_footer(snapshot)}"


def unreadable_board_word(word: str, command: str) -> str:
    """Return the reply to a text command for a board with a word that means nothing."""
    return (
        f"I can't read {formatting.code(word)} here. Everyone sees `{command} #42`; `{command} #42 12` shows the board "
        f"after move 12, `{command} #42 text` tells it in sentences, `{command} #42 text grid` in letters. `/board` "
        "shows it only to you, from any side, in any theme and size."
    )


def outcome_clause(match: Match, game: Game[Any, Any], result: Result, reason: str = "") -> str:
    """Return how a match ended, as a clause; `reason` replaces the game's own."""
    title, reason = f"{game.info.title} #{match.id}", reason or result.clause
    if result.drawn:
        return f"**{title} is drawn**: {reason}"
    winners = format_list(formatting.name(match.seats[seat - 1]) for seat in result.winners)
    won = "wins" if len(result.winners) == 1 else "share first place in"
    return f"{winners} {won} **{title}**: {reason}"


def outcome_lines(snapshot: Snapshot, game: Game[Any, Any], result: Result) -> list[str]:
    """Return how a match ended and after how long, and a line for each place among three or more players."""
    took = f"after {format_count(snapshot.ply, 'move')} in {format_duration(match_duration(snapshot))}"
    clause = outcome_clause(snapshot.match, game, result, leave_clause(snapshot))
    return [f"{clause}, {took}.", *_places(snapshot.match, snapshot.log, result)]


def ended_without_result(match: Match, game: Game[Any, Any], event: Event) -> str:
    """Return who ended a match without a result, and why, as sentences on one line."""
    title, reason = f"{game.info.title} #{match.id}", formatting.plain(event.text)
    if event.user_id is None:
        return f"**{title} is void**: nobody wins. {formatting.sentence(reason)}"
    winner = match.seat_of(event.user_id)
    if event.text == CALLED_OFF and winner:
        by, late = (formatting.name(match.seats[seat - 1]) for seat in (winner, 3 - winner))
        return f"{by} called **{title}** off, which {late} had lost on time: nobody wins."
    by = f"A server admin, {formatting.mention(Person(event.user_id, FORMER_NAME))}, ended **{title}**: nobody wins."
    return f"{by} The reason: {formatting.sentence(reason)}" if reason else by


def format_duration(time: timedelta) -> str:
    """Return a duration in the largest unit that fits, in words.

    >>> from datetime import timedelta
    >>> format_duration(timedelta(hours=47)), format_duration(timedelta(seconds=60)), format_duration(timedelta())
    ('1 day', '1 minute', 'under a minute')
    """
    for unit, seconds in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if time.total_seconds() >= seconds:
            return format_count(int(time.total_seconds() // seconds), unit)
    return "under a minute"


def event_sentences(snapshot: Snapshot, game: Game[Any, Any], name_of: NamePerson = formatting.name) -> list[str]:
    """Return what a snapshot's event was, as sentences; none at the start or for a match that ended by agreement.

    `name_of` names a person who took a seat in another player's turn.
    """
    event = snapshot.event
    if event is None or event.seat is None or event.closes:
        return []
    who = formatting.name(snapshot.match.seats[event.seat - 1])
    if event.kind == "leave":
        return [formatting.sentence(leave_clause(snapshot))]
    if event.kind == "substitute":
        person = Person(event.user_id or 0, event.text)
        who = name_of(snapshot.newcomer) if snapshot.newcomer and snapshot.same_turn else who
        first = snapshot.undone[:1]
        whence = f" from before {undone_moves(snapshot.ply + 1, first)}" if first else ""
        return [f"{formatting.name(person)} leaves, and {who} plays on{whence}."]
    if event.kind == "takeback":
        return [f"{who} takes back {undone_moves(snapshot.ply + 1, snapshot.undone)}."]
    did = game.describe(snapshot.before, game.parse(snapshot.before, event.text))
    return [formatting.sentence(f"**{snapshot.ply}.** {who} {did}")]


def leave_clause(snapshot: Snapshot, name: NamePerson = formatting.name) -> str:
    """Return which player left a match and how, as a clause; nothing for another event."""
    event = snapshot.event
    if event is None or event.seat is None or event.kind != "leave":
        return ""
    return f"{name(snapshot.match.seats[event.seat - 1])} {event.text}"


def seat_left_line(snapshot: Snapshot) -> list[str]:
    """Return a line on how somebody can play on in the seat that a person has just left, or nothing."""
    match = snapshot.match
    if snapshot.left is None or snapshot.pause.open_seat or not can_have_substitutes(match):
        return []
    who = formatting.name(match.seats[snapshot.left - 1])
    return [f"Until one of you moves, `/match substitute #{match.id}` finds somebody to play on in {who}'s seat."]


def clock_lines(snapshot: Snapshot) -> list[str]:
    """Return a line on why the clock of a match is paused, if it is."""
    line = clock_line(snapshot.match, snapshot.pause, timed=snapshot.deadline is not None)
    return [line] if line else []


def clock_line(match: Match, pause: PauseStatus, *, timed: bool) -> str:
    """Return why a running match may wait, as a line; often empty. `timed` says that the match has a deadline."""
    if pause.open_seat:
        who = formatting.name(match.seats[pause.open_seat.seat - 1])
        what = f"{who}'s seat is open to anybody: the post is in <#{match.channel_id}>."
        if pause.open_seat.seat in match.gone:
            what = f"Until one of you moves, {what}"
        return f"{what} The clock is paused meanwhile." if pause.paused else what
    if pause.paused:
        return f"The clock is paused by agreement, until the next move or `/match resume #{match.id}`."
    if pause.away is None:
        return ""
    paused = ", and the clock is paused until then" if timed else ""
    mover = formatting.name(match.seats[(match.to_move or 1) - 1])
    return f"{mover} is away until {formatting.until(pause.away)}{paused}."


def _places(match: Match, log: Sequence[Event], result: Result) -> list[str]:
    """Return a line for each place; none for two players. Where substitutes played, those who began are placed."""
    if len(match.seats) == 2:
        return []
    if list_substitutes(match, log):
        placed = [one for one in places_by_person(match, log, result) if one.counts]
        return ["Of those who began:", *(f"{one.place}. {formatting.name(one.person)}{_left(one)}" for one in placed)]
    points = result.points or (None,) * len(match.seats)
    rows = sorted(zip(result.places, match.seats, points, strict=True), key=lambda row: row[0])
    return [
        f"{place}. {formatting.name(person)}" + ("" if score is None else f", {format_count(score, 'point')}")
        for place, person, score in rows
    ]


def _left(place: PersonPlace) -> str:
    """Return who played on for a person who left, in brackets; nothing for a person who stayed."""
    played_on = format_list(formatting.name(one) for one in place.substitutes)
    return f" (left; {played_on} played on)" if played_on else ""


def substitutes_clause(snapshot: Snapshot, name: NamePerson = formatting.name) -> str:
    """Return who left a match that has ended and who played on, as a clause; nothing without substitutes."""
    left = list_substitutes(snapshot.match, snapshot.log)
    return "; ".join(f"{name(person)} left, {format_list(map(name, later))} played on" for person, later in left)


def match_duration(snapshot: Snapshot) -> timedelta:
    """Return the time from the start of a match to the snapshot's event."""
    start = snapshot.match.created_at
    return (snapshot.event.at if snapshot.event else start) - start


def _time(at: datetime) -> str:
    """Return a time as a date that each reader sees in their own zone."""
    return f"<t:{int(at.timestamp())}:f>"

"""What the history and the record of a match say. Pure."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import TYPE_CHECKING

from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from bot.referee.history.seat_holders import list_holders
from games.text import format_count, format_list
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from bot.referee.history.entries import HistoryEntry
    from bot.referee.log.notes import ShownNote
    from games.contract import Result
    from storage.queries.rows import Event, Match

PAGE = MAX_LENGTH - 200
"""Characters of a page of the history, without its headline."""

LONGEST_DAY = timedelta(hours=25)
"""How long a day is when clocks are set back."""


def history_lines(match: Match, history: Sequence[HistoryEntry]) -> list[str]:
    """Return a line of Markdown for each event, struck out if the event was undone later."""
    return [
        f"{_struck(_markdown(match, people, entry), entry)}, {_timestamp(entry.event.at)}"
        for people, entry in _with_people(match, history)
    ]


def plain_lines(match: Match, history: Sequence[HistoryEntry]) -> list[str]:
    """Return a line of plain text for each event, which says so if the event was undone later."""
    return [
        f"{_plain_text(match, people, entry)}{'' if entry.counts else ' (undone later)'}"
        for people, entry in _with_people(match, history)
    ]


def split_pages(lines: Sequence[str]) -> list[list[str]]:
    """Return the lines in pages that fit a message: the last lines on the first page, each page as full as possible.

    >>> split_pages(["a" * 1000, "b" * 1000, "c"]) == [["b" * 1000, "c"], ["a" * 1000]]
    True
    """
    found: list[list[str]] = []
    room = 0
    for line in reversed(lines):
        if len(line) >= room:
            found.append([])
            room = PAGE
        found[-1].insert(0, line)
        room -= len(line) + 1
    return found


def history_post(title: str, match: Match, lines: Sequence[str], page: int) -> str:
    """Return one page of the history; page 0 is the latest."""
    found = split_pages(lines)
    people = format_list(formatting.name(person) for person in match.seats)
    head = f"**{title} #{match.id}** of {people}"
    if not found:
        return f"{head}: nothing has been played yet."
    which = f", part {len(found) - page} of {len(found)}" if len(found) > 1 else ""
    return "\n".join([f"{head}{which}:", *found[page]])


def record_post(title: str, match: Match, status: str, plies: int, notes: Sequence[ShownNote]) -> str:
    """Return the text above the files of a match: its players, dates and status, and its notes once it's over."""
    people = format_list(formatting.name(person) for person in match.seats)
    moves = format_count(plies, "move")
    head = f"**{title} #{match.id}** of {people}, {moves}, {_dates(match)}: {formatting.plain(status)}"
    return notes_that_fit(f"{head}\nNotes:", notes) if notes else head


def text_record(  # noqa: PLR0917 - all that a record tells
    title: str,
    seats: Sequence[str],
    match: Match,
    history: Sequence[HistoryEntry],
    descriptions: Sequence[str],
    status: str,
    notes: Sequence[ShownNote],
    options: Sequence[str],
) -> str:
    """Return a match as plain text: its players and options, its numbered moves, its notes. Times are UTC."""
    players = [f"  {formatting.plain_name(person)}, {seat}" for person, seat in zip(match.seats, seats, strict=False)]
    started = f"Started {_time(match.created_at)}"
    when = f"{started}, ended {_time(match.ended_at)} UTC" if match.ended_at else f"{started} UTC"
    lines = [
        f"{title} #{match.id}",
        *players,
        f"Options: {', '.join(options) or 'none'}",
        when,
        formatting.sentence(status),
        "",
    ]
    for line, entry, description in zip(plain_lines(match, history), history, descriptions, strict=True):
        lines.append(f"{line}, {_time(entry.event.at)}")
        if description:
            lines.append(f"     {description}")
    if notes:
        lines += ["", "Notes"]
        lines += [f"{formatting.plain_name(note.person)}, {_after_move(note)}: {note.text}" for note in notes]
    return "\n".join(lines) + "\n"


def files_barred(match: Match, *, by_slash: bool) -> str:
    """Return where a person gets the record of a match if files are barred where they asked."""
    if by_slash:
        return f"I'm not allowed to attach files here. Send me `!export #{match.id}` as a direct message."
    return f"I'm not allowed to attach files here. `/match export #{match.id}` shows them only to you."


def match_status(match: Match, last: Event | None, result: Result | None) -> str:
    """Return how a match ended or whose turn it is, as a clause without Markdown."""
    if match.ended_at is None:
        return f"{formatting.plain_name(match.seats[(match.to_move or 1) - 1])} to move"
    if result is None:
        why = formatting.tidy(last.text) if last and last.kind == "end" else ""
        return f"ended without a result{f' ({why})' if why else ''}"
    if result.drawn:
        return f"a draw: {result.clause}"
    winners = [formatting.plain_name(match.seats[seat - 1]) for seat in result.winners]
    return f"{format_list(winners)} {'wins' if len(winners) == 1 else 'share first place'}: {result.clause}"


def _with_people(match: Match, history: Sequence[HistoryEntry]) -> list[tuple[Sequence[Person], HistoryEntry]]:
    """Return each entry with the people who had the seats after it."""
    return list(zip(list_holders(match, [entry.event for entry in history]), history, strict=True))


def _markdown(match: Match, people: Sequence[Person], entry: HistoryEntry) -> str:
    """Return what happened in Markdown."""
    return _event_text(
        match,
        people,
        entry,
        name_of=formatting.name,
        move=lambda ply, who, text: f"**{ply}.** {who} {formatting.code(text)}",
        plain=formatting.plain,
    )


def _plain_text(match: Match, people: Sequence[Person], entry: HistoryEntry) -> str:
    """Return what happened in plain text."""
    return _event_text(
        match,
        people,
        entry,
        name_of=formatting.plain_name,
        move=lambda ply, who, text: f"{f'{ply}.':<4} {who}  {text}",
        plain=formatting.tidy,
    )


def _event_text(
    match: Match,
    people: Sequence[Person],
    entry: HistoryEntry,
    *,
    name_of: Callable[[Person], str],
    move: Callable[[int, str, str], str],
    plain: Callable[[str], str],
) -> str:
    event = entry.event
    planned = ", by plan" if event.by_plan and match.ended_at is not None else ""
    player = people[event.seat - 1] if event.seat and event.seat <= len(people) else None
    who = name_of(player) if player else ""
    match event.kind:
        case "move":
            return f"{move(entry.ply, who, event.text)}{planned}"
        case "leave":
            return f"{who} {plain(event.text)}{planned}"
        case "substitute":
            by_computer = player is not None and player.level is not None  # then its name says for whom
            return f"{who} plays on" if by_computer else f"{who} plays on for {name_of(Person(0, event.text))}"
        case "takeback":
            first, last = entry.undone.start, entry.undone.stop - 1
            return f"{who} took back {f'move {first}' if first >= last else f'moves {first} to {last}'}"
        case "draw":
            return f"Draw by agreement{planned}"
        case "end":
            why = plain(event.text)
            return f"Ended without a result{f': {why}' if why else ''}"


def _struck(text: str, entry: HistoryEntry) -> str:
    return text if entry.counts else f"~~{text}~~"


def notes_that_fit(head: str, notes: Sequence[ShownNote]) -> str:
    """Return a headline with the notes below it, as many as fit in a message."""
    lines = [note_line(note) for note in notes]
    if len("\n".join([head, *lines])) <= MAX_LENGTH:
        return "\n".join([head, *lines])
    kept = len(lines)
    while len("\n".join([head, *lines[:kept]])) > MAX_LENGTH - 60:
        kept -= 1
    return "\n".join([head, *lines[:kept], f"{len(lines) - kept} more are in the text file of `/match export`."])


def note_line(note: ShownNote) -> str:
    """Return a note as a line of Markdown."""
    return f"- {formatting.name(note.person)} {note.number}, {_after_move(note)}: {formatting.plain(note.text)}"


def _after_move(note: ShownNote) -> str:
    return f"after move {note.ply}" if note.ply else "before the first move"


def _dates(match: Match) -> str:
    """Return from when to when a match was played, in Markdown: one date if that took less than a day.

    Each reader sees the dates in their own zone, so nobody sees one date twice.
    """
    started, ended = _timestamp(match.created_at, "D"), match.ended_at
    if ended is None:
        return f"since {started}"
    if ended - match.created_at < LONGEST_DAY:
        return started
    return f"{started} to {_timestamp(ended, 'D')}"


def _timestamp(at: datetime, style: str = "f") -> str:
    """Return a time as each reader sees it in their own zone."""
    return f"<t:{int(at.timestamp())}:{style}>"


def _time(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M")

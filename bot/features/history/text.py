"""The words of a match's history, of its notes and of its record. Pure."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING

from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from bot.referee.log.entries import HistoryEntry
    from bot.referee.log.notes import ShownNote
    from games.contract import Result
    from storage.tables.models import Event, Match, Person

PAGE = MAX_LENGTH - 200
"""Characters of a page of the history, without the line over it."""


def history_lines(match: Match, history: Sequence[HistoryEntry]) -> list[str]:
    """Return a line of Markdown for each event; what was taken back later is struck out."""
    return [f"{_struck(_marked(match, entry), entry)}, <t:{int(entry.event.at.timestamp())}:f>" for entry in history]


def pages(lines: Sequence[str]) -> list[list[str]]:
    """Return the lines in pages that fit a message, the last lines on the first page and each page as full as can be.

    >>> pages(["a" * 1000, "b" * 1000, "c"]) == [["b" * 1000, "c"], ["a" * 1000]]
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
    """Return one page of the history, counted from 0 at the latest."""
    found = pages(lines)
    people = formatting.listed(formatting.name(person) for person in match.seats)
    head = f"**{title} #{match.id}** of {people}"
    if not found:
        return f"{head}: nothing has been played yet."
    which = f", part {len(found) - page} of {len(found)}" if len(found) > 1 else ""
    return "\n".join([f"{head}{which}:", *found[page]])


def notes_post(title: str, match: Match, shown: Sequence[ShownNote]) -> str:
    """Return the notes that somebody may see: their own, or at the end as many of all as fit in a message."""
    where = f"**{title} #{match.id}**"
    if match.ended_at is None:
        head = f"Your notes to {where}. Nobody else sees them before the match is over:"
        return "\n".join([head, *map(noted, shown)]) if shown else f"You have no notes to {where}. `/note` keeps one."
    return _fitting(f"What was noted to {where}:", shown) if shown else f"Nobody noted anything to {where}."


def record_post(title: str, match: Match, how: str, count: int, shown: Sequence[ShownNote]) -> str:
    """Return the words over the files of a match: who, how it stands, and at its end what was noted."""
    people = formatting.listed(formatting.name(person) for person in match.seats)
    begun, ended = f"<t:{int(match.created_at.timestamp())}:D>", match.ended_at
    when = f"{begun} to <t:{int(ended.timestamp())}:D>" if ended else f"since {begun}"
    head = f"**{title} #{match.id}** of {people}, {formatting.counted(count, 'move')}, {when}: {formatting.plain(how)}"
    return _fitting(f"{head}\nNotes:", shown) if shown else head


def text_record(  # noqa: PLR0917 - all that a record tells
    title: str,
    seats: Sequence[str],
    match: Match,
    history: Sequence[HistoryEntry],
    told: Sequence[str],
    how: str,
    shown: Sequence[ShownNote],
) -> str:
    """Return a match as plain text: what it is, its numbered moves with what they did, its notes. Times are UTC."""
    players = [f"  {_called(person)}, {seat}" for person, seat in zip(match.seats, seats, strict=False)]
    options = formatting.listed(f"{name} {value}" for name, value in match.options.items()) if match.options else "none"
    begun = f"Begun {_time(match.created_at)}"
    when = f"{begun}, ended {_time(match.ended_at)} UTC" if match.ended_at else f"{begun} UTC"
    lines = [f"{title} #{match.id}", *players, f"Options: {options}", when, formatting.sentence(how), ""]
    for entry, did in zip(history, told, strict=True):
        back = "" if entry.counts else " (taken back later)"
        lines.append(f"{_told(match, entry)}{back}, {_time(entry.event.at)}")
        if did:
            lines.append(f"     {did}")
    if shown:
        lines += ["", "Notes"]
        lines += [f"{_called(note.person)}, {_when(note)}: {note.text}" for note in shown]
    return "\n".join(lines) + "\n"


def how_it_stands(match: Match, last: Event | None, result: Result | None) -> str:
    """Return how a match ended or whose turn it is, as a clause without Markdown."""
    if match.ended_at is None:
        return f"{_called(match.seats[(match.to_move or 1) - 1])} is to move"
    if result is None:
        why = formatting.tidy(last.text) if last and last.kind == "end" else ""
        return f"ended without a result{f' ({why})' if why else ''}"
    if result.drawn:
        return f"a draw: {result.reason}"
    winners = [_called(match.seats[seat - 1]) for seat in result.winners]
    return f"{formatting.listed(winners)} {'wins' if len(winners) == 1 else 'share first place'}: {result.reason}"


def _marked(match: Match, entry: HistoryEntry) -> str:
    """Return what happened in Markdown."""
    return _happened(
        match,
        entry,
        called=formatting.name,
        move=lambda ply, who, text: f"**{ply}.** {who} {formatting.code(text)}",
        plain=formatting.plain,
    )


def _told(match: Match, entry: HistoryEntry) -> str:
    """Return what happened in plain text."""
    return _happened(
        match,
        entry,
        called=_called,
        move=lambda ply, who, text: f"{f'{ply}.':<4} {who}  {text}",
        plain=formatting.tidy,
    )


def _happened(
    match: Match,
    entry: HistoryEntry,
    *,
    called: Callable[[Person], str],
    move: Callable[[int, str, str], str],
    plain: Callable[[str], str],
) -> str:
    event = entry.event
    who = called(match.seats[event.seat - 1]) if event.seat and event.seat <= len(match.seats) else ""
    match event.kind:
        case "move":
            return move(entry.ply, who, event.text)
        case "leave":
            return f"{who} {plain(event.text)}"
        case "takeback":
            first, last = entry.undone.start, entry.undone.stop - 1
            return f"{who} took back {f'move {first}' if first >= last else f'moves {first} to {last}'}"
        case "draw":
            return "A draw was agreed on"
        case "end":
            why = plain(event.text)
            return f"Ended without a result{f': {why}' if why else ''}"


def _struck(text: str, entry: HistoryEntry) -> str:
    return text if entry.counts else f"~~{text}~~"


def _fitting(head: str, shown: Sequence[ShownNote]) -> str:
    """Return a heading with the notes below it, the last ones left out if they are too many for a message."""
    lines = [noted(note) for note in shown]
    if len("\n".join([head, *lines])) <= MAX_LENGTH:
        return "\n".join([head, *lines])
    kept = len(lines)
    while len("\n".join([head, *lines[:kept]])) > MAX_LENGTH - 60:
        kept -= 1
    return "\n".join([head, *lines[:kept], f"{len(lines) - kept} more are in the text of `/export`."])


def noted(note: ShownNote) -> str:
    """Return a note as a line of Markdown."""
    return f"- {formatting.name(note.person)} {note.number}, {_when(note)}: {formatting.plain(note.text)}"


def _when(note: ShownNote) -> str:
    return f"after move {note.ply}" if note.ply else "before the first move"


def _called(person: Person) -> str:
    return formatting.tidy(person.name)[:32] or "somebody"


def _time(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M")

"""What the history and the record of a match say. Pure."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import TYPE_CHECKING

from bot.features.match_text import player_left
from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from bot.referee.history.history import list_holders
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from bot.referee.history.rebuild import HistoryEntry
    from bot.referee.log.notes import ShownNote
    from games.contract import Result
    from storage.queries.rows import Event, Match

RECORD = N_("Record")
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
    lines = [(_plain_text(match, people, entry), entry) for people, entry in _with_people(match, history)]
    return [line if entry.counts else _("{line} (undone later)").format(line=line) for line, entry in lines]


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
    if not found:
        head = _("**{title} #{match}** of {names}: nothing has been played yet.")
    elif len(found) == 1:
        head = _("**{title} #{match}** of {names}:")
    else:
        head = _("**{title} #{match}** of {names}, part {part} of {parts}:")
    head = head.format(title=title, match=match.id, names=people, part=len(found) - page, parts=len(found))
    return "\n".join([head, *found[page]]) if found else head


def record_post(title: str, match: Match, status: str, plies: int, notes: Sequence[ShownNote]) -> str:
    """Return the text above the files of a match: its players, dates and status, and its notes once it's over."""
    people = format_list(formatting.name(person) for person in match.seats)
    # Translators: {dates} is "since March 1" or "March 1 to March 3", {status} how the match ended or whose turn it is.
    head = ngettext(
        "**{title} #{match}** of {names}, {n} move, {dates}: {status}",
        "**{title} #{match}** of {names}, {n} moves, {dates}: {status}",
        plies,
    ).format(title=title, match=match.id, names=people, n=plies, dates=_dates(match), status=formatting.plain(status))
    return notes_that_fit("\n".join([head, _("Notes:")]), notes) if notes else head


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
    named = zip(map(formatting.plain_name, match.seats), seats, strict=False)
    players = [f"  {name}, {_(seat)}" for name, seat in named]
    when = _("Started {start}, ended {end} UTC") if match.ended_at else _("Started {start} UTC")
    lines = [
        f"{title} #{match.id}",
        *players,
        _("Options: {options}").format(options=", ".join(options)) if options else _("Options: none"),
        when.format(start=_time(match.created_at), end=_time(match.ended_at or match.created_at)),
        formatting.sentence(status),
        "",
    ]
    for line, entry, description in zip(plain_lines(match, history), history, descriptions, strict=True):
        lines.append(f"{line}, {_time(entry.event.at)}")
        if description:
            lines.append(f"     {description}")
    if notes:
        lines += ["", _("Notes")]
        lines += [f"{formatting.plain_name(note.person)}, {_after_move(note)}: {note.text}" for note in notes]
    return "\n".join(lines) + "\n"


def files_barred(match: Match, *, by_slash: bool) -> str:
    """Return where a person gets the record of a match if files are barred where they asked."""
    if by_slash:
        text = _("I'm not allowed to attach files here. Send me `!export #{match}` as a direct message.")
    else:
        text = _("I'm not allowed to attach files here. `/match export #{match}` shows them only to you.")
    return text.format(match=match.id)


def match_status(match: Match, last: Event | None, result: Result | None) -> str:
    """Return how a match ended or whose turn it is, as a clause without Markdown."""
    if match.ended_at is None:
        return _("{name} to move").format(name=formatting.plain_name(match.player_to_move))
    if result is None:
        why = formatting.tidy(_(last.text)) if last and last.kind == "end" else ""
        return _("ended without a result ({reason})").format(reason=why) if why else _("ended without a result")
    if result.drawn:
        return _("a draw: {reason}").format(reason=result.clause)
    winners = [formatting.plain_name(match.seats[seat - 1]) for seat in result.winners]
    outcome = _("{names} wins: {reason}") if len(winners) == 1 else _("{names} share first place: {reason}")
    return outcome.format(names=format_list(winners), reason=result.clause)


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
    shown = _("{move}, by plan") if event.by_plan and match.ended_at is not None else "{move}"
    player = people[event.seat - 1] if event.seat and event.seat <= len(people) else None
    who = name_of(player) if player else ""
    match event.kind:
        case "move":
            return shown.format(move=move(entry.ply, who, event.text))
        case "leave":
            return shown.format(move=player_left(who, event.text, plain))
        case "substitute":
            by_computer = player is not None and player.level is not None  # then its name says for whom
            on = _("{name} plays on") if by_computer else _("{name} plays on for {player}")
            return on.format(name=who, player=name_of(Person(0, event.text)))
        case "takeback":
            first, last = entry.undone.start, entry.undone.stop - 1
            back = (
                _("{name} took back move {first}") if first >= last else _("{name} took back moves {first} to {last}")
            )
            return back.format(name=who, first=first, last=last)
        case "draw":
            return shown.format(move=_("Draw by agreement"))
        case "end":
            why = plain(_(event.text))
            return _("Ended without a result: {reason}").format(reason=why) if why else _("Ended without a result")


def _struck(text: str, entry: HistoryEntry) -> str:
    return text if entry.counts else f"~~{text}~~"


def notes_that_fit(head: str, notes: Sequence[ShownNote]) -> str:
    """Return a headline with the notes below it, as many as fit in a message."""
    lines = [note_line(note) for note in notes]
    if len("\n".join([head, *lines])) <= MAX_LENGTH:
        return "\n".join([head, *lines])
    kept = len(lines)
    while len(shown := "\n".join([head, *lines[:kept], _more_notes(len(lines) - kept)])) > MAX_LENGTH:
        kept -= 1
    return shown


def _more_notes(count: int) -> str:
    more = ngettext(
        "{n} more is in the text file of `/match export`.", "{n} more are in the text file of `/match export`.", count
    )
    return more.format(n=count)


def note_line(note: ShownNote) -> str:
    """Return a note as a line of Markdown."""
    return f"- {formatting.name(note.person)} {note.number}, {_after_move(note)}: {formatting.plain(note.text)}"


def _after_move(note: ShownNote) -> str:
    return _("after move {ply}").format(ply=note.ply) if note.ply else _("before the first move")


def _dates(match: Match) -> str:
    """Return from when to when a match was played, in Markdown: one date if that took less than a day.

    Each reader sees the dates in their own zone, so nobody sees one date twice.
    """
    started, ended = _timestamp(match.created_at, "D"), match.ended_at
    if ended is None:
        return _("since {date}").format(date=started)
    if ended - match.created_at < LONGEST_DAY:
        return started
    return _("{start} to {end}").format(start=started, end=_timestamp(ended, "D"))


def _timestamp(at: datetime, style: str = "f") -> str:
    """Return a time as each reader sees it in their own zone."""
    return f"<t:{int(at.timestamp())}:{style}>"


def _time(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M")

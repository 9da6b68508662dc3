"""The history of a match, and its record as files; the search for matches that ended."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, timedelta
from typing import TYPE_CHECKING, Any

import discord

from bot.client.components import PersistentButton, row
from bot.client.feature import Feature
from bot.client.panels import PanelCommand
from bot.features.match_search import PAGE_PARTS, FoundMatchSelect, SearchPageButton, find_only_match, split_person
from bot.features.match_text import origin_sentence, player_left
from bot.gateway.message_queue import release_channel
from bot.images.boards import Priority
from bot.interactions.limits import FILES_COST, PICTURE_COST
from bot.interactions.replies import MAX_LENGTH, Attachment, defer, reply, request_of, turn_page
from bot.match_files import files
from bot.process import is_forbidden
from bot.referee import formatting
from bot.referee.boards import get_visible_match
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_single_match
from bot.referee.history.history import count_plies, list_holders
from bot.referee.history.rebuild import describe_moves, list_entries
from bot.referee.log.notes import list_published_notes
from bot.referee.match_search import NUMBER_OR_SEARCH, parse_query
from bot.referee.requests import parse_match_number
from games.contract import describe_options, find_version
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext, pgettext
from storage.queries import clocks, corrections, events, matches
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.interactions.replies import Source
    from bot.referee.history.rebuild import HistoryEntry
    from bot.referee.log.notes import ShownNote
    from games.contract import Game, Result
    from storage.queries.clocks import Clock
    from storage.queries.rows import Correction, Event, Match

RECORD = N_("Record")
PAGE = MAX_LENGTH - 200
"""Characters of a page of the history, without its headline."""

LONGEST_DAY = timedelta(hours=25)
"""How long a day is when clocks are set back."""


def history_lines(match: Match, history: Sequence[HistoryEntry]) -> list[str]:
    """Return a line of Markdown for each event, struck out if the event was undone later."""
    told = [(_event_text(match, people, entry, MARKDOWN), entry) for people, entry in _with_people(match, history)]
    return [f"{text if entry.counts else f'~~{text}~~'}, {_timestamp(entry.event.at)}" for text, entry in told]


def plain_lines(match: Match, history: Sequence[HistoryEntry]) -> list[str]:
    """Return a line of plain text for each event, which says so if the event was undone later."""
    lines = [(_event_text(match, people, entry, PLAIN), entry) for people, entry in _with_people(match, history)]
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
    """Return a match as plain text: its players, options and start, its numbered moves, its notes. Times are UTC."""
    named = zip(map(formatting.plain_name, match.seats), seats, strict=False)
    players = [f"  {name}, {_(seat)}" for name, seat in named]
    when = _("Started {start}, ended {end} UTC") if match.ended_at else _("Started {start} UTC")
    lines = [
        f"{title} #{match.id}",
        *players,
        _("Options: {options}").format(options=", ".join(options)) if options else _("Options: none"),
        *([origin_sentence(match), _("Position: {position}").format(position=match.start)] if match.start else []),
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
        text = _("I'm not allowed to attach files here. `/match do:export #{match}` shows them only to you.")
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


@dataclass(frozen=True, slots=True)
class Style:
    """How names, moves (by ply, player and text) and other texts are written."""

    name: Callable[[Person], str]
    move: Callable[[int, str, str], str]
    plain: Callable[[str], str]


MARKDOWN = Style(formatting.name, lambda ply, who, text: f"**{ply}.** {who} {formatting.code(text)}", formatting.plain)
PLAIN = Style(formatting.plain_name, lambda ply, who, text: f"{f'{ply}.':<4} {who}  {text}", formatting.tidy)


def _event_text(match: Match, people: Sequence[Person], entry: HistoryEntry, style: Style) -> str:
    event = entry.event
    shown = _("{move}, by plan") if event.by_plan and match.ended_at is not None else "{move}"
    player = people[event.seat - 1] if event.seat and event.seat <= len(people) else None
    who = style.name(player) if player else ""
    match event.kind:
        case "move":
            return shown.format(move=style.move(entry.ply, who, event.text))
        case "leave":
            return shown.format(move=player_left(who, event.text, style.plain))
        case "substitute":
            by_computer = player is not None and player.level is not None  # then its name says for whom
            on = _("{name} plays on") if by_computer else _("{name} plays on for {player}")
            return on.format(name=who, player=style.name(Person(0, event.text)))
        case "takeback":
            first, last = entry.undone.start, entry.undone.stop - 1
            back = (
                _("{name} took back move {first}") if first >= last else _("{name} took back moves {first} to {last}")
            )
            return back.format(name=who, first=first, last=last)
        case "draw":
            return shown.format(move=_("Draw by agreement"))
        case "end":
            why = style.plain(_(event.text))
            return _("Ended without a result: {reason}").format(reason=why) if why else _("Ended without a result")


def notes_that_fit(head: str, notes: Sequence[ShownNote]) -> str:
    """Return a headline with the notes below it, as many as fit in a message."""
    lines = [note_line(note) for note in notes]
    if len("\n".join([head, *lines])) <= MAX_LENGTH:
        return "\n".join([head, *lines])
    kept = len(lines)
    while True:
        left = len(lines) - kept
        more = ngettext(
            "{n} more is in the text file of `/match do:export`.",
            "{n} more are in the text file of `/match do:export`.",
            left,
        )
        shown = "\n".join([head, *lines[:kept], more.format(n=left)])
        if len(shown) <= MAX_LENGTH:
            return shown
        kept -= 1


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


@dataclass(frozen=True, slots=True)
class RecordFiles:
    """The post above the record of a match, and the record as a JSON file and a text file."""

    post: str
    attachments: tuple[Attachment, Attachment]


def record_files(
    games: Mapping[str, Game[Any, Any]],
    match: Match,
    log: list[Event],
    notes: tuple[ShownNote, ...],
    clock: Clock | None,
    corrected: Sequence[Correction] = (),
) -> RecordFiles:
    """Return the record of a match with its whole log and its corrections: for `turnpost import`, and as plain text."""
    present = games.get(match.game)
    game = find_version(present, match.rules) if present else None
    title, seats = (present.info.title, present.info.seats) if present else (match.game, ())
    status = match_status(match, log[-1] if log else None, files.find_result(games, match, log))
    descriptions = describe_moves(game, match, log) if game else [""] * len(log)
    options = describe_options(present.info, match.options, every=True) if present else ()
    text = text_record(title, seats, match, list_entries(log), descriptions, status, notes, options)
    return RecordFiles(
        record_post(title, match, status, count_plies(log), notes),
        (
            Attachment(f"{files.to_line(games, match, log, clock, corrected)}\n".encode(), f"turnpost-{match.id}.json"),
            Attachment(text.encode(), f"turnpost-{match.id}.txt"),
        ),
    )


class FoundHistorySelect(FoundMatchSelect, template=r"found_history:([a-z]{1,8})"):
    """A menu of found matches that opens a history."""

    placeholder = N_("Open a history...")

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the history of the match that was chosen, privately."""
        match = await get_visible_match(bot.context, request_of(press), self.chosen_number(press))
        await show_history(bot, press, match)


class FoundHistoriesButton(SearchPageButton, template=f"found_histories:{PAGE_PARTS}"):
    """Turns to a page of matches whose history can be opened."""

    menu = FoundHistorySelect


async def show_history(bot: Client, source: Source, match: Match) -> None:
    """Reply with the latest moves, and a button to earlier ones."""
    async with bot.cooldowns.admit(request_of(source), PICTURE_COST):
        text, view = await _load_page(bot, match, match.seq, 0)
        await reply(source, text, view=view)


async def show_record(bot: Client, source: Source, match: Match) -> None:
    """Reply with the record of a match as files; where files are barred, with how to get them."""
    async with bot.cooldowns.admit(request_of(source), FILES_COST):
        if isinstance(source, discord.Interaction):
            await defer(source, thinking=True)
        await _show_record(bot, source, match)


async def _show_record(bot: Client, source: Source, match: Match) -> None:
    async with bot.context.database.read() as tx:
        match = await matches.require(tx, match.id)  # moves may have been played since it was looked up
        log = await events.of_match(tx, match.id, upto=match.seq)
        notes, clock = await list_published_notes(tx, match), await clocks.of_match(tx, match.id)
        corrected = await corrections.of_match(tx, match.id)
    release_channel()
    record = await bot.executor.run(
        Priority.REPLY, record_files, bot.context.games, match, log, notes, clock, corrected
    )
    buttons = row(HistoryPageButton(_("Moves"), match.id, match.seq, 0))
    try:
        await reply(source, record.post, files=record.attachments, view=buttons)
    except discord.Forbidden as error:  # perhaps only files are barred
        if not is_forbidden(error):
            raise
        await reply(source, files_barred(match, by_slash=isinstance(source, discord.Interaction)))


class HistoryPageButton(PersistentButton, template=r"history:(\d+):(\d+):(\d+)"):
    """Turns to a page of a match's history. Its parts: match, its last event then, the page (0 is the latest)."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Turn the page in a private reply; below a public one, reply with the page, privately."""
        number, seq, page = map(int, self.parts)
        async with bot.cooldowns.admit(request_of(press), PICTURE_COST):
            match = await get_visible_match(bot.context, request_of(press), number)
            text, view = await _load_page(bot, match, seq, page)
            await turn_page(press, text, view)


class RecordButton(PersistentButton, template=r"record:(\d+)"):
    """Shows the record of a match. Its part: the match."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the record, privately."""
        match = await get_visible_match(bot.context, request_of(press), int(self.parts[0]))
        await show_record(bot, press, match)


async def _load_page(bot: Client, match: Match, seq: int, page: int) -> tuple[str, discord.ui.View | None]:
    """Return a page of the history up to event `seq`, and the buttons to the pages before and after it."""
    async with bot.context.database.read() as tx:
        log = await events.of_match(tx, match.id, upto=min(seq, match.seq))
    lines = await bot.executor.run(Priority.REPLY, lambda: history_lines(match, list_entries(log)))
    last = len(split_pages(lines)) - 1
    page = max(0, min(page, last))
    buttons = [HistoryPageButton(pgettext("button", "Earlier"), match.id, seq, page + 1)] if page < last else []
    buttons += [HistoryPageButton(pgettext("button", "Later"), match.id, seq, page - 1)] if page else []
    text = history_post(bot.context.title(match.game), match, lines, page)
    return text, row(*buttons) if buttons else None


async def show_or_find(bot: Client, source: Source, words: str) -> None:
    """List the moves of a match, or find matches: `[#42]`, or `[@Bob] [chomp c4 d5] [won]`. Raises `RequestRejected`.

    It searches if there is something to search by, else it shows the match that the words name.
    """
    person, terms = split_person(source, words)
    query = parse_query(bot.context, terms)
    if person is None and query.is_empty:
        found = await find_single_match(bot.context, request_of(source), parse_match_number(terms), "match do:history")
        await show_history(bot, source, found)
        return
    if terms and query.is_empty:
        raise RequestRejected(_(NUMBER_OR_SEARCH))
    only = await find_only_match(bot, source, person, query, FoundHistoriesButton)
    if only:
        await show_history(bot, source, only)


async def export(bot: Client, source: Source, words: str) -> None:
    """Show the record of a match as files: `[#42]`. Raises `RequestRejected`."""
    found = await find_single_match(bot.context, request_of(source), parse_match_number(words), "match do:export")
    await show_record(bot, source, found)


COMMANDS = (
    PanelCommand(
        name="history",
        panel="match",
        label=N_("Moves"),
        description=N_("The moves of a match with their times"),
        usage="@Bob won",
        run=show_or_find,
    ),
    PanelCommand(
        name="export",
        panel="match",
        label=RECORD,
        description=N_("The record of a match as files: JSON and plain text"),
        run=export,
    ),
)

FEATURE = Feature(
    panel_commands=COMMANDS,
    buttons=[HistoryPageButton, RecordButton, FoundHistoriesButton, FoundHistorySelect],
)

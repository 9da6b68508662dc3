"""The history of a match: its command, its pages, its file, and the search for matches that ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.components import PersistentButton, row
from bot.client.feature import Cog
from bot.client.options import RESULT_CHOICES, add_game_choices, source_of
from bot.features.history.text import (
    files_barred,
    history_lines,
    history_post,
    match_status,
    record_post,
    split_pages,
    text_record,
)
from bot.features.match_search import PAGE_PARTS, FoundMatchSelect, SearchCommand, SearchPageButton, split_person
from bot.gateway.message_queue import release_channel
from bot.images.boards import Priority
from bot.interactions.limits import FILES_COST, PICTURE_COST
from bot.interactions.replies import Attachment, defer, replace_message, reply, request_of
from bot.match_files import files
from bot.process import is_forbidden
from bot.referee.boards import get_visible_match
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_single_match
from bot.referee.history.history import count_plies
from bot.referee.history.rebuild import describe_moves, list_entries
from bot.referee.log.notes import list_published_notes
from bot.referee.match_search import NUMBER_OR_SEARCH, make_query, parse_query
from bot.referee.requests import parse_match_number
from games.contract import describe_options, find_version
from games.translation import gettext as _, gettext_noop as N_, pgettext
from storage.queries import clocks, corrections, events, matches

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source
    from bot.referee.log.notes import ShownNote
    from bot.referee.match_search import MatchQuery
    from games.contract import Game
    from storage.queries.clocks import Clock
    from storage.queries.rows import Correction, Event, Match


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


class HistorySearch(SearchCommand):
    """A search that opens histories."""

    buttons = FoundHistoriesButton

    async def open_match(self, bot: Client, source: Source, match: Match, form: str) -> None:
        """Show the history of the only match that fits."""
        del form
        await show_history(bot, source, match)


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
            if press.message is not None and press.message.flags.ephemeral and not press.message.attachments:
                await replace_message(press, text, view)
            else:
                await reply(press, text, view=view)


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


class HistoryCog(Cog):
    """The commands that show the history of a match, and its record as files."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot)
        add_game_choices(bot.context.games, self.history_by_slash)

    @commands.command(name="history")
    async def history_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """List the moves of a match, or find matches: `[#42]`, or `[@Bob] [chomp c4 d5] [won]`."""
        person, words = split_person(ctx.message, rest)
        await self._answer(ctx.message, words, person, parse_query(self.bot.context, words))

    @app_commands.command(name="history", description="The moves of a match with their times; or find matches")
    @app_commands.describe(
        match="Its number, for example #42",
        person="Find ended matches of this person",
        game="Find ended matches of this game",
        opening="Find matches that began like this: the first one to three moves",
        result="Find matches that ended like this, for the person if you name one",
    )
    @app_commands.choices(result=RESULT_CHOICES)
    async def history_by_slash(
        self,
        interaction: discord.Interaction[Any],
        match: str | None = None,
        person: discord.User | None = None,
        game: str | None = None,
        opening: str | None = None,
        result: str | None = None,
    ) -> None:
        """Show the same to one person."""
        query = make_query(self.bot.context, game, opening, result)
        await self._answer(interaction, match or "", person.id if person else None, query)

    async def _answer(self, source: Source, words: str, person: int | None, query: MatchQuery) -> None:
        """Search if there is something to search by, else show the match that the words name."""
        if person is None and query.is_empty:
            number = parse_match_number(words)
            found = await find_single_match(self.bot.context, request_of(source), number, "match history")
            await show_history(self.bot, source, found)
            return
        if words and (isinstance(source, discord.Interaction) or query.is_empty):
            raise RequestRejected(_(NUMBER_OR_SEARCH))
        await HistorySearch().search(self.bot, source, person, query)

    @commands.hybrid_command(description="The record of a match as files: JSON and plain text")
    @app_commands.describe(match="Its number, for example #42")
    async def export(self, ctx: CommandContext, *, match: str | None = None) -> None:
        """Show the record: `[#42]`."""
        source = source_of(ctx)
        found = await find_single_match(self.bot.context, request_of(source), parse_match_number(match), "match export")
        await show_record(self.bot, source, found)

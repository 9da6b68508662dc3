"""The history of a match page by page and its record as files, with the buttons that show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.client.persistent_button import PersistentButton, row
from bot.features.history.files import record_files
from bot.features.history.text import files_barred, history_lines, history_post, split_pages
from bot.gateway.message_queue import release_channel
from bot.images.priority_executor import Priority
from bot.interactions.acknowledge import defer
from bot.interactions.replies import replace_message, reply, request_of
from bot.interactions.request_limits import FILES_COST, PICTURE_COST
from bot.process.errors import is_forbidden
from bot.referee.history.entries import list_entries
from bot.referee.log.notes import list_published_notes
from bot.referee.snapshots import get_visible_match
from games.translation import gettext as _
from games.translation import pgettext
from storage.queries import clocks, corrections, events, matches

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.interactions.replies import Source
    from storage.queries.rows import Match


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

    action = "history"

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

    action = "record"

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

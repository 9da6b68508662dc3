"""What a match was: its moves with their times, page by page, and its record as files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from bot.admin import exporter
from bot.errors import is_forbidden
from bot.features.history import text as recounting
from bot.gateway.message_queue import release_channel
from bot.interactions.acknowledge import defer
from bot.interactions.cooldowns import FILES_COST, PICTURE_COST
from bot.interactions.persistent_button import PersistentButton, row
from bot.interactions.replies import Attachment, replace_message, reply, request_of
from bot.priority_executor import Priority
from bot.referee import views
from bot.referee.log import notes
from bot.referee.log.entries import describe_moves, list_entries
from bot.referee.log.mainline import count_plies
from games.contract import find_version
from storage.tables import clocks, events, matches

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client import Client
    from bot.interactions.persistent_button import Press
    from bot.interactions.replies import Source
    from bot.referee.log.notes import ShownNote
    from games.contract import Game
    from storage.tables.clocks import Clock
    from storage.tables.models import Event, Match


@dataclass(frozen=True, slots=True)
class Files:
    """The record of a match in words, and as files."""

    post: str
    attached: tuple[Attachment, Attachment]


async def show_history(bot: Client, source: Source, match: Match) -> None:
    """Answer with the latest moves, and buttons to those before."""
    with bot.cooldowns.admit(request_of(source), PICTURE_COST):
        text, view = await _page(bot, match, match.seq, 0)
        await reply(source, text, view=view)


async def show_record(bot: Client, source: Source, match: Match) -> None:
    """Answer with the record of a match as files; where files are barred, with how to get them."""
    with bot.cooldowns.admit(request_of(source), FILES_COST):
        if isinstance(source, discord.Interaction):
            await defer(source, thinking=True)
        await _show_record(bot, source, match)


async def _show_record(bot: Client, source: Source, match: Match) -> None:
    async with bot.context.database.read() as tx:
        match = await matches.sure(tx, match.id)  # it may have gone on since it was looked up
        log = await events.of_match(tx, match.id, upto=match.seq)
        shown, clock = await notes.list_after_end(tx, match), await clocks.of_match(tx, match.id)
    release_channel()
    made = await bot.executor.run(Priority.ANSWER, files, bot.context.games, match, log, shown, clock)
    try:
        await reply(source, made.post, files=made.attached, view=row(History("Moves", match.id, match.seq, 0)))
    except discord.Forbidden as barred:  # perhaps only files are
        if not is_forbidden(barred):
            raise
        alone = f"`/export #{match.id}` gives them to you alone."
        directly = f"By direct message I can: `!export #{match.id}`."
        other = directly if isinstance(source, discord.Interaction) else alone
        await reply(source, f"I may not attach files here. {other}")


def files(
    games: Mapping[str, Game[Any, Any]],
    match: Match,
    log: list[Event],
    shown: tuple[ShownNote, ...],
    clock: Clock | None,
) -> Files:
    """Return the record of a match with its whole log: as `turnpost import` reads it, and as plain text."""
    present = games.get(match.game)
    game = find_version(present, match.rules) if present else None
    title, seats = (present.info.title, present.info.seats) if present else (match.game, ())
    how = recounting.how_it_stands(match, log[-1] if log else None, exporter.result(games, match, log))
    told = describe_moves(game, match, log) if game else [""] * len(log)
    text = recounting.text_record(title, seats, match, list_entries(log), told, how, shown)
    return Files(
        recounting.record_post(title, match, how, count_plies(log), shown),
        (
            Attachment(f"{exporter.line(games, match, log, clock)}\n".encode(), f"turnpost-{match.id}.json"),
            Attachment(text.encode(), f"turnpost-{match.id}.txt"),
        ),
    )


class History(PersistentButton, template=r"history:(\d+):(\d+):(\d+)"):
    """Turns to a page of a match's history. Its parts: match, the last event that was there, the page from the end."""

    action = "history"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Turn the page where only this person sees it; else answer with it, privately."""
        number, seq, page = map(int, self.parts)
        with bot.cooldowns.admit(request_of(press), PICTURE_COST):
            match = await views.get_visible_match(bot.context, request_of(press), number)
            text, view = await _page(bot, match, seq, page)
            own = press.message is not None and press.message.flags.ephemeral and not press.message.attachments
            await (replace_message if own else _reply)(press, text, view)


class Record(PersistentButton, template=r"record:(\d+)"):
    """Gives the record of a match, with what its players noted. Its part: the match."""

    action = "record"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Answer with it, privately."""
        await show_record(bot, press, await views.get_visible_match(bot.context, request_of(press), int(self.parts[0])))


async def _reply(press: Press, text: str, view: discord.ui.View | None) -> None:
    await reply(press, text, view=view)


async def _page(bot: Client, match: Match, seq: int, page: int) -> tuple[str, discord.ui.View | None]:
    """Return a page of the history up to event `seq`, and the buttons to those round it."""
    async with bot.context.database.read() as tx:
        log = await events.of_match(tx, match.id, upto=min(seq, match.seq))
    lines = await bot.executor.run(Priority.ANSWER, lambda: recounting.history_lines(match, list_entries(log)))
    last = len(recounting.pages(lines)) - 1
    page = max(0, min(page, last))
    buttons = [History("Earlier", match.id, seq, page + 1)] if page < last else []
    buttons += [History("Later", match.id, seq, page - 1)] if page else []
    text = recounting.history_post(bot.context.title(match.game), match, lines, page)
    return text, row(*buttons) if buttons else None

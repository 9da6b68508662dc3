"""The commands that save, show and remove notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.features.notes.text import (
    NOTE_WOULD_BE_PUBLIC,
    NOTES_WOULD_BE_PUBLIC,
    note_removed,
    note_saved,
    notes_post,
    unreadable_notes_command,
)
from bot.interactions.replies import acknowledge_silently, reply, request_of
from bot.referee.errors import RequestRejected
from bot.referee.log import notes
from bot.referee.request_results import AlreadyDone
from bot.referee.requests import parse_match_number, split_match_number
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source


class NotesCog(commands.Cog):
    """The commands that save, show and remove notes."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.command(name="note")
    async def note_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `[#42] TEXT`, by direct message only."""
        _check_private(ctx.message, NOTE_WOULD_BE_PUBLIC)
        await self._note(ctx.message, *split_match_number(rest))

    @app_commands.command(
        name="note", description="Save a note for a match; nobody else sees it until the match is over"
    )
    @app_commands.describe(text="Your note", match="Its number, for example #42")
    async def note_by_slash(self, interaction: discord.Interaction[Any], text: str, match: str | None = None) -> None:
        """Take the same from a form."""
        await self._note(interaction, parse_match_number(match), text)

    @commands.command(name="notes")
    async def notes_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `[#42] [remove 3]`, by direct message only."""
        _check_private(ctx.message, NOTES_WOULD_BE_PUBLIC)
        number, said = split_match_number(rest)
        word, _, which = said.strip().partition(" ")
        if said.strip() and not (word.lower() == "remove" and which.strip().isdecimal() and len(which) < 5):
            raise RequestRejected(unreadable_notes_command(said))
        await self._notes(ctx.message, number, int(which) if which else None)

    @app_commands.command(
        name="notes", description="My notes for a match; once it's over, the notes of all its players"
    )
    @app_commands.describe(match="Its number, for example #42", remove="The number of a note to remove")
    async def notes_by_slash(
        self, interaction: discord.Interaction[Any], match: str | None = None, remove: int | None = None
    ) -> None:
        """Take the same from a form."""
        await self._notes(interaction, parse_match_number(match), remove)

    async def _note(self, source: Source, number: int | None, text: str) -> None:
        result = await notes.add_note(self.bot.context, request_of(source), number, text)
        if isinstance(result, AlreadyDone):
            await acknowledge_silently(source)
        else:
            await reply(source, note_saved(result))

    async def _notes(self, source: Source, number: int | None, remove: int | None) -> None:
        request = request_of(source)
        if remove is not None:
            result = await notes.remove_note(self.bot.context, request, number, remove)
            await reply(source, note_removed(result, remove))
            return
        found = await notes.list_visible_notes(self.bot.context, request, number)
        await reply(source, notes_post(self.bot.context.title(found.match.game), found.match, found.shown))


def _check_private(message: discord.Message, reason: str) -> None:
    """Raise `RequestRejected` for this reason if others can read the channel of a message."""
    if message.guild is not None:
        raise RequestRejected(_(reason))

"""Note, notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.features.history.text import notes_post
from bot.interactions.options import allow_in_direct_messages
from bot.interactions.replies import acknowledge_silently, reply, request_of
from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.log import notes
from bot.referee.requests import parse_match_number, split_match_number
from bot.referee.results import AlreadyDone

if TYPE_CHECKING:
    from bot.client import Client
    from bot.interactions.options import CommandContext
    from bot.interactions.replies import Source


class NotesCog(commands.Cog):
    """What a player keeps for themselves until a match is over."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.command(name="note")
    async def note_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `[#42] TEXT`, by direct message only."""
        _privately(ctx.message, "`/note`")
        await self._note(ctx.message, *split_match_number(rest))

    @app_commands.command(name="note", description="Note something to a match; nobody else sees it before its end")
    @app_commands.describe(text="What you want to note", match="Its number, for example #42")
    @allow_in_direct_messages
    async def note_by_slash(self, interaction: discord.Interaction[Any], text: str, match: str | None = None) -> None:
        """Take the same things from a form."""
        await self._note(interaction, parse_match_number(match), text)

    @commands.command(name="notes")
    async def notes_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `[#42] [remove 3]`, by direct message only."""
        _privately(ctx.message, "`/notes`")
        number, said = split_match_number(rest)
        word, _, which = said.strip().partition(" ")
        if said.strip() and not (word.lower() == "remove" and which.strip().isdecimal() and len(which) < 5):
            raise RequestRejected(
                f"I can't read {formatting.code(said)} here. `!notes #42` shows them, `!notes #42 remove 3` forgets "
                f"one."
            )
        await self._notes(ctx.message, number, int(which) if which else None)

    @app_commands.command(name="notes", description="My notes to a match; when it is over, those of all its players")
    @app_commands.describe(match="Its number, for example #42", remove="The number of a note to forget")
    @allow_in_direct_messages
    async def notes_by_slash(
        self, interaction: discord.Interaction[Any], match: str | None = None, remove: int | None = None
    ) -> None:
        """Take the same things from a form."""
        await self._notes(interaction, parse_match_number(match), remove)

    async def _note(self, source: Source, number: int | None, text: str) -> None:
        done = await notes.add(self.bot.context, request_of(source), number, text)
        if isinstance(done, AlreadyDone):
            await acknowledge_silently(source)
        else:
            await reply(source, f"Noted to #{done.id}. Nobody else sees it before the match is over.")

    async def _notes(self, source: Source, number: int | None, remove: int | None) -> None:
        request = request_of(source)
        if remove is not None:
            done = await notes.remove(self.bot.context, request, number, remove)
            await reply(source, f"Your note {remove} to #{done.id} is forgotten.")
            return
        found = await notes.list_visible(self.bot.context, request, number)
        await reply(source, notes_post(self.bot.context.title(found.match.game), found.match, found.shown))


def _privately(message: discord.Message, slash: str) -> None:
    """Raise `RequestRejected` where others read along."""
    if message.guild is not None:
        raise RequestRejected(
            f"All here see what you write, so I did nothing. Use {slash}, or write it to me directly."
        )

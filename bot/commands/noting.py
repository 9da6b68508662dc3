"""Note, notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.commands.context import everywhere
from bot.posting.recounting import notes_post
from bot.referee import noting, words
from bot.referee.answers import Again, Refused
from bot.referee.asked import read_about, read_number
from bot.replies import asked_by, nothing_to_say, reply

if TYPE_CHECKING:
    from bot.commands.context import Context
    from bot.host import Host
    from bot.replies import Source


class Noting(commands.Cog):
    """What a player keeps for themselves until a match is over."""

    def __init__(self, bot: Host) -> None:
        self.bot = bot

    @commands.command(name="note")
    async def note_by_text(self, ctx: Context, *, rest: str = "") -> None:
        """Read `[#42] TEXT`, by direct message only."""
        _privately(ctx.message, "`/note`")
        await self._note(ctx.message, *read_about(rest))

    @app_commands.command(name="note", description="Note something to a match; nobody else sees it before its end")
    @app_commands.describe(text="What you want to note", match="Its number, for example #42")
    @everywhere
    async def note_by_slash(self, interaction: discord.Interaction[Any], text: str, match: str | None = None) -> None:
        """Take the same things from a form."""
        await self._note(interaction, read_number(match), text)

    @commands.command(name="notes")
    async def notes_by_text(self, ctx: Context, *, rest: str = "") -> None:
        """Read `[#42] [remove 3]`, by direct message only."""
        _privately(ctx.message, "`/notes`")
        number, said = read_about(rest)
        word, _, which = said.strip().partition(" ")
        if said.strip() and not (word.lower() == "remove" and which.strip().isdecimal() and len(which) < 5):
            raise Refused(
                f"I can't read {words.code(said)} here. `!notes #42` shows them, `!notes #42 remove 3` forgets one."
            )
        await self._notes(ctx.message, number, int(which) if which else None)

    @app_commands.command(name="notes", description="My notes to a match; when it is over, those of all its players")
    @app_commands.describe(match="Its number, for example #42", remove="The number of a note to forget")
    @everywhere
    async def notes_by_slash(
        self, interaction: discord.Interaction[Any], match: str | None = None, remove: int | None = None
    ) -> None:
        """Take the same things from a form."""
        await self._notes(interaction, read_number(match), remove)

    async def _note(self, source: Source, number: int | None, text: str) -> None:
        done = await noting.add(self.bot.table, asked_by(source), number, text)
        if isinstance(done, Again):
            await nothing_to_say(source)
        else:
            await reply(source, f"Noted to #{done.id}. Nobody else sees it before the match is over.")

    async def _notes(self, source: Source, number: int | None, remove: int | None) -> None:
        asked = asked_by(source)
        if remove is not None:
            done = await noting.remove(self.bot.table, asked, number, remove)
            await reply(source, f"Your note {remove} to #{done.id} is forgotten.")
            return
        found = await noting.seen_by(self.bot.table, asked, number)
        await reply(source, notes_post(self.bot.table.title(found.match.game), found.match, found.shown))


def _privately(message: discord.Message, slash: str) -> None:
    """Raise `Refused` where others read along."""
    if message.guild is not None:
        raise Refused(f"All here see what you write, so I did nothing. Use {slash}, or write it to me directly.")

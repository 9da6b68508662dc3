"""Pause, resume, vacation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.agreeing import propose
from bot.commands.context import everywhere, source_of
from bot.posting.resting import vacation_post
from bot.referee import pausing, vacations
from bot.referee.answers import Again
from bot.referee.asked import read_number
from bot.referee.lookup import find
from bot.replies import asked_by, nothing_to_say, reply

if TYPE_CHECKING:
    from bot.commands.context import Context
    from bot.host import Host
    from bot.replies import Source

END = "end"
OFFERED = {"3d": "3 days, today included", "7d": "7 days", "14d": "14 days", END: "I am back"}


class Resting(commands.Cog):
    """How players let clocks stand still."""

    def __init__(self, bot: Host) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Ask to pause the clock of a match, or agree to the pause that is asked for")
    @app_commands.describe(match="Its number, for example #42")
    @everywhere
    async def pause(self, ctx: Context, match: str | None = None) -> None:
        """Ask for a pause: `[#42]`."""
        await propose(self.bot, source_of(ctx), "pause", read_number(match))

    @commands.hybrid_command(description="End the pause of a match")
    @app_commands.describe(match="Its number, for example #42")
    @everywhere
    async def resume(self, ctx: Context, match: str | None = None) -> None:
        """End a pause: `[#42]`."""
        source = source_of(ctx)
        asked = asked_by(source)
        found = await find(self.bot.table, asked, read_number(match), "resume")
        done = await pausing.resume(self.bot.table, asked, found.id)
        if isinstance(done, Again):
            await nothing_to_say(source)
        elif isinstance(source, discord.Interaction) or source.channel.id != done.home:
            await reply(source, f"You ended the pause of #{done.id}.")

    @commands.command(name="vacation")
    async def vacation_by_text(self, ctx: Context, *, rest: str = "") -> None:
        """Read `until 2026-12-24`, `10d` or `end`, or nothing to be told how it stands."""
        await self._vacation(ctx.message, rest)

    @app_commands.command(name="vacation", description="Let all clocks stand still that wait for me, or see it")
    @app_commands.describe(until="Your last day away, 2026-12-24, or for how long, 10d; end ends it")
    @everywhere
    async def vacation_by_slash(self, interaction: discord.Interaction[Any], until: str = "") -> None:
        """Take the same things from a form."""
        await self._vacation(interaction, until)

    @vacation_by_slash.autocomplete("until")
    async def _lengths(self, _: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        typed = current.strip().lower()
        return [Choice(name=f"{word}: {said}", value=word) for word, said in OFFERED.items() if word.startswith(typed)]

    async def _vacation(self, source: Source, text: str) -> None:
        asked, word = asked_by(source), text.strip().lower()
        if not word:
            await reply(source, vacation_post(await vacations.of_person(self.bot.table, asked)))
            return
        end = word == END
        done = await (vacations.end(self.bot.table, asked) if end else vacations.begin(self.bot.table, asked, text))
        if isinstance(done, Again):
            await nothing_to_say(source)
        else:
            await reply(source, vacation_post(done))

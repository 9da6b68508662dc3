"""Claim and give time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.commands.context import everywhere, source_of
from bot.referee import claiming, giving, words
from bot.referee.answers import Again
from bot.referee.asked import read_number
from bot.referee.clock import read_length, spoken
from bot.referee.lookup import find
from bot.replies import asked_by, nothing_to_say, reply

if TYPE_CHECKING:
    from datetime import timedelta

    import discord

    from bot.commands.context import Context
    from bot.host import Host
    from bot.replies import Source


class Timing(commands.Cog):
    """What players do about each other's time."""

    def __init__(self, bot: Host) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Claim a match because the time of whoever is to move is up")
    @app_commands.describe(match="Its number, for example #42")
    @everywhere
    async def claim(self, ctx: Context, match: str | None = None) -> None:
        """Claim a match: `[#42]`."""
        source = source_of(ctx)
        asked = asked_by(source)
        found = await find(self.bot.table, asked, read_number(match), "claim")
        done = await claiming.claim(self.bot.table, asked, found.id)
        if isinstance(done, Again):
            await nothing_to_say(source)
        else:
            await reply(source, f"You claimed #{done.id}: the board is in <#{done.home}>.")

    @commands.command(name="givetime")
    async def give_by_text(self, ctx: Context, *, rest: str = "") -> None:
        """Read `[#42] 1d`."""
        number, length = giving.read_gift(rest)
        await self._give(ctx.message, number, length)

    @app_commands.command(name="givetime", description="Give time to whoever is to move in a match")
    @app_commands.describe(time="How much: 1d, 12h or 90m", match="Its number, for example #42")
    @everywhere
    async def give_by_slash(self, interaction: discord.Interaction[Any], time: str, match: str | None = None) -> None:
        """Take the same things from a form."""
        await self._give(interaction, read_number(match), read_length(time))

    async def _give(self, source: Source, number: int | None, length: timedelta) -> None:
        asked = asked_by(source)
        found = await find(self.bot.table, asked, number, "givetime")
        done = await giving.give(self.bot.table, asked, found.id, length)
        if isinstance(done, Again):
            await nothing_to_say(source)
        else:
            how = f"the time is up {words.until(done.deadline)}" if done.deadline else "the clock is paused"
            await reply(source, f"You gave {spoken(done.length)} in #{done.match.id}: {how}.")

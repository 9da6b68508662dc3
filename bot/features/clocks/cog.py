"""The commands about another player's time: claim and givetime."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.client.options import source_of
from bot.features.clocks import text
from bot.interactions.replies import acknowledge_silently, is_private, reply, request_of
from bot.referee.claim import claim_match
from bot.referee.clocks.give_time import give_time, parse_given_time
from bot.referee.find_match import find_single_match
from bot.referee.request_results import AlreadyDone
from bot.referee.requests import parse_match_number
from bot.referee.times.time_control import parse_length

if TYPE_CHECKING:
    from datetime import timedelta

    import discord

    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source


class ClocksCog(commands.Cog):
    """The commands that claim a match and give time."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Claim a match in which your opponent's time is up")
    @app_commands.describe(match="Its number, for example #42")
    async def claim(self, ctx: CommandContext, match: str | None = None) -> None:
        """Claim a match: `[#42]`."""
        source = source_of(ctx)
        request = request_of(source)
        found = await find_single_match(self.bot.context, request, parse_match_number(match), "match claim")
        result = await claim_match(self.bot.context, request, found.id)
        if isinstance(result, AlreadyDone):
            await acknowledge_silently(source)
        else:
            await reply(source, text.claimed(result))

    @commands.command(name="givetime")
    async def give_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `[#42] 1d`."""
        number, length = parse_given_time(rest)
        await self._give(ctx.message, number, length)

    @app_commands.command(name="givetime", description="Give the player to move in a match more time")
    @app_commands.describe(time="How much: 1d, 12h or 90m", match="Its number, for example #42")
    async def give_by_slash(self, interaction: discord.Interaction[Any], time: str, match: str | None = None) -> None:
        """Take the same from a form."""
        await self._give(interaction, parse_match_number(match), parse_length(time))

    async def _give(self, source: Source, number: int | None, length: timedelta) -> None:
        request = request_of(source)
        found = await find_single_match(self.bot.context, request, number, "match givetime")
        result = await give_time(self.bot.context, request, found.id, length)
        seen = not is_private(source) and request.channel_id == found.home
        if isinstance(result, AlreadyDone) or seen:  # the post about it comes to the match's home
            await acknowledge_silently(source)
        else:
            await reply(source, text.gave_time(result.match, result.length, result.deadline))

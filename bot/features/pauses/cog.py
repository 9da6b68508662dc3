"""The commands that begin and end a pause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.client.options import source_of
from bot.features.offers.components import make_offer
from bot.features.pauses import text
from bot.interactions.replies import acknowledge_silently, is_in_home, reply, request_of
from bot.referee.clocks.pauses import resume_clock
from bot.referee.find_match import find_single_match
from bot.referee.request_results import AlreadyDone
from bot.referee.requests import parse_match_number

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext


class PausesCog(commands.Cog):
    """The commands that pause the clock of a match."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Ask to pause the clock of a match, or agree to a pause")
    @app_commands.describe(match="Its number, for example #42")
    async def pause(self, ctx: CommandContext, match: str | None = None) -> None:
        """Ask for a pause: `[#42]`."""
        await make_offer(self.bot, source_of(ctx), "pause", parse_match_number(match))

    @commands.hybrid_command(description="End the pause of a match")
    @app_commands.describe(match="Its number, for example #42")
    async def resume(self, ctx: CommandContext, match: str | None = None) -> None:
        """End a pause: `[#42]`."""
        source = source_of(ctx)
        request = request_of(source)
        found = await find_single_match(self.bot.context, request, parse_match_number(match), "match resume")
        result = await resume_clock(self.bot.context, request, found.id)
        if isinstance(result, AlreadyDone):
            await acknowledge_silently(source)
        elif not is_in_home(source, result):
            await reply(source, text.resumed(result))

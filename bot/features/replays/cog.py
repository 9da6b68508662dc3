"""The command that shows a match as an animation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.client.options import source_of
from bot.features.replays.components import show_replay
from bot.interactions.cooldowns import REPLAY_COST
from bot.interactions.replies import request_of
from bot.referee import replays

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext


class ReplaysCog(commands.Cog):
    """The command that shows a match as an animation."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Show a match as an animation, turn by turn")
    @app_commands.describe(
        match="Its number, for example #42",
        part="Which moves, for example 10-20; all by default",
        format="WebP (the default) or GIF",
    )
    @app_commands.choices(format=[Choice(name="WebP", value="webp"), Choice(name="GIF", value="gif")])
    async def replay(
        self,
        ctx: CommandContext,
        match: str | None = None,
        part: str | None = None,
        format: str | None = None,  # noqa: A002 - the name that people see
    ) -> None:
        """Show a replay: `[#42] [10-20] [gif]`."""
        source = source_of(ctx)
        wanted = replays.parse_replay_request(match, part, format)
        if isinstance(source, discord.Interaction):
            await show_replay(self.bot, source, wanted)
            return
        context, request = self.bot.context, request_of(source)
        with self.bot.cooldowns.admit(request, REPLAY_COST):
            found = await replays.find_replay_match(context, request, wanted)
            await replays.put_replay(context, request, found, wanted)

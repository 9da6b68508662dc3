"""Replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.commands.context import everywhere, source_of
from bot.cooldowns import REPLAY
from bot.referee import replays
from bot.replaying import show_privately
from bot.replies import asked_by

if TYPE_CHECKING:
    from bot.commands.context import Context
    from bot.host import Host


class Replaying(commands.Cog):
    """Matches as animations."""

    def __init__(self, bot: Host) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Show a match as an animation, turn by turn")
    @app_commands.describe(
        match="Its number, for example #42",
        part="Which moves, for example 10-20; all unless you say",
        format="WebP (unless you say) or GIF",
    )
    @app_commands.choices(format=[Choice(name="WebP", value="webp"), Choice(name="GIF", value="gif")])
    @everywhere
    async def replay(
        self,
        ctx: Context,
        match: str | None = None,
        part: str | None = None,
        format: str | None = None,  # noqa: A002 - the name that people see
    ) -> None:
        """Replay a match: `[#42] [10-20] [gif]`."""
        source = source_of(ctx)
        request = replays.read_request(match, part, format)
        if isinstance(source, discord.Interaction):
            await show_privately(self.bot, source, request)
        else:
            asked = asked_by(source)
            with self.bot.cooldowns.admit(asked, REPLAY):
                await replays.put(self.bot.table, asked, await replays.find(self.bot.table, asked, request), request)

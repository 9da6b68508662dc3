"""The command that shows and changes how boards look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.options import add_look_choices
from bot.features.display.text import look_post
from bot.interactions.replies import reply
from bot.referee.people.display import change_display, split_display

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source


class DisplayCog(commands.Cog):
    """The command that shows and changes how boards look."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.command(name="look")
    async def look_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `light large never`; without words, show what is chosen."""
        await self._look(ctx.message, ctx.author.id, split_display(rest))

    @app_commands.command(name="look", description="Choose the look of boards that only I see, and of matches I start")
    @app_commands.describe(theme="Dark or light", size="How large pictures are", sides="Whether boards turn")
    @add_look_choices("theme", "size", "sides")
    async def look_by_slash(
        self,
        interaction: discord.Interaction[Any],
        theme: str | None = None,
        size: str | None = None,
        sides: str | None = None,
    ) -> None:
        """Take the same from a form."""
        await self._look(interaction, interaction.user.id, {"theme": theme, "size": size, "sides": sides})

    async def _look(self, source: Source, user_id: int, choices: Mapping[str, str | None]) -> None:
        await reply(source, look_post(await change_display(self.bot.context, user_id, choices)))

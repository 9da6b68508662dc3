"""Preferences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.commands.context import everywhere
from bot.posting.agreed import preferences_post
from bot.referee import preferences
from bot.replies import reply

if TYPE_CHECKING:
    from collections.abc import Mapping

    import discord

    from bot.commands.context import Context
    from bot.host import Host
    from bot.replies import Source

TAKEBACKS = {"ask": "Ask me", "never": "Never: turn every request down"}
ALARM = {"direct": "By direct message", "thread": "By a mention in the match's thread"}


class Preferring(commands.Cog):
    """What people choose for all their matches."""

    def __init__(self, bot: Host) -> None:
        self.bot = bot

    @commands.command(name="preferences")
    async def preferences_by_text(self, ctx: Context, *, rest: str = "") -> None:
        """Read `takebacks=never`, or nothing to be told what is chosen."""
        await self._choose(ctx.message, ctx.author.id, preferences.read_words(rest))

    @app_commands.command(name="preferences", description="Choose what holds for all my matches, or see it")
    @app_commands.describe(
        takebacks="What happens when somebody asks to take back a move", alarm="How I tell you that your time runs out"
    )
    @app_commands.choices(
        takebacks=[Choice(name=text, value=word) for word, text in TAKEBACKS.items()],
        alarm=[Choice(name=text, value=word) for word, text in ALARM.items()],
    )
    @everywhere
    async def preferences_by_slash(
        self, interaction: discord.Interaction[Any], takebacks: str | None = None, alarm: str | None = None
    ) -> None:
        """Take the same things from a form."""
        await self._choose(interaction, interaction.user.id, {"takebacks": takebacks, "alarm": alarm})

    async def _choose(self, source: Source, user_id: int, said: Mapping[str, str | None]) -> None:
        await reply(source, preferences_post(await preferences.choose(self.bot.table, user_id, said)))

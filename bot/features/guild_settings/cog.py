"""The command for the settings of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.features.guild_settings.change import describe_after_change
from bot.features.guild_settings.form import settings_menu
from bot.interactions.member_permissions import can_manage_server
from bot.interactions.replies import reply
from bot.referee.guilds.setting_values import split_settings

if TYPE_CHECKING:
    import discord

    from bot.client.client import Client
    from bot.client.options import CommandContext


class GuildSettingsCog(commands.Cog):
    """The command that shows the settings of a server, and lets its managers change them."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.command(name="settings")
    @commands.guild_only()
    async def settings_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `threads=no clock=3d+1d cap 6d`, or nothing to see the settings."""
        changes = split_settings(rest)
        await reply(ctx.message, await describe_after_change(self.bot, ctx.message, changes, only_changed=True))

    @app_commands.command(name="settings", description="See or change my settings on this server")
    async def settings_by_slash(self, interaction: discord.Interaction[Any]) -> None:
        """Show the settings, to managers with a menu that changes them."""
        content = await describe_after_change(self.bot, interaction, {})
        await reply(interaction, content, view=settings_menu() if can_manage_server(interaction) else None)

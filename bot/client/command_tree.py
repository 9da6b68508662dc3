"""How all slash commands are acknowledged, and how errors are reported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.interactions.acknowledge import acknowledge_in_time
from bot.interactions.error_replies import reply_with_error

if TYPE_CHECKING:
    import discord


class CommandTree(app_commands.CommandTree[Any]):
    """The slash commands."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let each interaction through once, and make sure that it is acknowledged in time."""
        return acknowledge_in_time(interaction)

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Tell the person who used a command that it failed."""
        await reply_with_error(interaction, error)

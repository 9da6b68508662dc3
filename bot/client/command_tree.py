"""How all slash commands are acknowledged, and how errors are reported."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.client.block_exemptions import check_command
from bot.interactions.acknowledge import acknowledge_in_time
from bot.interactions.error_replies import reply_with_error
from bot.referee.errors import RequestRejected
from storage.engine.database import StorageError


class CommandTree(app_commands.CommandTree[Any]):
    """The slash commands."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let each interaction through once, if its person isn't blocked; make sure that it is acknowledged in time."""
        if not acknowledge_in_time(interaction):
            return False
        await interaction.client.languages.bind_reader(interaction)
        if interaction.type is discord.InteractionType.application_command:
            try:
                await check_command(interaction.client.context, interaction)
            except (RequestRejected, StorageError) as error:
                await reply_with_error(interaction, error)
                return False
        return True

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Tell the person who used a command that it failed."""
        await reply_with_error(interaction, error)

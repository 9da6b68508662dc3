"""The tree of the slash commands: what is the same for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.interactions.acknowledge import promise
from bot.interactions.errors import tell

if TYPE_CHECKING:
    import discord


class Tree(app_commands.CommandTree[Any]):
    """The slash commands, with errors told to whoever asked."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let through what is new, and see to it that it is acknowledged in time."""
        return promise(interaction)

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Put an error into a sentence."""
        await tell(interaction, error)

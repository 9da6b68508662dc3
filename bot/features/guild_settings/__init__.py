"""The settings of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.guild_settings.cog import GuildSettingsCog

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(GuildSettingsCog(bot))

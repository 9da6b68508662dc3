"""The settings of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.guild_settings.cog import GuildSettingsCog
from bot.features.guild_settings.form import SettingForm, SettingSelect

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(GuildSettingsCog(bot))
    bot.add_listener(SettingForm.receive, "on_interaction")
    bot.add_dynamic_items(SettingSelect)

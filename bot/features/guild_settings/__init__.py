"""The settings of a server."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.guild_settings.cog import GuildSettingsCog
from bot.features.guild_settings.form import SettingForm, SettingSelect

FEATURE = Feature(cogs=[GuildSettingsCog], buttons=[SettingSelect], forms=[SettingForm])

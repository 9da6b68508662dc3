"""How boards look: a person's own theme, size and sides."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.display.cog import DisplayCog
from bot.features.preferences.cog import PreferencesCog

FEATURE = Feature(cogs=[DisplayCog, PreferencesCog])

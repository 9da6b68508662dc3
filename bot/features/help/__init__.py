"""Help and introductions."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.help.cog import HelpCog
from bot.features.help.components import HelpButton

FEATURE = Feature(cogs=[HelpCog], buttons=[HelpButton])

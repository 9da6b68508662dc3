"""People whom a server blocks."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.blocks.cog import BlocksCog

FEATURE = Feature(cogs=[BlocksCog])

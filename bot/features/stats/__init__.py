"""Statistics of the games: whether the first seat wins more often, and how long matches are."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.stats.cog import StatsCog

FEATURE = Feature(cogs=[StatsCog])

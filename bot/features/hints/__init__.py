"""Hints: a good move, for people who play against computer players alone."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.hints.cog import HintsCog
from bot.features.hints.components import HintButton

FEATURE = Feature(cogs=[HintsCog], buttons=[HintButton])

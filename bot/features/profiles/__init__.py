"""Profiles of people, and two people against each other."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.profiles.cog import ProfilesCog

FEATURE = Feature(cogs=[ProfilesCog])

"""A player's notes on a match."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.notes.cog import NotesCog

FEATURE = Feature(cogs=[NotesCog])

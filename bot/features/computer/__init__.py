"""Computer players: they think and play their moves."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.computer.posts import ThoughtPosts

FEATURE = Feature(posts=lambda bot: {"think": ThoughtPosts(bot.context, bot.engines).think})

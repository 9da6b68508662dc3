"""Highlights: the turning point of a match that has ended, in the channel of its server."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.highlights.posts import HighlightPosts
from bot.features.weekly_match.posts import WeeklyMatchPosts

FEATURE = Feature(
    posts=lambda bot: {
        "highlight": HighlightPosts(bot.sender, bot.context, bot.replay_images).highlight,
        "weekly": WeeklyMatchPosts(bot.sender, bot.context, bot.replay_images).weekly,
    }
)

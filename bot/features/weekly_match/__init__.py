"""The match of the week, in the channel that a server has for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.weekly_match.posts import WeeklyMatchPosts

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    bot.outbox.register(weekly=WeeklyMatchPosts(bot.sender, bot.context, bot.replay_images).weekly)

"""Highlights: the turning point of a match that has ended, in the channel of its server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.highlights.posts import HighlightPosts

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    bot.outbox.register(highlight=HighlightPosts(bot.sender, bot.context, bot.replay_images).highlight)

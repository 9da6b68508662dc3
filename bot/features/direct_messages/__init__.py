"""Direct messages that stand in for posts which could not be made where they belong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.direct_messages.posts import DirectMessagePosts

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    bot.outbox.register(tell=DirectMessagePosts(bot.sender, bot.context).tell)

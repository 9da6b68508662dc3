"""Daily digests: what waits for a person, by direct message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.digests.posts import DigestPosts

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    bot.outbox.register(digest=DigestPosts(bot.sender, bot.context).digest)

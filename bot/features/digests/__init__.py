"""What a person is told by direct message: daily digests, and posts that could not be made elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.digests.posts import DirectMessages

if TYPE_CHECKING:
    from bot.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    posts = DirectMessages(bot.sender, bot.context)
    bot.outbox.register(tell=posts.tell, digest=posts.digest)

"""Daily digests: what waits for a person, by direct message."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.digests.posts import DigestPosts
from bot.features.direct_messages.posts import DirectMessagePosts

FEATURE = Feature(
    posts=lambda bot: {
        "digest": DigestPosts(bot.sender, bot.context).digest,
        "tell": DirectMessagePosts(bot.sender, bot.context).tell,
    }
)

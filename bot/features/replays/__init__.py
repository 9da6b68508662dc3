"""Replays of a match as an animation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.replays.cog import ReplaysCog
from bot.features.replays.components import ReplayButton
from bot.features.replays.posts import ReplayPosts
from bot.features.replays.search import FoundReplaysButton, FoundReplaySelect

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    posts = ReplayPosts(bot.sender, bot.context, bot.replay_images)
    bot.outbox.register(replay=posts.replay)
    await bot.add_cog(ReplaysCog(bot))
    bot.add_dynamic_items(ReplayButton, FoundReplaysButton, FoundReplaySelect)

"""Watching: one message to a spectator when a match ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.watch.components import StopWatchingButton, WatchButton, WatchSelect
from bot.features.watch.posts import WatchPosts

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    bot.outbox.register(watched=WatchPosts(bot.sender, bot.context).watched)
    bot.add_dynamic_items(WatchButton, StopWatchingButton, WatchSelect)

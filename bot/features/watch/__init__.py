"""Watching: one message to a spectator when a match ends."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.watch.components import StopWatchingButton, WatchButton, WatchSelect
from bot.features.watch.posts import WatchPosts

FEATURE = Feature(
    buttons=[WatchButton, StopWatchingButton, WatchSelect],
    posts=lambda bot: {"watched": WatchPosts(bot.sender, bot.context).watched},
)

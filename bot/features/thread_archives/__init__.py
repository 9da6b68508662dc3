"""The threads of matches are renamed and archived a day after the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.thread_archives.posts import ThreadArchives

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    bot.outbox.register(archive=ThreadArchives(bot.sender, bot.context).archive)

"""Computer players: they think and play their moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.computer.posts import ThoughtPosts

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    bot.outbox.register(think=ThoughtPosts(bot.context, bot.engines).think)

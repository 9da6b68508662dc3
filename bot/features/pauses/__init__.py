"""Pauses: the clock of a match stops while all players agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.pauses.cog import PausesCog
from bot.features.pauses.components import Resume
from bot.features.pauses.posts import PausePosts

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    posts = PausePosts(bot.sender, bot.context)
    bot.outbox.register(paused=posts.paused, resumed=posts.resumed)
    await bot.add_cog(PausesCog(bot))
    bot.add_dynamic_items(Resume)

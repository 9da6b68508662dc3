"""Clocks: alarms, claims of time that is up, and extra time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.clocks.cog import ClocksCog
from bot.features.clocks.components import Claim
from bot.features.clocks.posts import ClockPosts

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    posts = ClockPosts(bot.sender, bot.context)
    bot.outbox.register(alarm=posts.alarm, nudge=posts.nudge, timeout=posts.timeout, gift=posts.gift)
    await bot.add_cog(ClocksCog(bot))
    bot.add_dynamic_items(Claim)

"""Vacations: days on which a person's clocks are paused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.vacations.cog import VacationsCog
from bot.features.vacations.posts import VacationPosts

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    posts = VacationPosts(bot.sender, bot.context)
    bot.outbox.register(away=posts.away, net=posts.net)
    await bot.add_cog(VacationsCog(bot))

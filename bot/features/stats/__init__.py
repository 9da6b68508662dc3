"""Statistics of the games: whether the first seat wins more often, and how long matches are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.stats.cog import StatsCog

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(StatsCog(bot))

"""Ending a match without a winner, by a manager of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.abandon.cog import AbandonCog
from bot.features.abandon.components import Abandon

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(AbandonCog(bot))
    bot.add_dynamic_items(Abandon)

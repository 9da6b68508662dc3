"""Rematches: the same game again, with seats swapped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.rematches.cog import RematchesCog
from bot.features.rematches.components import Rematch

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(RematchesCog(bot))
    bot.add_dynamic_items(Rematch)

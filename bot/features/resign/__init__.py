"""Resigning a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.resign.cog import ResignCog
from bot.features.resign.components import Resign

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(ResignCog(bot))
    bot.add_dynamic_items(Resign)

"""People whom a server blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.blocks.cog import BlocksCog

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(BlocksCog(bot))

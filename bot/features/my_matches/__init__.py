"""The list of a person's matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.my_matches.cog import MyMatchesCog

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(MyMatchesCog(bot))

"""What a person prefers, besides how boards look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.preferences.cog import PreferencesCog

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(PreferencesCog(bot))

"""Profiles of people, and two people against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.profiles.cog import ProfilesCog

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(ProfilesCog(bot))

"""What the bot lacks on a server, for the people who manage it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.doctor.cog import DoctorCog

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(DoctorCog(bot))

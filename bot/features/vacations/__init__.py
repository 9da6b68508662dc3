"""Vacations: days on which the clocks that wait for a person are paused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.vacations.cog import VacationsCog

if TYPE_CHECKING:
    from bot.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(VacationsCog(bot))

"""The tables of the games: who is rated, the highest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.standings.cog import StandingsCog
from bot.features.standings.components import StandingsPageButton

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(StandingsCog(bot))
    bot.add_dynamic_items(StandingsPageButton)

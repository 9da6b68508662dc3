"""Destinations: where a piece can go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.destinations.cog import DestinationsCog
from bot.features.destinations.components import PieceSelect, ShowDestinationsButton, WhereButton
from bot.features.destinations.menu import where_menu

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(DestinationsCog(bot))
    bot.tree.add_command(where_menu(bot))
    bot.add_dynamic_items(PieceSelect, ShowDestinationsButton, WhereButton)

"""The catalogue of a game's pieces, in games that have one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.catalogue.cog import CatalogueCog
from bot.features.catalogue.components import CatalogueButton

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(CatalogueCog(bot))
    bot.add_dynamic_items(CatalogueButton)

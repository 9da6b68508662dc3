"""Help and introductions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.help.cog import HelpCog
from bot.features.help.components import HelpButton

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(HelpCog(bot))
    bot.add_dynamic_items(HelpButton)

"""Help, introductions, and the rules of the games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.help.cog import HelpCog
from bot.features.help.components import FullRulesButton, HelpButton, RulesButton

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(HelpCog(bot))
    bot.add_dynamic_items(FullRulesButton, HelpButton, RulesButton)

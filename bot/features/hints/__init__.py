"""Hints: a good move, for people who play against computer players alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.hints.cog import HintsCog
from bot.features.hints.components import HintButton

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(HintsCog(bot))
    bot.add_dynamic_items(HintButton)

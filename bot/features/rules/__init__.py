"""The rules of the games, in short and whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.rules.components import FullRulesButton, RulesButton

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    bot.add_dynamic_items(FullRulesButton, RulesButton)

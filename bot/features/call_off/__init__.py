"""Calling a match off that was lost on time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.call_off.cog import CallOffCog
from bot.features.call_off.components import CallOffButton, ConfirmCallOffButton

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(CallOffCog(bot))
    bot.add_dynamic_items(CallOffButton, ConfirmCallOffButton)

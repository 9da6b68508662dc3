"""What is kept of a person: shown as files, and deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.privacy.cog import PrivacyCog
from bot.features.privacy.components import DeletePerson

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(PrivacyCog(bot))
    bot.add_dynamic_items(DeletePerson)

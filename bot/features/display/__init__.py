"""How boards look: a person's own theme, size and sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.display.cog import DisplayCog

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(DisplayCog(bot))

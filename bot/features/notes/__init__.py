"""A player's notes on a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.notes.cog import NotesCog

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(NotesCog(bot))

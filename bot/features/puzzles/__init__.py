"""Puzzles: the command that shows one, the daily one of a server, and answers as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.puzzles.cog import PuzzleCog
from bot.features.puzzles.posts import PuzzlePosts

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    bot.outbox.register(puzzle=PuzzlePosts(bot.sender, bot.context, bot.board_images).puzzle)
    await bot.add_cog(PuzzleCog(bot))

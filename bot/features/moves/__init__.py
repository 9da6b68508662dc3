"""Moves, and previews of moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.moves.cog import MovesCog
from bot.features.moves.components import DropPreviewButton, PlayPreviewButton
from bot.features.moves.play import PickMatchButton, PickMatchForPreviewButton
from bot.features.moves.posts import MovePosts
from bot.features.moves.queue import CancelQueueButton

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    posts = MovePosts(bot.sender, bot.context)
    bot.outbox.register(ask=posts.ask)
    await bot.add_cog(MovesCog(bot))
    bot.add_dynamic_items(
        CancelQueueButton, PickMatchButton, PickMatchForPreviewButton, PlayPreviewButton, DropPreviewButton
    )

"""The posts that show a board after each event of a match, and at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.board_posts.posts import BoardPosts

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    posts = BoardPosts(bot.sender, bot.context, bot.board_images, bot.metrics, bot.languages, content=bot.content)
    bot.context.move_listeners.append(posts.start_drawing)
    bot.outbox.register(
        board=posts.board, direct=posts.direct, finished=posts.finished, note=posts.note, show=posts.show
    )

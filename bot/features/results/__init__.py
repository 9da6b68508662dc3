"""Results reach the channel: the post of a challenge becomes the result of its match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.results.foreign_posts import ForeignResults
from bot.features.results.posts import ResultPosts

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    posts = ResultPosts(bot.sender, bot.context, bot.board_images, bot.foreign_places)
    bot.add_listener(ForeignResults(bot, posts).on_command, "on_app_command_completion")
    bot.outbox.register(result=posts.result)

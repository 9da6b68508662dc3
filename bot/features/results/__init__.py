"""Results reach the channel: the post of a challenge becomes the result of its match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.feature import Feature
from bot.features.results.foreign_posts import ForeignResults
from bot.features.results.posts import ResultPosts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client.client import Client
    from bot.outbox.worker import SendPost


def _make_posts(bot: Client) -> Mapping[str, SendPost]:
    posts = ResultPosts(bot.sender, bot.context, bot.board_images, bot.foreign_places)
    bot.add_listener(ForeignResults(bot, posts).on_command, "on_app_command_completion")
    return {"result": posts.result}


FEATURE = Feature(posts=_make_posts)

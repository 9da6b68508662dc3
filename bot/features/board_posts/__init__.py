"""The posts that show a board after each event of a match, and at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.feature import Feature
from bot.features.board_posts.posts import BoardPosts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client.client import Client
    from bot.outbox.worker import SendPost


def _make_posts(bot: Client) -> Mapping[str, SendPost]:
    posts = BoardPosts(bot.sender, bot.context, bot.board_images, bot.metrics, bot.languages, content=bot.content)
    bot.context.move_listeners.append(posts.start_drawing)
    return {
        "board": posts.board,
        "direct": posts.direct,
        "finished": posts.finished,
        "note": posts.note,
        "show": posts.show,
    }


FEATURE = Feature(posts=_make_posts)

"""The direct message that an outbox row holds word for word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.outbox.mentions import direct_message_options

if TYPE_CHECKING:
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from storage.queries.rows import Post


class DirectMessagePosts:
    """Sends the outbox rows that hold a text for one person."""

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def tell(self, post: Post) -> tuple[int, int | None]:
        """Send a row's text to its person; return the channel and the message."""
        content, channel = str(post.body["text"]), await self._sender.open_direct_messages(post)
        send_options = await direct_message_options(self._context, int(post.body["user"]))
        sent = await self._sender.send_once(
            post, channel, lambda one: one.content == content, content=content, **send_options
        )
        return channel.id, sent.id

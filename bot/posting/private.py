"""What one person is told by direct message, without having asked for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.posting.mentions import directly

if TYPE_CHECKING:
    from bot.posting.delivery import Delivery
    from bot.referee.table import Table
    from storage.records import Post


class Private:
    """Sends the outbox rows that are for one person. Each returns the channel and the message it became."""

    def __init__(self, delivery: Delivery, table: Table) -> None:
        self._delivery = delivery
        self._table = table

    async def tell(self, post: Post) -> tuple[int, int | None]:
        """Say a row's text."""
        text, channel = str(post.body["text"]), await self._delivery.directly(post)
        how = await directly(self._table, int(post.body["user"]))
        said = await self._delivery.once(post, channel, lambda one: one.content == text, content=text, **how)
        return channel.id, said.id

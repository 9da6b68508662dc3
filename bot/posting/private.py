"""What one person is told by direct message, without having asked for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.network import is_final
from bot.posting.listing import digest_post
from bot.posting.mentions import directly
from bot.referee import digests, zones
from bot.referee.mine import mine

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

    async def digest(self, post: Post) -> tuple[int, int | None]:
        """Tell somebody what waits for them today, if anything still does. Who can't be reached gets no more."""
        user_id = int(post.body["user"])
        try:
            return await self._digest(post, user_id)
        except (discord.Forbidden, discord.NotFound) as closed:
            if is_final(closed):
                await digests.stop(self._table, user_id)
            raise

    async def _digest(self, post: Post, user_id: int) -> tuple[int, int | None]:
        channel = await self._delivery.directly(post)
        zone = await zones.at_hand(self._table, user_id, None)
        day = post.created_at.astimezone(zone).date()
        text = digest_post(await mine(self._table, user_id, None), self._table.title, day)
        if not text or digests.is_stale(self._table, post):
            return channel.id, None
        mark = text.rsplit("\n", 1)[-1]
        how = await directly(self._table, user_id)
        said = await self._delivery.once(post, channel, lambda one: one.content.endswith(mark), content=text, **how)
        return channel.id, said.id

"""What one person is told by direct message, without having asked for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.discord_errors import is_final
from bot.features.matches.text import digest_post
from bot.outbox.mentions import directly
from bot.referee.my_matches import mine
from bot.referee.people import digest as digests
from bot.referee.people import timezones

if TYPE_CHECKING:
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from storage.tables.models import Post


class DirectMessages:
    """Sends the outbox rows that are for one person. Each returns the channel and the message it became."""

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def tell(self, post: Post) -> tuple[int, int | None]:
        """Say a row's text."""
        text, channel = str(post.body["text"]), await self._sender.directly(post)
        how = await directly(self._context, int(post.body["user"]))
        said = await self._sender.once(post, channel, lambda one: one.content == text, content=text, **how)
        return channel.id, said.id

    async def digest(self, post: Post) -> tuple[int, int | None]:
        """Tell somebody what waits for them today, if anything still does. Who can't be reached gets no more."""
        user_id = int(post.body["user"])
        try:
            return await self._digest(post, user_id)
        except (discord.Forbidden, discord.NotFound) as closed:
            if is_final(closed):
                await digests.stop(self._context, user_id)
            raise

    async def _digest(self, post: Post, user_id: int) -> tuple[int, int | None]:
        channel = await self._sender.directly(post)
        zone = await timezones.at_hand(self._context, user_id, None)
        day = post.created_at.astimezone(zone).date()
        text = digest_post(await mine(self._context, user_id, None), self._context.title, day)
        if not text or digests.is_stale(self._context, post):
            return channel.id, None
        mark = text.rsplit("\n", 1)[-1]
        how = await directly(self._context, user_id)
        said = await self._sender.once(post, channel, lambda one: one.content.endswith(mark), content=text, **how)
        return channel.id, said.id

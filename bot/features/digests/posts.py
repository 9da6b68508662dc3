"""The daily digest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.features.digests.text import digest_post
from bot.outbox.mentions import direct_message_options
from bot.process.errors import is_permanent
from bot.referee.my_matches import list_my_matches
from bot.referee.people.digests import is_stale, stop_digests
from bot.referee.people.timezones import load_person_zone

if TYPE_CHECKING:
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from storage.queries.rows import Post


class DigestPosts:
    """Sends the outbox rows of daily digests."""

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def digest(self, post: Post) -> tuple[int, int | None]:
        """Send a person's digest; return the channel and the message, None if nothing waits or the day is over.

        A person who takes no direct messages gets no more digests.
        """
        try:
            return await self._digest(post, int(post.body["user"]))
        except (discord.Forbidden, discord.NotFound) as error:
            if is_permanent(error):
                await stop_digests(self._context, int(post.body["user"]))
            raise

    async def _digest(self, post: Post, user_id: int) -> tuple[int, int | None]:
        channel = await self._sender.open_direct_messages(post)
        zone = await load_person_zone(self._context, user_id, None)
        day = post.created_at.astimezone(zone).date()
        content = digest_post(await list_my_matches(self._context, user_id, None), self._context.title, day)
        if not content or is_stale(self._context, post):
            return channel.id, None
        last_line = content.rsplit("\n", 1)[-1]
        send_options = await direct_message_options(self._context, user_id)
        sent = await self._sender.send_once(
            post, channel, lambda one: one.content.endswith(last_line), content=content, **send_options
        )
        return channel.id, sent.id

"""Sending a message for an outbox row, once, however often it is tried."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

if TYPE_CHECKING:
    from collections.abc import Callable

    from storage.records import Post

RECENT = 50
"""How many messages of a channel are looked through for a post that may already be there."""


class Delivery:
    """Sends messages in the name of outbox rows.

    `salt` is this database's own: a nonce made of it and a row's id is the same at every attempt and no other row's.
    """

    def __init__(self, client: discord.Client, salt: str) -> None:
        self.client = client
        self._salt = salt

    def mark(self, post: Post) -> str:
        """Return what a row's message can be known by, at most 25 characters."""
        return f"{self._salt}-{post.id}"

    async def once(
        self,
        post: Post,
        channel: discord.abc.Messageable,
        is_it: Callable[[discord.Message], bool],
        **content: Any,
    ) -> discord.Message:
        """Send a row's message, or return the one that an earlier, interrupted attempt left in the channel.

        Discord itself drops a repeated nonce, but for some minutes only; after a longer absence `is_it` finds the
        message among the channel's latest. Raises what discord.py raises.
        """
        if post.attempts:
            me = self.client.user.id if self.client.user else 0
            async for message in channel.history(limit=RECENT):
                if message.author.id == me and is_it(message):
                    return message
        return await channel.send(**content, nonce=self.mark(post))


def answer_to(post: Post) -> discord.MessageReference:
    """Return the reference to the message that a row's `body` answers, which may be gone by now."""
    return discord.MessageReference(
        message_id=int(post.body["reply_to"]), channel_id=int(post.body["channel"]), fail_if_not_exists=False
    )


def only(*user_ids: int) -> discord.AllowedMentions:
    """Allow pinging these people and nobody else."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(each) for each in user_ids]
    )

"""The post that asks for a move which was sent while the bot was away and which it may not read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.outbox.sender import make_reference, mention_only
from bot.referee import formatting
from storage.tables import matches

if TYPE_CHECKING:
    import discord

    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from storage.tables.models import Post

ASK = (
    "I was away, and here I can't read messages that don't mention me. {}, if you sent your move meanwhile, "
    "please send it again: as a reply to the board with the ping on, or with `/move`."
)


class MovePosts:
    """Sends the outbox rows that ask for a move again."""

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def ask(self, post: Post) -> tuple[int, int | None]:
        """Ask whoever is to move, in answer to the message that can't be read; nobody once the match has gone on.

        It is no mention: this turn's board was one.
        """
        async with self._context.database.read() as tx:
            match = await matches.sure(tx, post.match_id or 0)
        if match.seq != post.seq or match.to_move is None:
            return match.home, None
        text = ASK.format(formatting.name(match.seats[match.to_move - 1]))

        def is_it(message: discord.Message) -> bool:
            return message.reference is not None and message.reference.message_id == int(post.body["reply_to"])

        home = self._sender.client.get_partial_messageable(match.home, guild_id=match.guild_id)
        sent = await self._sender.send_once(
            post, home, is_it, content=text, reference=make_reference(post), allowed_mentions=mention_only()
        )
        return sent.channel.id, sent.id

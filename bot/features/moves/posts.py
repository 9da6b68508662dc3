"""The post that asks for a move which may have been sent while the bot was away and could not read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.moves.text import send_move_again
from bot.outbox.sender import make_reference, mention_only
from storage.queries import matches

if TYPE_CHECKING:
    import discord

    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from storage.queries.rows import Post


class MovePosts:
    """Sends the outbox rows that ask for a move again."""

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def ask(self, post: Post) -> tuple[int, int | None]:
        """Ask the player to move, in reply to the message that can't be read, unless the match has moved on.

        The post mentions nobody: the board of this turn did.
        """
        async with self._context.database.read() as tx:
            match = await matches.require(tx, post.match_id or 0)
        if match.seq != post.seq or match.to_move is None:
            return match.home, None

        def is_this_post(message: discord.Message) -> bool:
            return message.reference is not None and message.reference.message_id == int(post.body["reply_to"])

        home = await self._sender.open_home(match, post)
        content = send_move_again(match.seats[match.to_move - 1])
        sent = await self._sender.send_once(
            post, home, is_this_post, content=content, reference=make_reference(post), allowed_mentions=mention_only()
        )
        return sent.channel.id, sent.id

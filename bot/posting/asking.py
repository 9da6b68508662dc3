"""The post that asks for a move which was sent while the bot was away and which it may not read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.posting.delivery import answer_to, only
from bot.referee import words
from storage import matches

if TYPE_CHECKING:
    import discord

    from bot.posting.delivery import Delivery
    from bot.referee.table import Table
    from storage.records import Post

ASK = (
    "I was away, and here I can't read messages that don't mention me. {}, if you sent your move meanwhile, "
    "please send it again: as a reply to the board with the ping on, or with `/move`."
)


class Asking:
    """Sends the outbox rows that ask for a move again."""

    def __init__(self, delivery: Delivery, table: Table) -> None:
        self._delivery = delivery
        self._table = table

    async def ask(self, post: Post) -> tuple[int, int | None]:
        """Ask whoever is to move, in answer to the message that can't be read; nobody once the match has gone on.

        It is no mention: this turn's board was one.
        """
        async with self._table.database.read() as tx:
            match = await matches.sure(tx, post.match_id or 0)
        if match.seq != post.seq or match.to_move is None:
            return match.home, None
        text = ASK.format(words.name(match.seats[match.to_move - 1]))

        def is_it(message: discord.Message) -> bool:
            return message.reference is not None and message.reference.message_id == int(post.body["reply_to"])

        home = self._delivery.client.get_partial_messageable(match.home, guild_id=match.guild_id)
        sent = await self._delivery.once(
            post, home, is_it, content=text, reference=answer_to(post), allowed_mentions=only()
        )
        return sent.channel.id, sent.id

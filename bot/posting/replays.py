"""The posts that show a match as an animation, when somebody asks for one."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import discord

from bot.lasting import row
from bot.network import is_barred
from bot.posting.delivery import answer_to, only, or_tell_asker
from bot.referee import looks
from bot.referee.replays import stretch
from bot.referee.thought import think_between
from bot.viewing import still
from storage import matches

if TYPE_CHECKING:
    from bot.filming import Cinema, Replay
    from bot.posting.delivery import Delivery
    from bot.referee.looks import Sight
    from bot.referee.table import Table
    from storage.records import Match, Post


class Replays:
    """Sends the outbox rows that show a replay."""

    def __init__(self, delivery: Delivery, table: Table, cinema: Cinema) -> None:
        self._delivery = delivery
        self._table = table
        self._cinema = cinema

    async def replay(self, post: Post) -> tuple[int, int | None]:
        """Post the replay that somebody asked for, as a reply to them; in words where files are barred.

        If they may not be answered at all, they are told so directly.
        """
        with or_tell_asker(post, "replay"):
            return await self._replay(post)

    @think_between
    async def _replay(self, post: Post) -> tuple[int, int | None]:
        first, last = post.body["first"], post.body["last"]
        async with self._table.database.read() as tx:
            match = await matches.sure(tx, post.match_id or 0)
            wanted = await stretch(self._table, tx, match, post.seq or 0, (first, last) if first else None)
        sight = looks.of_post(post) or looks.shared_film(match)
        async with self._cinema.film(wanted, post.body["form"], sight) as done:
            return await self._send(post, match, done, sight)

    async def _send(self, post: Post, match: Match, done: Replay, sight: Sight) -> tuple[int, int | None]:
        mark = f"-# replay {self._delivery.mark(post)}"
        filename = f"turnpost-{self._delivery.mark(post)}.{done.form}"

        def is_it(message: discord.Message) -> bool:
            return mark in message.content or any(file.filename == filename for file in message.attachments)

        channel = self._delivery.client.get_partial_messageable(int(post.body["channel"]))
        how: dict[str, Any] = {"allowed_mentions": only(), "reference": answer_to(post)}
        if done.data is None:
            sent = await self._delivery.once(post, channel, is_it, content=f"{done.text}\n{mark}", **how)
            return sent.channel.id, sent.id
        how["view"] = row(still(match, done.seq, sight))
        file = discord.File(io.BytesIO(done.data), filename, description=done.alt)
        try:
            sent = await self._delivery.once(post, channel, is_it, content=done.text, file=file, **how)
        except discord.Forbidden as barred:  # perhaps only files are
            if not is_barred(barred):
                raise
            told = f"I may not attach files here. `/replay #{match.id}` shows it to you alone.\n{mark}"
            sent = await self._delivery.once(post, channel, is_it, content=told, **how)
        return sent.channel.id, sent.id

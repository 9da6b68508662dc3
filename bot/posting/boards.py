"""The posts that show a board: after every turn, and when somebody asks."""

from __future__ import annotations

import io
import logging
from typing import TYPE_CHECKING, Any

import discord

from bot.lasting import row
from bot.posting import wording
from bot.posting.delivery import answer_to, only
from bot.referee.table import think
from bot.referee.views import moment
from bot.replaying import ReplayButton
from bot.replies import LIMIT
from storage import matches

if TYPE_CHECKING:
    from bot.pictures import Picture, Studio
    from bot.posting.delivery import Delivery
    from bot.referee.table import Table
    from bot.referee.views import Moment
    from storage.records import Post

log = logging.getLogger(__name__)


class Boards:
    """Sends the outbox rows that show a board. Each returns the channel and the message it became.

    `content` says whether the bot reads other people's messages, so that a post names only what works.
    """

    def __init__(self, delivery: Delivery, table: Table, studio: Studio, *, content: bool) -> None:
        self._delivery = delivery
        self._table = table
        self._studio = studio
        self._content = content

    async def board(self, post: Post) -> tuple[int, int | None]:
        """Post the board after an event where the match lives, or by direct message to the mover if that's barred."""
        now = await self._moment(post)
        match, game = now.match, self._table.game(now.match)
        text = await think(lambda: wording.board_post(now, game, content=self._content))
        seat = game.to_move(now.state)
        mover = match.seats[seat - 1] if seat else None
        picture = await self._studio.draw(game, now)
        home = self._delivery.client.get_partial_messageable(match.home, guild_id=match.guild_id)
        how: dict[str, Any] = {"allowed_mentions": only(mover.id) if mover else only()}
        if mover is None:
            how["view"] = row(ReplayButton("Replay", match.id))
        try:
            return await self._send(post, home, text, picture, **how)
        except (discord.Forbidden, discord.NotFound) as barred:
            if mover is None:
                raise
            log.warning("Match #%d can't be shown in its channel, so the mover gets it directly: %s", match.id, barred)
            direct = await self._delivery.client.create_dm(discord.Object(mover.id))
            note = f"I can't post in <#{match.home}>, so your match goes on here until that is mended."
            return await self._send(post, direct, f"{note}\n{text}", picture, allowed_mentions=only())

    async def show(self, post: Post) -> tuple[int, int | None]:
        """Post the board that somebody asked for, as a reply to them."""
        now = await self._moment(post)
        game = self._table.game(now.match)
        channel = self._delivery.client.get_partial_messageable(int(post.body["channel"]))
        text, picture = wording.show_post(now, game, str(post.body["note"])), await self._studio.draw(game, now)
        return await self._send(post, channel, text, picture, allowed_mentions=only(), reference=answer_to(post))

    async def _send(
        self, post: Post, channel: discord.abc.Messageable, text: str, picture: Picture, **how: Any
    ) -> tuple[int, int | None]:
        filename = f"turnpost-{self._delivery.mark(post)}.png"
        letters = in_letters(text, picture)

        def is_it(message: discord.Message) -> bool:
            return any(file.filename == filename for file in message.attachments)

        if picture.png is None:
            sent = await self._delivery.once(post, channel, is_it, content=letters, **how)
            return sent.channel.id, sent.id
        file = discord.File(io.BytesIO(picture.png), filename, description=picture.alt)
        try:
            sent = await self._delivery.once(post, channel, is_it, content=text, file=file, **how)
        except discord.Forbidden:  # perhaps only files are barred: letters may still go through
            sent = await self._delivery.once(post, channel, is_it, content=letters, **how)
        return sent.channel.id, sent.id

    async def _moment(self, post: Post) -> Moment:
        async with self._table.database.read() as tx:
            match = await matches.sure(tx, post.match_id or 0)
            return await moment(self._table, tx, match, post.seq or 0)


def in_letters(text: str, picture: Picture) -> str:
    """Return words and the board in letters as one message; if that is too long, the words are cut."""
    block = f"\n```\n{picture.text}\n```"
    return text[: LIMIT - len(block)] + block

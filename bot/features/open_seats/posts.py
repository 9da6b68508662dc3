"""The post of an open seat: sent once in the channel around the match, then turned into what became of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.features.open_seats import text
from bot.features.open_seats.components import open_seat_buttons
from bot.interactions.custom_ids import read_custom_ids
from bot.interactions.own_messages import ends_with
from bot.outbox.sender import FallbackPost, fall_back_to, mention_only
from bot.process.errors import is_permanent
from bot.referee.history.seat_holders import find_holders
from storage.queries import clocks, events, matches, open_seats, outbox

if TYPE_CHECKING:
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from storage.queries.rows import Match, OpenSeat, Post


class OpenSeatPosts:
    """Sends the outbox rows that belong to an open seat. Each returns the channel and the message it became."""

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def open_seat(self, post: Post) -> tuple[int, int | None]:
        """Offer a seat to anybody in the channel around the match, else where it lives; else its players are told."""
        opened, match = await self._load(post)
        people = [
            person.id
            for seat, person in enumerate(match.seats, 1)
            if person.is_reachable and seat not in {opened.seat, *match.gone}
        ]
        instead = partial(text.nowhere_to_post, match, opened)
        with fall_back_to(*(FallbackPost("tell", user_id, instead) for user_id in people)):
            try:
                return await self._send(post, match.channel_id, opened, match)
            except discord.HTTPException as error:
                if not is_permanent(error) or match.home == match.channel_id:
                    raise
            return await self._send(post, match.home, opened, match)

    async def seat_closed(self, post: Post) -> tuple[int, int | None]:
        """Turn the post into what became of the seat."""
        opened, match = await self._load(post)
        async with self._context.database.read() as tx:
            posts = await outbox.open_seat_posts(tx, match.id, opened.id)
        await self._sender.rewrite_all(posts, match.guild_id, await self._content(opened, match), None)
        return match.channel_id, None

    async def _send(self, post: Post, channel_id: int, opened: OpenSeat, match: Match) -> tuple[int, int | None]:
        content, is_open = await self._content(opened, match), opened.status == "open"
        take = f"take_seat:{opened.id}"

        def is_this_post(message: discord.Message) -> bool:
            return take in read_custom_ids(message) or ends_with(text.MARK, message.content, number=opened.id)

        sent = await self._sender.send_once(
            post,
            self._sender.client.get_partial_messageable(channel_id, guild_id=match.guild_id),
            is_this_post,
            content=content,
            view=open_seat_buttons(opened, match) if is_open else None,
            allowed_mentions=mention_only(),
        )
        return sent.channel.id, sent.id

    async def _content(self, opened: OpenSeat, match: Match) -> str:
        title = self._context.title(match.game)
        if opened.status == "open":
            info = self._context.rules(match.game).info
            async with self._context.database.read() as tx:
                timed = await clocks.of_match(tx, match.id) is not None
            return text.open_post(opened, match, title, info.seats[opened.seat - 1], timed=timed)
        async with self._context.database.read() as tx:
            log = await events.of_match(tx, match.id)
        left, *later = (people[opened.seat - 1] for people in find_holders(match, log)[opened.seq :])
        return text.closed_post(opened, match, title, left, next((one for one in later if one != left), left))

    async def _load(self, post: Post) -> tuple[OpenSeat, Match]:
        async with self._context.database.read() as tx:
            opened = await open_seats.require(tx, int(post.body["seat"]))
            return opened, await matches.require(tx, opened.match_id)

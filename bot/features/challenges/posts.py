"""The post of a challenge: sent, kept up to date, closed, or turned into a link to its match."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.features.challenges import text
from bot.features.challenges.components import challenge_buttons
from bot.interactions.custom_ids import read_custom_ids
from bot.outbox.mentions import choose_mentions
from bot.outbox.sender import FallbackPost, fall_back_to
from bot.process.errors import is_permanent
from bot.referee.guilds.settings import load_settings
from storage.tables import challenges, matches, outbox

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.outbox.mentions import Mentions
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from games.contract import Info
    from storage.tables.rows import Challenge, Match, Post

log = logging.getLogger(__name__)
THREAD_EXISTS = 160004
ARCHIVE_AFTER = 10080
"""Minutes of silence until Discord archives a thread: a week, the longest that Discord offers."""


class ChallengePosts:
    """Sends the outbox rows that belong to a challenge. Each returns the channel and the message it became."""

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def challenge(self, post: Post) -> tuple[int, int | None]:
        """Post a challenge with its buttons, and mention the people challenged whom the challenger's message didn't.

        If the channel is barred, the challenger is told so by direct message.
        """
        challenge, info = await self._challenge_of(post)
        mentions = await self._choose_mentions(challenge, post.body.get("mentioned", ()))
        accept, end = f"accept:{challenge.id}", f"-# challenge {challenge.id}"
        is_open = challenge.status == "open"
        with fall_back_to(FallbackPost("tell", challenge.challenger.id, text.cannot_post(challenge, info))):
            sent = await self._sender.send_once(
                post,
                self._channel(challenge),
                lambda message: accept in read_custom_ids(message) or message.content.endswith(end),
                content=text.challenge_post(challenge, info, mentions),
                view=challenge_buttons(challenge, info) if is_open else None,
                **mentions.send_options,
            )
        return challenge.channel_id, sent.id

    async def refresh(self, post: Post) -> tuple[int, int | None]:
        """Rewrite the post of a challenge: a player joined or left, or the challenge was closed."""
        challenge, info = await self._challenge_of(post)
        if challenge.status == "open":
            content = text.challenge_post(challenge, info, await self._choose_mentions(challenge))
            await self._rewrite(challenge, content, challenge_buttons(challenge, info))
        elif challenge.status != "accepted":  # then the match's own row comes next
            by = next((person for person in challenge.people if person.id == post.body.get("by")), None)
            content = text.closed_post(challenge, info, by, str(post.body.get("word", "")))
            await self._rewrite(challenge, content)
        return challenge.channel_id, None

    async def thread(self, post: Post) -> tuple[int, int | None]:
        """Open the match's thread under the challenge's post, and turn that post into a link to it.

        On a server that wants or allows no threads the match lives in the channel.
        """
        challenge, info = await self._challenge_of(post)
        match = await self._match_of(post)
        message_id = await self._message_id(challenge)
        async with self._context.database.read() as tx:
            wanted = (await load_settings(tx, match.guild_id)).threads
        if wanted and match.guild_id and message_id is not None and match.thread_id is None:
            thread_id = await self._open_thread(challenge, message_id, match, info)
            if thread_id is not None:
                async with self._context.database.write() as tx:
                    await matches.set_thread(tx, match.id, thread_id)
                match = await self._match_of(post)
        await self._rewrite(challenge, text.started_post(match, info, challenge.clock))
        return match.home, None

    async def _open_thread(self, challenge: Challenge, message_id: int, match: Match, info: Info) -> int | None:
        # `create_thread` of a message needs the guild in the cache, but that may be on another process's shard.
        start_thread = self._sender.client.http.start_thread_with_message
        try:
            name = text.thread_name(match, info)
            thread = await start_thread(
                challenge.channel_id, message_id, name=name, auto_archive_duration=ARCHIVE_AFTER
            )
            return int(thread["id"])
        except discord.HTTPException as error:
            if error.code == THREAD_EXISTS:
                return message_id  # a thread has the id of its message
            if not is_permanent(error):
                raise
            log.warning("Match #%d has no thread and lives in its channel: %s", match.id, error)
            return None

    async def _rewrite(self, challenge: Challenge, content: str, view: discord.ui.View | None = None) -> None:
        message_id = await self._message_id(challenge)
        if message_id is not None:
            await self._sender.rewrite(self._channel(challenge), message_id, content, view)

    async def _message_id(self, challenge: Challenge) -> int | None:
        """Return the message of a challenge, None if it could not be posted: its row comes first in the same lane."""
        async with self._context.database.read() as tx:
            post = await outbox.of_challenge(tx, challenge.id, "challenge")
        return post.message_id if post else None

    async def _choose_mentions(self, challenge: Challenge, mentioned: Collection[int] = ()) -> Mentions:
        people = [person for person in challenge.people[1:] if person.id not in mentioned]
        async with self._context.database.read() as tx:
            return await choose_mentions(self._context, tx, challenge.guild_id, people)

    def _channel(self, challenge: Challenge) -> discord.PartialMessageable:
        return self._sender.client.get_partial_messageable(challenge.channel_id, guild_id=challenge.guild_id)

    async def _challenge_of(self, post: Post) -> tuple[Challenge, Info]:
        async with self._context.database.read() as tx:
            challenge = await challenges.get(tx, post.challenge_id or 0)
        if challenge is None:
            raise LookupError(f"outbox row {post.id} names no challenge")
        return challenge, self._context.rules(challenge.game).info

    async def _match_of(self, post: Post) -> Match:
        async with self._context.database.read() as tx:
            return await matches.require(tx, post.match_id or 0)

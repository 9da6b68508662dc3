"""Makes the post of a match in a forum, once, and keeps its tags up to date."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, cast

import discord

from bot.client.no_repeats import single_request
from bot.client.persistent_button import row
from bot.features.forum_posts.components import HowToPlay
from bot.features.forum_posts.forum import add_tags, fetch_forum
from bot.features.forum_posts.tags import first_tags, game_tag, next_tags, progress_tags
from bot.features.forum_posts.text import HOW_TO_PLAY
from bot.interactions.custom_ids import has_mark
from bot.outbox.sender import RECENT, mention_only
from bot.process.errors import is_permanent
from games.translation import gettext as _
from storage.queries import matches, outbox

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from games.contract import Info
    from storage.queries.rows import Match, Post

log = logging.getLogger(__name__)
ARCHIVE_AFTER = 10080
"""Minutes of silence until Discord archives a post: a week, the longest that Discord offers."""


class ForumPosts:
    """Makes the posts of matches in forums, and sends the outbox rows that change their tags."""

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def open(self, post: Post, forum_id: int, match: Match, info: Info, name: str, header: str) -> int | None:
        """Return the match's post in a forum: that of an earlier, interrupted attempt, or a new one.

        Returns None if Discord takes no post there, which the log tells. Raises what discord.py raises for trouble that
        passes, and `OutcomeUnknown`.
        """
        try:
            forum = await fetch_forum(self._sender.client, forum_id)
            if forum is None:
                log.warning("Match #%d has no post in the forum %d: it isn't a forum", match.id, forum_id)
                return None
            found = await self._find(post, forum) if post.attempts else None
            return found or await self._create(post, forum, match, info, name, header)
        except discord.HTTPException as error:
            if not is_permanent(error):
                raise
            log.warning("Match #%d has no post in the forum %d: %s", match.id, forum_id, error)
            return None

    async def tags(self, post: Post) -> tuple[int, int | None]:
        """Give the post of a match the tag of whose turn it is, or that it is over.

        A match that went on since has a later row, and one that lives elsewhere has no tags.
        """
        async with self._context.database.read() as tx:
            match = await matches.require(tx, post.match_id or 0)
            asked = await outbox.of_challenge(tx, match.challenge_id or 0, "challenge")
        in_thread_of_challenge = asked is not None and asked.message_id == match.thread_id
        if match.thread_id is None or match.seq != post.seq or in_thread_of_challenge:
            return match.home, None
        try:
            await self._change_tags(match, match.thread_id)
        except discord.HTTPException as error:
            if not is_permanent(error):
                raise
            log.warning("The tags of match #%d can't be changed: %s", match.id, error)
        return match.home, None

    async def _change_tags(self, match: Match, thread_id: int) -> None:
        client = self._sender.client
        # A thread of discord.py tells its tags only if its guild is on this process's shard.
        thread = cast("Mapping[str, Any]", await client.http.get_channel(thread_id))
        forum = await fetch_forum(client, int(thread["parent_id"]))
        if forum is None:
            return
        applied = [int(tag) for tag in thread.get("applied_tags", ())]
        wanted = next_tags(forum.available_tags, applied, match, required=forum.flags.require_tag)
        if set(wanted) != set(applied):  # an archived post can't be changed
            await client.http.edit_channel(thread_id, applied_tags=wanted, archived=False)

    async def _create(
        self, post: Post, forum: discord.ForumChannel, match: Match, info: Info, name: str, header: str
    ) -> int:
        forum = await add_tags(self._sender.client, forum, [game_tag(info.title), *progress_tags(len(match.seats))])
        tags = first_tags(forum.available_tags, info.title, match, required=forum.flags.require_tag)
        with single_request():  # a post has no nonce, so a repeated request would make another one
            made = await forum.create_thread(
                name=name,
                content=header,
                view=row(HowToPlay(_(HOW_TO_PLAY), match.game, self._sender.nonce(post))),
                applied_tags=tags,
                auto_archive_duration=ARCHIVE_AFTER,
                allowed_mentions=mention_only(),
            )
        return made.thread.id

    async def _find(self, post: Post, forum: discord.ForumChannel) -> int | None:
        """Return the post that an earlier attempt made for this row, known by the button under its first message."""
        client, mark = self._sender.client, self._sender.nonce(post)
        own = [thread.id async for thread in _list_posts(forum) if client.user and thread.owner_id == client.user.id]
        async with self._context.database.read() as tx:
            homes = await matches.homes_among(tx, own)
        for thread_id in sorted(set(own) - homes, reverse=True)[:RECENT]:
            try:
                first = await client.get_partial_messageable(thread_id).fetch_message(thread_id)
            except discord.NotFound:
                continue
            if has_mark(first, mark):
                return thread_id
        return None


async def _list_posts(forum: discord.ForumChannel) -> AsyncGenerator[discord.Thread]:
    """Yield the active posts of a forum, then those that were archived last."""
    for thread in await forum.guild.active_threads():
        if thread.parent_id == forum.id:
            yield thread
    async for thread in forum.archived_threads(limit=RECENT):
        yield thread

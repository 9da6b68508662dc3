"""Tells people who watched a match how it ended."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.features.watch.text import MARK, watched_post
from bot.interactions.own_messages import find_line
from bot.outbox.mentions import direct_message_options
from bot.process.errors import is_permanent
from bot.referee.rules_thread import rules_outside_transaction, run_rules
from bot.referee.snapshots import take_snapshot
from storage.queries import matches, outbox

if TYPE_CHECKING:
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from bot.referee.snapshots import Snapshot
    from storage.queries.rows import Post

log = logging.getLogger(__name__)


class WatchPosts:
    """Sends the outbox rows for spectators."""

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def watched(self, post: Post) -> tuple[int, int | None]:
        """Tell a person how a match ended that they watched; return the channel and the message.

        A person who takes no direct messages isn't told, which is no failure.
        """
        snapshot, board = await self._load(post)
        match = snapshot.match
        content = await run_rules(watched_post, snapshot, self._context.game(match), board)
        options = await direct_message_options(self._context, int(post.body["user"]))

        def is_this_post(message: discord.Message) -> bool:
            return find_line(MARK, message.content, match=str(match.id), place=".*") is not None

        try:
            channel = await self._sender.open_direct_messages(post)
            sent = await self._sender.send_once(post, channel, is_this_post, content=content, **options)
        except discord.HTTPException as error:
            if not is_permanent(error):
                raise
            log.info("A person who watched match #%d takes no direct messages: %s", match.id, error)
            return match.home, None
        return channel.id, sent.id

    @rules_outside_transaction
    async def _load(self, post: Post) -> tuple[Snapshot, Post | None]:
        async with self._context.database.read() as tx:
            match = await matches.require(tx, post.match_id or 0)
            board = await outbox.board(tx, match.id, post.seq or 0)
            sent = board if board and board.message_id else None
            return await take_snapshot(self._context, tx, match, post.seq or 0), sent

"""Archives the thread of a match a day after its end. A message in it, or a press, wakes it again."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.features.thread_archives.text import ended_thread_name
from bot.process.errors import is_permanent
from bot.referee.rules_thread import rules_outside_transaction, run_rules
from bot.referee.snapshots import take_snapshot
from storage.queries import matches

if TYPE_CHECKING:
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from bot.referee.snapshots import Snapshot
    from storage.queries.rows import Post

log = logging.getLogger(__name__)
SLEEPS_AFTER = 1440
"""Minutes of silence after which Discord archives a thread that somebody woke: a day."""


class ThreadArchives:
    """Sends the outbox rows that archive threads."""

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def archive(self, post: Post) -> tuple[int, int | None]:
        """Give a thread the name of its result and archive it, without locking it; return the thread.

        What Discord refuses, as with a thread that was deleted, is logged, and that's all.
        """
        snapshot = await self._load_snapshot(post)
        match = snapshot.match
        name = await run_rules(ended_thread_name, snapshot, self._context.game(match))
        try:
            await self._archive(match.home, name)
        except discord.HTTPException as error:
            if not is_permanent(error):
                raise
            log.warning("The thread of match #%d isn't archived: %s", match.id, error)
        return match.home, None

    async def _archive(self, thread_id: int, name: str) -> None:
        thread = await self._sender.client.fetch_channel(thread_id)
        if not isinstance(thread, discord.Thread) or (thread.archived and thread.name == name):
            return
        if thread.archived:  # an archived thread can't be renamed
            await thread.edit(archived=False, name=name, auto_archive_duration=SLEEPS_AFTER)
        await thread.edit(name=name, archived=True, auto_archive_duration=SLEEPS_AFTER)

    @rules_outside_transaction
    async def _load_snapshot(self, post: Post) -> Snapshot:
        async with self._context.database.read() as tx:
            match = await matches.require(tx, post.match_id or 0)
            return await take_snapshot(self._context, tx, match, post.seq or 0)

"""The poster: drains the outbox, lane by lane, so that everything stored is said once, in order."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, TypeAlias

import discord

from storage import outbox

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from bot.referee.table import Table
    from storage.records import Post

Sender: TypeAlias = "Callable[[Post], Awaitable[tuple[int, int | None]]]"

log = logging.getLogger(__name__)
LOOK_AGAIN = timedelta(seconds=5)
LAST_WORDS = 5.0
"""Seconds that posts under way are given when the process is to end; the others are posted at the next start."""
RETRIES = (2, 5, 15, 60, 300, 900)
"""Seconds before the next attempt at a post, the last one for ever after."""


class Poster:
    """Sends what the outbox holds: lanes go side by side, a lane's rows one after the other.

    `senders` has for each kind of row the call that sends it and returns the channel and message it became.
    """

    def __init__(self, table: Table, senders: Mapping[str, Sender]) -> None:
        self._table = table
        self._senders = senders
        self._lanes: dict[str, asyncio.Task[None]] = {}
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to send, beside whatever else runs."""
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Finish the posts under way, but wait no longer than some seconds for them, and end."""
        if self._running:
            self._running.cancel()
        if self._lanes:
            _, late = await asyncio.wait(self._lanes.values(), timeout=LAST_WORDS)
            for sending in late:
                sending.cancel()

    async def _run(self) -> None:
        """Send at once when woken, and look every few seconds for what is to be tried again."""
        while True:
            self._table.wake.clear()
            try:
                await self._take_up()
            except Exception:  # the outbox keeps everything; the next round tries again
                log.exception("The outbox could not be read")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._table.wake.wait(), LOOK_AGAIN.total_seconds())

    async def _take_up(self) -> None:
        """Begin to send the first due row of every lane that isn't busy with an earlier one."""
        async with self._table.database.read() as tx:
            posts = await outbox.due(tx, self._table.now())
        for post in posts:
            if post.lane not in self._lanes:
                self._lanes[post.lane] = asyncio.create_task(self._send_and_go_on(post))

    async def _send_and_go_on(self, post: Post) -> None:
        try:
            await self._send(post)
        except Exception:  # the record failed, not the post: the row is due again in a while
            log.exception("Outbox row %d (%s) could not be marked", post.id, post.kind)
        else:
            self._table.wake.set()
        finally:
            del self._lanes[post.lane]

    async def _send(self, post: Post) -> None:
        now = self._table.now
        wait = RETRIES[min(post.attempts, len(RETRIES) - 1)]
        async with self._table.database.write() as tx:
            await outbox.attempting(tx, post.id, now() + timedelta(seconds=wait))
        try:
            channel_id, message_id = await self._senders[post.kind](post)
        except Exception as error:  # whatever it was, the row is kept: to be tried again, or with the reason why not
            if not is_final(error):
                log.exception("Outbox row %d (%s) was not posted, next try in %d s", post.id, post.kind, wait)
                return
            log.warning("Outbox row %d (%s) can't be posted: %s", post.id, post.kind, error)
            async with self._table.database.write() as tx:
                await outbox.give_up(tx, post.id, str(error), now())
        else:
            async with self._table.database.write() as tx:
                await outbox.sent(tx, post.id, channel_id=channel_id, message_id=message_id, at=now())


def is_final(error: Exception) -> bool:
    """Whether Discord said no for good: what it refuses, doesn't know or can't read it will not take later."""
    return isinstance(error, discord.HTTPException) and 400 <= error.status < 500 and error.status != 429

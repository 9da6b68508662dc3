"""Learn which channels and threads were deleted, and store it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.process.errors import log_error
from bot.process.tasks import cancel_and_wait
from bot.referee.deleted_channels import bind_deleted_channels
from storage.queries import deleted_channels

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx

log = logging.getLogger(__name__)
INTERVAL = 60.0
"""Seconds until what could not be stored is tried again, and until what other processes stored is read."""


class DeletedChannels:
    """The channels and threads of the context that are known to be deleted.

    Discord's gateway tells of a deletion, or, if the bot was away then, the response to the first request there. With
    `shared` other processes learn of deletions too.
    """

    def __init__(self, context: Context, *, shared: bool, interval: float = INTERVAL) -> None:
        self._context = context
        self._shared = shared
        self._interval = interval
        self._noted: set[int] = set()
        self._soon = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Load what is stored, bind it for this task and those that it starts, and store what is noted from now on.

        Raises `StorageError`.
        """
        await self._load()
        bind_deleted_channels(self._context.deleted_channels)
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Store what was noted, and stop."""
        await cancel_and_wait([self._running])
        try:
            await self._store()
        except Exception as error:  # noqa: BLE001 - logged, and the rest of the bot has to stop, too
            log_error(log, "Deleted channels could not be stored", error)

    def note(self, channel_id: int) -> None:
        """Note that a channel or thread was deleted; no sentence names it from now on."""
        if channel_id not in self._context.deleted_channels:
            self._context.deleted_channels.add(channel_id)
            self._noted.add(channel_id)
            self._soon.set()

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._interval if self._noted or self._shared else None):
                    await self._soon.wait()
            self._soon.clear()
            try:
                await self._store()
                if self._shared:
                    await self._load()
            except Exception as error:  # noqa: BLE001 - logged, and the next round tries again
                log_error(log, "Deleted channels could not be stored; trying again", error)

    async def _load(self) -> None:
        async with self._context.database.read() as tx:
            self._context.deleted_channels.update(await deleted_channels.load_all(tx))

    async def _store(self) -> None:
        """Store what was noted, with the threads that went with it, and drop what the record doesn't name.

        So the channels of people's direct messages, and threads in which nobody played, leave nothing behind.
        """
        noted = set(self._noted)
        if not noted:
            return
        async with self._context.database.read() as tx:
            gone = set[int]().union(*[await _gone_with(tx, each) for each in noted])
        if gone:
            async with self._context.database.write() as tx:
                await deleted_channels.add(tx, gone, self._context.now())
        self._context.deleted_channels.difference_update(noted - gone)
        self._context.deleted_channels.update(gone)
        self._noted -= noted


async def _gone_with(tx: Tx, channel_id: int) -> set[int]:
    """Return a deleted channel and the homes of matches that were deleted with it; nothing if nothing names it."""
    guilds = await deleted_channels.guilds_that_chose(tx, channel_id)
    if not guilds and not await deleted_channels.is_named(tx, channel_id):
        return set()
    gone = {channel_id} | await deleted_channels.homes_under(tx, channel_id)
    for guild_id in guilds:
        gone |= await deleted_channels.homes_in_forum(tx, guild_id, channel_id)
    return gone

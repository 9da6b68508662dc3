"""A queue of messages for each channel: each is handled once, in order, and read markers are stored."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextvars import ContextVar
from typing import TYPE_CHECKING

from cachetools import FIFOCache
from discord.utils import time_snowflake

from bot.process import begin_message, cancel_and_wait, log_error
from storage.queries import read_markers
from storage.queries.read_markers import ReadMarker

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping

    import discord

    from bot.referee.context import Context

log = logging.getLogger(__name__)
WRITE_INTERVAL = 3.0
"""Seconds between two writes of read markers; messages in between are read again after a crash."""
STOP_TIMEOUT = 5.0
"""Seconds that the end of the process waits for messages in progress."""
MAX_SEEN = 10_000
"""How many ids of messages are kept, so that a message delivered again is ignored."""


def source_id_of(message: discord.Message) -> int:
    """Return the id of what a message says: the message's own, or one like it for the time of its latest edit."""
    if message.edited_at is None:
        return message.id
    # An id is a time and 22 bits more. These are of the time when the message was sent, so that no two are the same.
    return time_snowflake(message.edited_at) | (message.id >> 22) % (1 << 22)


_outcome_known: ContextVar[asyncio.Event] = ContextVar("outcome_known")
"""Set while a message is handled: the event that lets the channel's next message start."""


def release_channel() -> None:
    """Let the channel's next message start, because the present one changes nothing any more."""
    if outcome_known := _outcome_known.get(None):
        outcome_known.set()


class MessageQueue:
    """Passes each message to `handle`, which must not raise: one at a time in each channel.

    The next message of a channel starts when the outcome of the one before is known: when `handle` returns or calls
    `release_channel`. It doesn't wait until Discord has accepted the reply. Messages of a held channel wait for the
    backfill of earlier ones.

    Read markers are stored for channels with matches, and for others from the first message for which `needs_marker` is
    true: before it is handled, the marker just before it is stored, so a crash lets it be read again.
    """

    def __init__(
        self,
        context: Context,
        handle: Callable[[discord.Message], Awaitable[None]],
        needs_marker: Callable[[discord.Message], Awaitable[bool]],
    ) -> None:
        self._context = context
        self._handle = handle
        self._needs_marker = needs_marker
        self._seen: FIFOCache[int, None] = FIFOCache(MAX_SEEN)
        self._lanes: dict[int, deque[discord.Message]] = {}
        self._lane_tasks: set[asyncio.Task[None]] = set()
        self._in_progress: dict[asyncio.Task[None], discord.Message] = {}
        self._held_channels: Collection[int] | None = None
        self._held_people: Collection[int] = ()
        self._held: dict[int, discord.Message] = {}
        self._read_markers: dict[int, ReadMarker] = {}
        self._unwritten: dict[int, ReadMarker] = {}
        self._marked: set[int] = set()  # channels whose read markers are stored
        self._writing: asyncio.Task[None] | None = None
        self._closed = False

    def start(self) -> None:
        """Start to store read markers regularly."""
        self._writing = asyncio.create_task(self._keep_writing())

    async def stop(self) -> None:
        """Finish the messages in progress; the next start reads the others again."""
        self._closed = True
        await cancel_and_wait([self._writing])
        if tasks := {*self._lane_tasks, *self._in_progress}:
            await asyncio.wait(tasks, timeout=STOP_TIMEOUT)
        await self._write()

    def add(self, message: discord.Message) -> None:
        """Put a message, or an edit of it, into its channel's queue, unless it was seen before."""
        if self._closed or self.has_seen(source_id_of(message)) or message.id in self._held:
            return
        if self._is_held(message):
            self._held[message.id] = message
        else:
            self._queue(message)

    def hold(self, channels: Collection[int] | None, people: Collection[int] = ()) -> None:
        """Hold messages in these channels (None: in all) and direct messages of these people.

        Held messages of other channels and people are handled.
        """
        self._held_channels, self._held_people = channels, people
        for message_id in sorted(self._held):
            if not self._is_held(self._held[message_id]):
                self._queue(self._held.pop(message_id))

    def _is_held(self, message: discord.Message) -> bool:
        if self._held_channels is None or message.channel.id in self._held_channels:
            return True
        # The bot's own message must not move the read marker of a conversation whose backfill isn't done.
        own = message.author.bot and bool(self._held_people)
        return message.guild is None and (own or message.author.id in self._held_people)

    def take_held(self, channels: Collection[int]) -> list[discord.Message]:
        """Remove the held messages of some channels, and return them, oldest first."""
        message_ids = [message_id for message_id in sorted(self._held) if self._held[message_id].channel.id in channels]
        return [self._held.pop(message_id) for message_id in message_ids]

    async def wait_until_empty(self) -> None:
        """Wait until the outcome of every message in the queues is known."""
        while self._lane_tasks:
            await asyncio.wait(self._lane_tasks)

    def has_seen(self, message_id: int) -> bool:
        """Return whether a message, or an edit by its `source_id_of`, was handled or is in a queue."""
        return message_id in self._seen

    async def handle_now(self, message: discord.Message, handle: Callable[[discord.Message], Awaitable[None]]) -> None:
        """Handle one message at once, unless it was seen before; return when its outcome is known."""
        if self.has_seen(message.id):
            return
        self._seen[message.id] = None
        await self._handle_until_known(message, handle)

    @property
    def read_markers(self) -> Mapping[int, ReadMarker]:
        """The last message that was handled in each channel."""
        return self._read_markers

    async def load_read_markers(self) -> None:
        """Read the stored read markers."""
        async with self._context.database.read() as tx:
            stored = await read_markers.load_all(tx)
        self._marked.update(stored)
        self._read_markers = stored | self._read_markers

    def advance(self, channel_id: int, last: ReadMarker) -> None:
        """Move the read marker of a channel forward, because everything up to it was handled."""
        before = self._read_markers.get(channel_id, last)
        marker = ReadMarker(max(before.message_id, last.message_id), last.user_id or before.user_id)
        self._read_markers[channel_id] = self._unwritten[channel_id] = marker

    def keep_marker(self, channel_id: int) -> None:
        """Store the read marker of a channel from now on, because people talk to the bot there."""
        self._marked.add(channel_id)

    def _queue(self, message: discord.Message) -> None:
        self._seen[source_id_of(message)] = None
        lane = self._lanes.setdefault(message.channel.id, deque())
        lane.append(message)
        if len(lane) == 1:
            task = asyncio.create_task(self._handle_lane(message.channel.id, lane))
            self._lane_tasks.add(task)
            task.add_done_callback(self._lane_tasks.discard)

    async def _handle_lane(self, channel_id: int, lane: deque[discord.Message]) -> None:
        try:
            while lane and not self._closed:
                await self._handle_until_known(lane[0], self._handle)
                lane.popleft()
        finally:
            del self._lanes[channel_id]

    async def _handle_until_known(
        self, message: discord.Message, handle: Callable[[discord.Message], Awaitable[None]]
    ) -> None:
        """Start to handle a message, and wait until its outcome is known."""
        await self._store_first_marker(message)
        outcome_known = asyncio.Event()

        async def handle_completely() -> None:
            _outcome_known.set(outcome_known)
            try:
                begin_message(message)
                await handle(message)
            except Exception:  # it must not stop the channel's next message
                log.exception("Message %d could not be handled", message.id)
            finally:
                outcome_known.set()

        task = asyncio.create_task(handle_completely())
        self._in_progress[task] = message
        task.add_done_callback(self._in_progress.pop)
        await outcome_known.wait()
        self.advance(message.channel.id, ReadMarker(message.id, _correspondent(message)))

    async def _store_first_marker(self, message: discord.Message) -> None:
        """Store a read marker just before the first message to the bot in a channel."""
        channel_id = message.channel.id
        if channel_id in self._marked:
            return
        try:
            if not await self._needs_marker(message):
                return
            async with self._context.database.write() as tx:
                await read_markers.advance(tx, {channel_id: ReadMarker(message.id - 1, _correspondent(message))})
        except Exception as error:  # noqa: BLE001 - logged; the message is handled all the same
            log_error(log, "A read marker could not be stored", error)
        else:
            self._marked.add(channel_id)

    async def _keep_writing(self) -> None:
        while True:
            await asyncio.sleep(WRITE_INTERVAL)
            await self._write()

    async def _write(self) -> None:
        """Store the read markers of channels with matches or requests, and of direct messages."""
        busy = {message.channel.id for message in self._in_progress.values()}
        ready = {channel: last for channel, last in self._unwritten.items() if channel not in busy}
        if not ready:
            return
        self._unwritten = {channel: last for channel, last in self._unwritten.items() if channel in busy}
        try:
            async with self._context.database.read() as tx:
                active = await read_markers.active_channels(tx, ready.keys() - self._marked)
            marked = self._marked | active
            changed = {channel: last for channel, last in ready.items() if last.user_id or channel in marked}
            if changed:
                async with self._context.database.write() as tx:
                    await read_markers.advance(tx, changed)
                self._marked.update(changed)
        except Exception as error:  # noqa: BLE001 - logged, and the next round tries again
            log_error(log, "Read markers could not be stored", error)
            self._unwritten = ready | self._unwritten


def _correspondent(message: discord.Message) -> int | None:
    """Return the author of a direct message, or None for messages in a guild and of the bot."""
    return None if message.guild or message.author.bot else message.author.id

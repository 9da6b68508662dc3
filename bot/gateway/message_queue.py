"""Messages are taken up once each, one after the other in every channel, and the bot remembers how far it has heard."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from contextvars import ContextVar
from typing import TYPE_CHECKING

from bot.error_log import report
from bot.tasks import call_off
from storage.tables import read_markers
from storage.tables.read_markers import ReadMarker

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping

    import discord

    from bot.referee.context import Context

log = logging.getLogger(__name__)
WRITE_EVERY = 3.0
"""Seconds between two writes of how far was heard: what came in between is read again after a crash."""
LAST_WORDS = 5.0
"""Seconds that messages being taken up are given when the process is to end."""
KNOWN = 10_000
"""How many messages are remembered, so that one delivered again is left alone."""


deciding: ContextVar[asyncio.Event] = ContextVar("deciding")
"""Where a message is taken up: what to set once there is an answer to it, so that the next one need not wait."""


class MessageQueue:
    """Hears messages and hands each to `take_up`, which must not raise.

    The next message of a channel is taken up once it is decided what becomes of the one before: when that is answered,
    or needs no answer. How long Discord takes for the answer is nobody's delay. While a channel is held, what is said
    there waits: what was said in it before has yet to be read.

    Read markers are stored for channels where matches live, and from the first message on for which `needs_marker`
    is true: the marker just before it is stored before it is taken up, so that a crash leaves it to be read again.
    """

    def __init__(
        self,
        context: Context,
        take_up: Callable[[discord.Message], Awaitable[None]],
        needs_marker: Callable[[discord.Message], Awaitable[bool]],
    ) -> None:
        self._context = context
        self._take_up = take_up
        self._needs_marker = needs_marker
        self._known: OrderedDict[int, None] = OrderedDict()
        self._lanes: dict[int, deque[discord.Message]] = {}
        self._at_work: set[asyncio.Task[None]] = set()
        self._answering: dict[asyncio.Task[None], discord.Message] = {}
        self._held_channels: Collection[int] | None = None
        self._held_people: Collection[int] = ()
        self._held: dict[int, discord.Message] = {}
        self._last: dict[int, ReadMarker] = {}
        self._news: dict[int, ReadMarker] = {}
        self._marked: set[int] = set()  # channels whose read markers are stored
        self._writing: asyncio.Task[None] | None = None
        self._closed = False

    def start(self) -> None:
        """Begin to write down, from time to time, how far was heard."""
        self._writing = asyncio.create_task(self._keep_writing())

    async def stop(self) -> None:
        """Finish what is being taken up and leave the rest to the next start, which reads it again."""
        self._closed = True
        await call_off([self._writing])
        if under_way := {*self._at_work, *self._answering}:
            await asyncio.wait(under_way, timeout=LAST_WORDS)
        await self._write()

    def hear(self, message: discord.Message) -> None:
        """Put a message in its channel's queue, unless it was heard before."""
        if self._closed or self.knows(message.id) or message.id in self._held:
            return
        if self._waits(message):
            self._held[message.id] = message
        else:
            self._queue(message)

    def hold(self, channels: Collection[int] | None, people: Collection[int] = ()) -> None:
        """Let what is said in these channels wait (None: in all) and what these people write directly.

        What waited elsewhere is taken up.
        """
        self._held_channels, self._held_people = channels, people
        for message_id in sorted(self._held):
            if not self._waits(self._held[message_id]):
                self._queue(self._held.pop(message_id))

    def _waits(self, message: discord.Message) -> bool:
        if self._held_channels is None or message.channel.id in self._held_channels:
            return True
        # The bot's own words must not pass for all that was said in a conversation that is still to be read.
        own = message.author.bot and bool(self._held_people)
        return message.guild is None and (own or message.author.id in self._held_people)

    def held_back(self, channels: Collection[int]) -> list[discord.Message]:
        """Return the messages that wait in some channels, oldest first, and forget them here."""
        waiting = [message_id for message_id in sorted(self._held) if self._held[message_id].channel.id in channels]
        return [self._held.pop(message_id) for message_id in waiting]

    async def quiet(self) -> None:
        """Wait until everything in the queues is decided."""
        while self._at_work:
            await asyncio.wait(self._at_work)

    def knows(self, message_id: int) -> bool:
        """Whether a message was taken up, or is about to be."""
        return message_id in self._known

    async def one(self, message: discord.Message, take_up: Callable[[discord.Message], Awaitable[None]]) -> None:
        """Take up one message here and now, unless it was heard before; return when it is decided."""
        if self.knows(message.id):
            return
        self._know(message.id)
        await self._decide(message, take_up)

    @property
    def last(self) -> Mapping[int, ReadMarker]:
        """How far was heard in each channel."""
        return self._last

    async def remember(self) -> None:
        """Read from the record how far was heard before."""
        async with self._context.database.read() as tx:
            known = await read_markers.everything(tx)
        self._marked.update(known)
        self._last = known | self._last

    def passed(self, channel_id: int, last: ReadMarker) -> None:
        """Say that everything in a channel up to some message was taken up."""
        before = self._last.get(channel_id, last)
        now = ReadMarker(max(before.message_id, last.message_id), last.user_id or before.user_id)
        self._last[channel_id] = self._news[channel_id] = now

    def mark(self, channel_id: int) -> None:
        """Store the read marker of a channel from now on: the bot is spoken to there."""
        self._marked.add(channel_id)

    def _know(self, message_id: int) -> None:
        self._known[message_id] = None
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)

    def _queue(self, message: discord.Message) -> None:
        self._know(message.id)
        lane = self._lanes.setdefault(message.channel.id, deque())
        lane.append(message)
        if len(lane) == 1:
            working = asyncio.create_task(self._work(message.channel.id, lane))
            self._at_work.add(working)
            working.add_done_callback(self._at_work.discard)

    async def _work(self, channel_id: int, lane: deque[discord.Message]) -> None:
        while lane and not self._closed:
            await self._decide(lane[0], self._take_up)
            lane.popleft()
        del self._lanes[channel_id]

    async def _decide(self, message: discord.Message, take_up: Callable[[discord.Message], Awaitable[None]]) -> None:
        """Take a message up, and wait until it is done with or the answer to it is on its way."""
        await self._mark_first(message)
        decided = asyncio.Event()

        async def all_of_it() -> None:
            deciding.set(decided)
            try:
                await take_up(message)
            except Exception:  # the next message must not suffer for it
                log.exception("Message %d could not be taken up", message.id)
            finally:
                decided.set()

        answering = asyncio.create_task(all_of_it())
        self._answering[answering] = message
        answering.add_done_callback(self._answering.pop)
        await decided.wait()
        self.passed(message.channel.id, ReadMarker(message.id, _person(message)))

    async def _mark_first(self, message: discord.Message) -> None:
        """Store a read marker just before the first message that speaks to the bot in a channel."""
        channel_id = message.channel.id
        if channel_id in self._marked or not await self._needs_marker(message):
            return
        try:
            async with self._context.database.write() as tx:
                await read_markers.note(tx, {channel_id: ReadMarker(message.id - 1, _person(message))})
        except Exception as error:  # noqa: BLE001 - logged; the message is taken up all the same
            report(log, "A read marker could not be stored", error)
        else:
            self._marked.add(channel_id)

    async def _keep_writing(self) -> None:
        while True:
            await asyncio.sleep(WRITE_EVERY)
            await self._write()

    async def _write(self) -> None:
        """Store the read markers that matter: where matches live, where the bot was spoken to, in direct messages."""
        waiting = {message.channel.id for message in self._answering.values()}
        news = {channel: last for channel, last in self._news.items() if channel not in waiting}
        if not news:
            return
        self._news = {channel: last for channel, last in self._news.items() if channel in waiting}
        try:
            async with self._context.database.read() as tx:
                homes = await read_markers.homes(tx, news.keys() - self._marked)
            marked = self._marked | homes
            wanted = {channel: last for channel, last in news.items() if last.user_id or channel in marked}
            if wanted:
                async with self._context.database.write() as tx:
                    await read_markers.note(tx, wanted)
                self._marked.update(wanted)
        except Exception as error:  # noqa: BLE001 - logged, and the next round tries again
            report(log, "How far was heard could not be written down", error)
            self._news = news | self._news


def _person(message: discord.Message) -> int | None:
    """Return whom direct messages are with, None for a guild's channel and for what the bot itself wrote."""
    return None if message.guild or message.author.bot else message.author.id

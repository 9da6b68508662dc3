"""What people wrote while the bot was away is read when a session begins, and taken up in the order of writing."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord.utils import time_snowflake

from bot.message_router import decline, is_late_command, read, read_edited, said_by_somebody
from bot.process.errors import NETWORK_ERRORS, is_permanent, is_unauthorized, log_error
from bot.process.tasks import cancel_and_wait
from bot.referee import backfill
from bot.referee.backfill import UnreadableMessage
from storage.tables import read_markers
from storage.tables.read_markers import ReadMarker

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from bot.client.client import Client
    from bot.gateway.message_queue import MessageQueue
    from bot.referee.backfill import BackfillSource

    Channel = discord.abc.Messageable

log = logging.getLogger(__name__)
OLDEST = timedelta(days=14)
"""Nothing that was written longer ago is read."""
PORTION = 1000
"""How many messages of one channel are read and taken up at a time, so that no channel fills the memory.

Of a channel where no active match lives, only so many of the newest are read at all."""
NEW_CONVERSATIONS = 20
"""How many direct messages are opened at one start with people who never wrote any: Discord frowns on many at once."""
AT_ONCE = 4
"""How many channels are read side by side."""
GUILDS_WITHIN = 30.0
"""Seconds that a session's guilds are waited for; those that come later are caught up with then."""
AGAIN_AFTER = (2.0, 10.0, 30.0, 60.0)
"""Seconds until channels that could not be read are tried again; then they are passed over."""


@dataclass(frozen=True, slots=True)
class Read:
    """What was read at a spot, oldest first, and the spot from which there is more to read, if there is."""

    spot: BackfillSource
    channel_id: int
    messages: Sequence[discord.Message] = field(default_factory=list[discord.Message])
    rest: BackfillSource | None = None


class Backfill:
    """Reads what the bot missed before what it hears now is taken up in those channels."""

    def __init__(self, bot: Client, queue: MessageQueue) -> None:
        self._bot = bot
        self._queue = queue
        self._wanted = asyncio.Event()
        self._guild_arrived = asyncio.Event()
        self._session_ready = False
        self._working: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to wait for sessions."""
        self._working = asyncio.create_task(self._work())

    async def stop(self) -> None:
        """End, wherever it is: the next start reads on from there."""
        await cancel_and_wait([self._working])

    def start_session(self) -> None:
        """Let everything wait until what was missed is read. To be called before anything of the session is heard."""
        self._session_ready = False
        self._begin()

    def guild_available(self) -> None:
        """Notice that a guild is there: one of those that a session begins with, or one that Discord had lost."""
        self._guild_arrived.set()
        if self._session_ready:
            self._begin()

    def session_ready(self) -> None:
        """Notice that a session has all guilds it will have for now."""
        self._session_ready = True
        self._guild_arrived.set()

    def _begin(self) -> None:
        self._queue.hold(None)
        self._wanted.set()

    async def _work(self) -> None:
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            await self._all_guilds()
            await self._backfill()

    async def _all_guilds(self) -> None:
        """Wait until what is said in the guilds is heard, so that between reading and hearing nothing is lost."""
        with suppress(TimeoutError):
            async with asyncio.timeout(GUILDS_WITHIN):
                while not self._session_ready and any(guild.unavailable for guild in self._bot.guilds):
                    self._guild_arrived.clear()
                    await self._guild_arrived.wait()

    async def _backfill(self) -> None:
        left: list[BackfillSource] | None = None
        for wait in (*AGAIN_AFTER, None):
            try:
                left = await self._round(left)
            except Exception as error:  # noqa: BLE001 - the record fails, so everything goes on waiting
                log_error(log, "What was missed could not be read", error)
            if left == [] or self._wanted.is_set():
                break
            if wait is None:
                log.error("What was written in %s is not read", "any channel" if left is None else _named(left))
                break
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._wanted.wait()
        self._wait_only_in(())

    def _wait_only_in(self, spots: Collection[BackfillSource]) -> None:
        if not self._wanted.is_set():
            unopened = {spot.user_id for spot in spots if spot.user_id and spot.channel_id is None}
            self._queue.hold({spot.channel_id for spot in spots if spot.channel_id}, unopened)

    async def _round(self, left: list[BackfillSource] | None) -> list[BackfillSource]:
        """Read and take up what was missed, and return the spots that could not be read for now."""
        if left is None:
            await self._queue.wait_until_empty()
            await self._queue.load_read_markers()
            left = await self._spots()
        all_failed: list[BackfillSource] = []
        unread: dict[int, list[UnreadableMessage]] = defaultdict(list)
        while left and not self._wanted.is_set():
            self._wait_only_in([*left, *all_failed])
            done, failed = await self._read_all(left)
            all_failed += failed
            missed = await self._handle_all(done)
            if missed:
                log.info("Took up %d messages that were written in %d channels meanwhile", missed, len(done))
            for each in done:
                unread[each.channel_id] += self._unread(each)
            left = [each.rest for each in done if each.rest]
        await backfill.ask_to_resend(self._bot.context, unread)
        self._wait_only_in(all_failed)
        return all_failed

    async def _spots(self) -> list[BackfillSource]:
        bot = self._bot
        since = bot.context.now() - OLDEST
        found = await backfill.list_sources(
            bot.context,
            self._queue.read_markers,
            self._guild_of,
            {thread.id for guild in bot.guilds for thread in guild.threads if thread.owner_id == self._me},
            since=since,
            oldest=time_snowflake(since),
            guilds={guild.id for guild in bot.guilds},
            direct=bot.receives_direct_messages,
        )
        silent = [spot for spot in found if spot.channel_id is None]
        return [spot for spot in found if spot.channel_id and self._has_news(spot)] + silent[:NEW_CONVERSATIONS]

    def _has_news(self, spot: BackfillSource) -> bool:
        """Whether something may wait in a channel: it costs no request where its newest message is known and read."""
        newest = getattr(self._bot.get_channel(spot.channel_id or 0), "last_message_id", None)
        return newest is None or newest > spot.after

    @property
    def _me(self) -> int:
        return self._bot.user.id if self._bot.user else 0

    def _guild_of(self, channel_id: int) -> int | None:
        """Return the guild of a channel or open thread that this process sees, or None."""
        channel = self._bot.get_channel(channel_id)
        return None if channel is None or isinstance(channel, discord.abc.PrivateChannel) else channel.guild.id

    async def _read_all(self, spots: Sequence[BackfillSource]) -> tuple[list[Read], list[BackfillSource]]:
        done: list[Read] = []
        failed: list[BackfillSource] = []
        free = asyncio.Semaphore(AT_ONCE)
        refused = False

        async def read_one(spot: BackfillSource) -> None:
            nonlocal refused
            async with free:
                if refused:  # it would be so for every channel, and Discord bans whoever goes on asking
                    failed.append(spot)
                    return
                try:
                    done.append(await self._read(spot))
                except NETWORK_ERRORS as error:
                    log.warning("What was written in %s can't be read: %s", _named([spot]), error)
                    refused = refused or is_unauthorized(error)
                    if not is_permanent(error):
                        failed.append(spot)
            if (len(done) + len(failed)) % 100 == 0:
                log.info("Looked into %d of %d channels", len(done) + len(failed), len(spots))

        await asyncio.gather(*map(read_one, spots))
        return done, failed

    async def _read(self, spot: BackfillSource) -> Read:
        channel, channel_id = await self._channel(spot)
        newest = getattr(channel, "last_message_id", None)
        if newest is not None and newest <= spot.after:
            return Read(spot, channel_id)
        after = discord.Object(spot.after)
        messages = [each async for each in channel.history(limit=PORTION, after=after, oldest_first=spot.home)]
        messages.sort(key=lambda message: message.id)
        if newest is not None and not messages:
            log.warning("Nothing is to be read in %s: it was deleted, or I may not read the history", _named([spot]))
        if len(messages) < PORTION or not spot.home:
            return Read(spot, channel_id, messages)
        return Read(spot, channel_id, messages, replace(spot, channel_id=channel_id, after=messages[-1].id))

    async def _channel(self, spot: BackfillSource) -> tuple[Channel, int]:
        """Return what to read. Raises what discord.py raises."""
        bot = self._bot
        if spot.channel_id is None:
            conversation = await bot.create_dm(discord.Object(spot.user_id or 0))
            return conversation, conversation.id
        if spot.guild_id is None:
            return bot.get_partial_messageable(spot.channel_id), spot.channel_id
        known = bot.get_channel(spot.channel_id) or await bot.fetch_channel(spot.channel_id)
        if isinstance(known, discord.abc.Messageable):
            return known, spot.channel_id
        return bot.get_partial_messageable(spot.channel_id, guild_id=spot.guild_id), spot.channel_id

    async def _handle_all(self, done: Sequence[Read]) -> int:
        """Take up what was read and what was heard meanwhile, in the order of writing; return how many were read."""
        missed = {
            message.id: message for each in done for message in each.messages if not self._queue.has_seen(message.id)
        }
        async with self._bot.context.database.read() as tx:
            dealt_with = await read_markers.recorded_sources(tx, missed)
        dealt_with |= {answered for message in missed.values() if (answered := self._answered(message))}
        live = {message.id: message for message in self._take_held(done)}
        late = {message_id for message_id, each in missed.items() if await is_late_command(self._bot, each)}
        for message_id in sorted((missed.keys() - late) | live.keys() | _latest(missed[each] for each in late)):
            message = live.get(message_id) or missed[message_id]
            read_it = read if message.edited_at is None else read_edited
            handle = decline if message_id in late else partial(read_it, self._bot)
            if message_id not in dealt_with:
                await self._queue.handle_now(message, handle)
        while held := self._take_held(done):
            for message in held:
                await self._queue.handle_now(message, partial(read, self._bot))
        for each in done:
            last = each.messages[-1].id if each.messages else each.spot.after
            self._queue.advance(each.channel_id, ReadMarker(last, each.spot.user_id))
        return sum(map(said_by_somebody, missed.values()))

    def _take_held(self, done: Sequence[Read]) -> list[discord.Message]:
        """Return what waits in channels that were read to the end.

        Nothing if another session began: then it waits for that.
        """
        ended = {each.channel_id for each in done if each.rest is None}
        return [] if self._wanted.is_set() else self._queue.take_held(ended)

    def _answered(self, message: discord.Message) -> int | None:
        """Return the message that one of the bot's own answers."""
        ours = message.author.id == self._me
        return message.reference.message_id if ours and message.reference else None

    def _unread(self, each: Read) -> list[UnreadableMessage]:
        """Return the messages that the bot may not read the content of."""
        if self._bot.content or each.spot.guild_id is None:
            return []
        blank = [one for one in each.messages if said_by_somebody(one) and not one.content]
        return [UnreadableMessage(one.id, one.author.id) for one in blank]


def _latest(messages: Iterable[discord.Message]) -> set[int]:
    """Return the id of each person's latest message in each channel."""
    in_order = sorted(messages, key=lambda message: message.id)
    return set({(message.channel.id, message.author.id): message.id for message in in_order}.values())


def _named(spots: Sequence[BackfillSource]) -> str:
    return ", ".join(
        f"channel {spot.channel_id}" if spot.channel_id else f"the direct messages with {spot.user_id}"
        for spot in spots
    )

"""Read the messages that people wrote while the bot was away when a session begins, and handle them in order."""

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
from discord.utils import format_dt, time_snowflake

from bot.gateway.message_queue import source_id_of
from bot.interactions.errors import reply_with_error
from bot.interactions.replies import reply
from bot.interactions.text import SENT_WHILE_AWAY
from bot.message_router import is_from_person, read, read_edited
from bot.process import NETWORK_ERRORS, cancel_and_wait, is_permanent, is_unauthorized, log_error
from bot.referee import backfill_sources
from bot.referee.backfill_sources import UnreadableMessage
from games.translation import gettext as _
from storage.queries import read_markers
from storage.queries.read_markers import ReadMarker

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from bot.client.client import Client
    from bot.gateway.message_queue import MessageQueue
    from bot.referee.backfill_sources import BackfillSource

    Channel = discord.abc.Messageable

log = logging.getLogger(__name__)
MAX_COMMAND_AGE = timedelta(minutes=15)
"""The age up to which a missed command is still carried out."""


async def is_late_command(bot: Client, message: discord.Message) -> bool:
    """Return whether a message is a command that is too old to be carried out.

    Moves are never too old: they count for the turn in which they were sent.
    """
    if bot.context.now() - message.created_at <= MAX_COMMAND_AGE or not is_from_person(message):
        return False
    command = (await bot.get_context(message)).command
    return command is not None and command.name != "move"


async def decline(bot: Client, message: discord.Message) -> None:
    """Ask the author of a late command to send it again."""
    await bot.languages.bind_reader(message)
    try:
        await reply(message, _(SENT_WHILE_AWAY).format(time=format_dt(message.created_at, "R")))
    except Exception as error:  # noqa: BLE001 - as in `message_router.read`
        await reply_with_error(message, error)


OLDEST = timedelta(days=14)
"""Older messages aren't read."""
PAGE_SIZE = 1000
"""Messages of one channel that are read and handled at a time, to bound the memory.

In a channel without an active match, only so many of the newest are read at all."""
NEW_CONVERSATIONS = 20
"""Direct messages that are opened at one start with people who never wrote any: Discord limits how many at once."""
CONVERSATIONS_AT_ONCE = 8
"""How many of these are opened before anything that was missed is handled: from the eleventh in ten seconds on, Discord
makes the bot wait, and everybody would wait with it."""
PARALLEL_CHANNELS = 4
"""Channels that are read at a time."""
GUILDS_TIMEOUT = 30.0
"""Seconds to wait for the guilds of a session. Guilds that come later are backfilled then."""
RETRY_DELAYS = (2.0, 10.0, 30.0, 60.0)
"""Seconds before channels that could not be read are tried again; after the last try they are skipped."""


@dataclass(frozen=True, slots=True)
class Page:
    """The messages that were read from a source, oldest first, and the source of the next page, if there is one."""

    source: BackfillSource
    channel_id: int
    messages: Sequence[discord.Message] = field(default_factory=list[discord.Message])
    rest: BackfillSource | None = None


class Backfill:
    """Handles missed messages before new messages of the same channels."""

    def __init__(self, bot: Client, queue: MessageQueue) -> None:
        self._bot = bot
        self._queue = queue
        self._wanted = asyncio.Event()
        self._guild_arrived = asyncio.Event()
        self._session_ready = False
        self._working: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start waiting for sessions."""
        self._working = asyncio.create_task(self._work())

    async def stop(self) -> None:
        """Stop at any point: the next start reads on from the read markers."""
        await cancel_and_wait([self._working])

    def start_session(self) -> None:
        """Hold new messages until missed ones are handled. Call this before the first message of a session arrives."""
        self._session_ready = False
        self._request()

    def note_guild(self) -> None:
        """Backfill a guild that has arrived: one that a session begins with, or one that Discord had lost."""
        self._guild_arrived.set()
        if self._session_ready:
            self._request()

    def note_session_ready(self) -> None:
        """Stop waiting for guilds: the session has all that it will get for now."""
        self._session_ready = True
        self._guild_arrived.set()

    def _request(self) -> None:
        self._queue.hold(None)
        self._wanted.set()

    async def _work(self) -> None:
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            await self._wait_for_guilds()
            await self._backfill()

    async def _wait_for_guilds(self) -> None:
        """Wait until new messages of the guilds arrive, so that none is lost between reading and receiving."""
        with suppress(TimeoutError):
            async with asyncio.timeout(GUILDS_TIMEOUT):
                while not self._session_ready and any(guild.unavailable for guild in self._bot.guilds):
                    self._guild_arrived.clear()
                    await self._guild_arrived.wait()

    async def _backfill(self) -> None:
        left: list[BackfillSource] | None = None
        for wait in (*RETRY_DELAYS, None):
            try:
                left = await self._round(left)
            except Exception as error:  # noqa: BLE001 - the record fails, so everything goes on waiting
                log_error(log, "What was missed could not be read", error)
            if left == [] or self._wanted.is_set():
                break
            if wait is None:
                log.error("What was written in %s is not read", "any channel" if left is None else _name_sources(left))
                break
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._wanted.wait()
        self._wait_only_in(())

    def _wait_only_in(self, sources: Collection[BackfillSource]) -> None:
        if not self._wanted.is_set():
            unopened = {source.user_id for source in sources if source.user_id and source.channel_id is None}
            self._queue.hold({source.channel_id for source in sources if source.channel_id}, unopened)

    async def _round(self, left: list[BackfillSource] | None) -> list[BackfillSource]:
        """Read and handle missed messages, and return the sources that could not be read for now."""
        if left is None:
            await self._queue.wait_until_empty()
            await self._queue.load_read_markers()
            left = await self._list_sources()
        silent = [source for source in left if source.channel_id is None]
        later = silent[CONVERSATIONS_AT_ONCE:]
        left = [source for source in left if source not in later]
        all_failed: list[BackfillSource] = []
        unread: dict[int, list[UnreadableMessage]] = defaultdict(list)
        while (left or later) and not self._wanted.is_set():
            self._wait_only_in([*left, *later, *all_failed])
            if not left:
                left, later = later, []
            pages, failed = await self._read_sources(left)
            all_failed += failed
            missed = await self._handle_all(pages)
            if missed:
                log.info("Took up %d messages that were written in %d channels meanwhile", missed, len(pages))
            for page in pages:
                unread[page.channel_id] += self._hidden_messages(page)
            left = [page.rest for page in pages if page.rest]
        await backfill_sources.ask_to_resend(self._bot.context, unread)
        self._wait_only_in(all_failed)
        return all_failed

    async def _list_sources(self) -> list[BackfillSource]:
        bot = self._bot
        since = bot.context.now() - OLDEST
        found = await backfill_sources.list_sources(
            bot.context,
            self._queue.read_markers,
            self._guild_of,
            {thread.id for guild in bot.guilds for thread in guild.threads if thread.owner_id == self._me},
            since=since,
            oldest=time_snowflake(since),
            guilds={guild.id for guild in bot.guilds},
            direct=bot.receives_direct_messages,
        )
        silent = [source for source in found if source.channel_id is None]
        return [source for source in found if source.channel_id and self._has_news(source)] + silent[:NEW_CONVERSATIONS]

    def _has_news(self, source: BackfillSource) -> bool:
        """Return whether a channel may have unread messages, without a request if its newest message is known."""
        newest = getattr(self._bot.get_channel(source.channel_id or 0), "last_message_id", None)
        return newest is None or newest > source.after

    @property
    def _me(self) -> int:
        return self._bot.user.id if self._bot.user else 0

    def _guild_of(self, channel_id: int) -> int | None:
        """Return the guild of a channel or open thread that this process sees, or None."""
        channel = self._bot.get_channel(channel_id)
        return None if channel is None or isinstance(channel, discord.abc.PrivateChannel) else channel.guild.id

    async def _read_sources(self, sources: Sequence[BackfillSource]) -> tuple[list[Page], list[BackfillSource]]:
        pages: list[Page] = []
        failed: list[BackfillSource] = []
        free = asyncio.Semaphore(PARALLEL_CHANNELS)
        unauthorized = False

        async def read_one(source: BackfillSource) -> None:
            nonlocal unauthorized
            async with free:
                if unauthorized:  # every other request would be too, and Discord bans clients that go on
                    failed.append(source)
                    return
                try:
                    pages.append(await self._read_page(source))
                except NETWORK_ERRORS as error:
                    log.warning("What was written in %s can't be read: %s", _name_sources([source]), error)
                    unauthorized = unauthorized or is_unauthorized(error)
                    if not is_permanent(error):
                        failed.append(source)
            if (len(pages) + len(failed)) % 100 == 0:
                log.info("Looked into %d of %d channels", len(pages) + len(failed), len(sources))

        await asyncio.gather(*map(read_one, sources))
        return pages, failed

    async def _read_page(self, source: BackfillSource) -> Page:
        channel, channel_id = await self._get_channel(source)
        newest = getattr(channel, "last_message_id", None)
        if newest is not None and newest <= source.after:
            return Page(source, channel_id)
        after = discord.Object(source.after)
        messages = [each async for each in channel.history(limit=PAGE_SIZE, after=after, oldest_first=source.home)]
        messages.sort(key=lambda message: message.id)
        if newest is not None and not messages:
            what = _name_sources([source])
            log.warning("Nothing is to be read in %s: it was deleted, or I may not read the history", what)
        if len(messages) < PAGE_SIZE or not source.home:
            return Page(source, channel_id, messages)
        return Page(source, channel_id, messages, replace(source, channel_id=channel_id, after=messages[-1].id))

    async def _get_channel(self, source: BackfillSource) -> tuple[Channel, int]:
        """Return what to read. Raises what discord.py raises."""
        bot = self._bot
        if source.channel_id is None:
            conversation = await bot.create_dm(discord.Object(source.user_id or 0))
            return conversation, conversation.id
        if source.guild_id is None:
            return bot.get_partial_messageable(source.channel_id), source.channel_id
        known = bot.get_channel(source.channel_id) or await bot.fetch_channel(source.channel_id)
        if isinstance(known, discord.abc.Messageable):
            return known, source.channel_id
        return bot.get_partial_messageable(source.channel_id, guild_id=source.guild_id), source.channel_id

    async def _handle_all(self, pages: Sequence[Page]) -> int:
        """Handle the missed messages and those that arrived meanwhile, in order; return the number of missed ones."""
        missed = {
            message.id: message for page in pages for message in page.messages if not self._queue.has_seen(message.id)
        }
        async with self._bot.context.database.read() as tx:
            recorded = await read_markers.recorded_sources(tx, {*missed, *map(source_id_of, missed.values())})
        dealt_with = {each.id for each in missed.values() if {each.id, source_id_of(each)} & recorded}
        dealt_with |= {answered for message in missed.values() if (answered := self._parent_id(message))}
        live = {message.id: message for message in self._take_held(pages)}
        late = {message_id for message_id, each in missed.items() if await is_late_command(self._bot, each)}
        for message_id in sorted((missed.keys() - late) | live.keys() | _latest(missed[each] for each in late)):
            message = live.get(message_id) or missed[message_id]
            read_it = read if message.edited_at is None else read_edited
            handle = partial(decline if message_id in late else read_it, self._bot)
            if message_id not in dealt_with:
                await self._queue.handle_now(message, handle)
        while held := self._take_held(pages):
            for message in held:
                await self._queue.handle_now(message, partial(read, self._bot))
        for page in pages:
            last = page.messages[-1].id if page.messages else page.source.after
            self._queue.advance(page.channel_id, ReadMarker(last, page.source.user_id))
        return sum(map(is_from_person, missed.values()))

    def _take_held(self, pages: Sequence[Page]) -> list[discord.Message]:
        """Return the held messages of channels that were read to the end; none if another session has begun."""
        ended = {page.channel_id for page in pages if page.rest is None}
        return [] if self._wanted.is_set() else self._queue.take_held(ended)

    def _parent_id(self, message: discord.Message) -> int | None:
        """Return the id of the message that a message of the bot replies to, or None."""
        is_own = message.author.id == self._me
        return message.reference.message_id if is_own and message.reference else None

    def _hidden_messages(self, page: Page) -> list[UnreadableMessage]:
        """Return the messages whose content is hidden from the bot."""
        if self._bot.content or page.source.guild_id is None:
            return []
        hidden = [one for one in page.messages if is_from_person(one) and not one.content]
        return [UnreadableMessage(one.id, one.author.id) for one in hidden]


def _latest(messages: Iterable[discord.Message]) -> set[int]:
    """Return the id of each person's latest message in each channel."""
    in_order = sorted(messages, key=lambda message: message.id)
    return set({(message.channel.id, message.author.id): message.id for message in in_order}.values())


def _name_sources(sources: Sequence[BackfillSource]) -> str:
    return ", ".join(
        f"channel {source.channel_id}" if source.channel_id else f"the direct messages with {source.user_id}"
        for source in sources
    )

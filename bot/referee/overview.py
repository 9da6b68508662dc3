"""The overview of a server: one post that is kept up to date with what is played there, and what can be joined."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from bot.referee.clocks.clock import load_pause_status
from bot.referee.guilds.settings import load_settings
from bot.referee.job_runner import JobType
from bot.referee.lists import MatchEntry, find_deadlines
from storage.queries import challenges, clocks, guilds, key_value, outbox, server_matches

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.referee.context import Context
    from bot.referee.guilds.settings import GuildSettings
    from storage.engine.database import Tx
    from storage.queries.rows import Challenge

KEY = "overview "
"""How the keys begin under which overviews are stored; the server follows."""
WRITE_EVERY = timedelta(minutes=1)
"""How often an overview is written at most."""
NEVER = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Overview:
    """The overview of a server: its channel and message (0 before it is posted), what it shows, when it was written.

    `shown` is a digest of what it was written about, empty where it has to be written again.
    """

    channel_id: int
    message_id: int = 0
    shown: str = ""
    written_at: datetime = NEVER

    def __str__(self) -> str:
        """The overview as it is stored."""
        return json.dumps([self.channel_id, self.message_id, self.shown, int(self.written_at.timestamp())])


def parse_overview(stored: str | None) -> Overview | None:
    """Return an overview that is stored so, None if there is none. Raises `ValueError` for anything else."""
    if not stored:
        return None
    channel_id, message_id, shown, written_at = json.loads(stored)
    return Overview(int(channel_id), int(message_id), str(shown), datetime.fromtimestamp(int(written_at), UTC))


async def load_overview(tx: Tx, guild_id: int) -> Overview | None:
    """Return the overview of a server, None if it wants none."""
    return parse_overview(await key_value.read(tx, f"{KEY}{guild_id}"))


async def store_overview(tx: Tx, guild_id: int, overview: Overview) -> None:
    """Store the overview of a server."""
    await key_value.write(tx, f"{KEY}{guild_id}", str(overview))


async def move_overview(context: Context, tx: Tx, guild_id: int, channel_id: int | None) -> None:
    """Let the overview of a server be in another channel, or nowhere, and have the old post deleted."""
    before = await load_overview(tx, guild_id)
    if before and before.message_id:
        body = {"guild": guild_id, "channel": before.channel_id, "message": before.message_id}
        await outbox.add(tx, lane=f"overview:{guild_id}", kind="overview", body=body, at=context.now())
    if channel_id is None:
        await key_value.remove(tx, [f"{KEY}{guild_id}"])
    else:
        await store_overview(tx, guild_id, Overview(channel_id))


async def note_posted(context: Context, guild_id: int, channel_id: int, message_id: int) -> None:
    """Store which message is the overview in a channel, 0 if it is gone and has to be posted again."""
    async with context.write() as tx:
        await key_value.lock(tx, f"{KEY}{guild_id}")
        overview = await load_overview(tx, guild_id)
        if overview and overview.channel_id == channel_id:
            shown = overview.shown if message_id else ""
            await store_overview(tx, guild_id, replace(overview, message_id=message_id, shown=shown))


@dataclass(frozen=True, slots=True)
class Listing:
    """What an overview tells: the running matches, the most urgent first, and how many there are; open challenges."""

    matches: Sequence[MatchEntry]
    total: int
    challenges: Sequence[Challenge]


async def list_for_overview(
    context: Context, guild_id: int, channels: Collection[int], *, most: int, most_challenges: int
) -> Listing:
    """Return what goes on in some channels of a server: at most so many matches, and so many open challenges."""
    async with context.database.read() as tx:
        wanted = server_matches.ServerFilter(guild_id, channels)
        total = await server_matches.count(tx, wanted, active=True)
        found = await server_matches.most_urgent(tx, wanted, most)
        running = await clocks.of_matches(tx, [match.id for match in found])
        pauses = await load_pause_status(context, tx, found, running)
        boards = await outbox.last_boards(tx, [match.id for match in found])
        open_now = [
            each
            for each in await challenges.joinable(tx, guild_id)
            if each.channel_id in channels and each.expires_at > context.now()
        ]
        deadlines = await find_deadlines(context, tx, found, running)
    entries = [MatchEntry(match, deadlines[match.id], pauses[match.id], boards.get(match.id)) for match in found]
    return Listing(entries, total, open_now[-most_challenges:])


async def channels_in_use(context: Context, guild_id: int) -> set[int]:
    """Return the channels of a server in which something goes on that an overview may tell."""
    async with context.database.read() as tx:
        return await guilds.channels_of_matches(tx, guild_id)


async def _find_changed(context: Context, tx: Tx) -> list[int]:
    """Return the servers whose overviews don't show what goes on, and that weren't written within the last minute."""
    stored = await key_value.starting_with(tx, KEY)
    found: list[int] = []
    for key, value in stored.items():
        guild_id, overview = int(key.removeprefix(KEY)), parse_overview(value)
        if overview and _may_be_written(context, overview) and await _digest(context, tx, guild_id) != overview.shown:
            found.append(guild_id)
    return found


def _may_be_written(context: Context, overview: Overview) -> bool:
    passed = context.now() - overview.written_at
    return passed >= WRITE_EVERY or passed < timedelta()  # the clock may have been set back


async def _digest(context: Context, tx: Tx, guild_id: int) -> str:
    """Return a text that changes with whatever the overview of a server tells."""
    now = context.now()
    running = [
        (match_id, seq, thread_id, deadline, deadline is not None and deadline <= now)
        for match_id, seq, thread_id, deadline in await server_matches.running(tx, guild_id)
    ]
    waiting = [
        (each.id, [person.id for person in each.people])
        for each in await challenges.joinable(tx, guild_id)
        if each.expires_at > now
    ]
    return hashlib.sha256(repr((running, waiting)).encode()).hexdigest()[:16]


async def _queue_overview(context: Context, tx: Tx, guild_id: int) -> None:
    """Have the overview of a server written, and note what it shows then."""
    await key_value.lock(tx, f"{KEY}{guild_id}")
    overview, settings = await load_overview(tx, guild_id), await load_settings(tx, guild_id)
    if overview is None or overview.channel_id != settings.overview:
        return
    shown = await _digest(context, tx, guild_id)
    if not _may_be_written(context, overview) or shown == overview.shown:
        return
    await store_overview(tx, guild_id, replace(overview, shown=shown, written_at=context.now()))
    lane, kind, body = f"overview:{guild_id}", "overview", {"guild": guild_id, "channel": overview.channel_id}
    if not await outbox.hold_waiting(tx, lane, kind, body):
        await outbox.add(tx, lane=lane, kind=kind, body=body, at=context.now())


OVERVIEWS = JobType("overview", _find_changed, _queue_overview)
"""Overviews are put into the outbox that don't show what goes on."""


async def schedule_overview(
    context: Context, tx: Tx, guild_id: int, before: GuildSettings, after: GuildSettings
) -> None:
    """Move the overview of a server whose settings changed, or have it written again in another language."""
    if before.overview != after.overview:
        await move_overview(context, tx, guild_id, after.overview)
    elif before.language != after.language and (overview := await load_overview(tx, guild_id)):
        await store_overview(tx, guild_id, replace(overview, shown=""))

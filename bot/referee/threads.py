"""Threads of matches that have ended are archived; spectators watch a match and get one message when it ends."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee import errors
from bot.referee.announce import queue_row
from bot.referee.context import lane
from bot.referee.errors import RequestRejected
from bot.referee.find_match import get_match
from bot.referee.job_runner import JobType
from bot.referee.lists import count_view
from games.translation import gettext as _
from storage.queries import matches, outbox, thread_archives, watchers

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.rows import Match

OPEN_FOR = timedelta(days=1)
"""How long a thread stays open after its match."""


async def schedule_archive(tx: Tx, match: Match) -> None:
    """Store when the thread of a match is archived, which ends now. Its thread may still have to be made."""
    if not match.is_direct and match.ended_at is not None:
        await thread_archives.schedule(tx, match.id, match.ended_at + OPEN_FOR)


async def _queue_archive(context: Context, tx: Tx, match_id: int) -> None:
    """Put a thread into the outbox if it is due and there is one."""
    if not await thread_archives.take(tx, match_id, context.now()):
        return
    match = await matches.require(tx, match_id)
    if match.thread_id is not None:
        await queue_row(tx, match, "archive", {}, context.now(), own_lane=f"{lane(match)}:archive")


ARCHIVES = JobType("archive", lambda context, tx: thread_archives.due(tx, context.now()), _queue_archive)
"""Threads to archive are put into the outbox."""


MOST_WATCHED = 50
"""Matches that a person can watch at a time."""
HEAD_START = timedelta(seconds=3)
"""How long the messages wait for the last board, to which they link. They do without it if it takes longer."""


async def watch_match(context: Context, request: Request, number: int, can_see: Callable[[int], bool]) -> Match:
    """Let a person watch a match of this server, and return it.

    `can_see` says whether they see a channel. Raises `RequestRejected` for a match that they don't see, that they play
    in or that has ended, and for a person who watches many.
    """
    async with context.database.write() as tx:
        await matches.lock(tx, number)
        match = await get_match(tx, request, number)
        if match.is_direct or not can_see(match.channel_id):
            raise RequestRejected(errors.no_such_match(number, on_server=request.guild_id is not None))
        if match.ended_at is not None:
            raise RequestRejected(errors.ended(match))
        if match.seat_of(request.user_id) is not None:
            raise RequestRejected(_("You play in #{match}, so you'll see how it ends.").format(match=match.id))
        watched = await watchers.watched_by(tx, request.user_id)
        if match.id in watched:
            return match
        if len(watched) >= MOST_WATCHED:
            raise RequestRejected(
                _("You watch {most} matches already. Stop watching one first.").format(most=MOST_WATCHED)
            )
        await watchers.add(tx, match.id, request.user_id)
        await count_view(context, tx, match)
        return match


async def stop_watching(context: Context, request: Request, number: int) -> bool:
    """End a person's watching of a match, and return whether they watched it."""
    async with context.database.write() as tx:
        return await watchers.remove(tx, number, request.user_id)


async def queue_messages_to_watchers(tx: Tx, match: Match) -> None:
    """Put a message to each watcher of a match that ends now into the outbox, and let nobody watch it any more.

    Each has a lane of its own, so that one that Discord doesn't take delays nothing.
    """
    for user_id in await watchers.take(tx, match.id):
        post = await queue_row(tx, match, "watched", {"user": user_id}, match.since, own_lane=f"w{match.id}:{user_id}")
        await outbox.retry_later(tx, post.id, match.since + HEAD_START)

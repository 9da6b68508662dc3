"""Archive the threads of matches that have ended."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.context import lane
from bot.referee.job_runner import JobType
from storage.queries import matches, outbox, thread_archives

if TYPE_CHECKING:
    from bot.referee.context import Context
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
        own_lane, at = f"{lane(match)}:archive", context.now()
        await outbox.add(tx, lane=own_lane, kind="archive", body={}, at=at, match_id=match.id, seq=match.seq)


ARCHIVES = JobType("archive", lambda context, tx: thread_archives.due(tx, context.now()), _queue_archive)
"""Threads to archive are put into the outbox."""

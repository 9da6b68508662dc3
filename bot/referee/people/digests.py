"""The daily digest of a person, and whether messages to them arrive silently now."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.job_runner import JobType
from bot.referee.people.preferences import change_preferences, load_preferences, person_zone, schedule_digest
from bot.referee.times.calendar import NO_DIGEST, NO_QUIET_HOURS, is_quiet, last_occurrence, parse_time
from storage.queries import challenges, matches, outbox, people

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Post

STALE_AFTER = timedelta(hours=6)
"""How long after its time a digest is still worth reading."""


MOST_WAITING = 15
"""Digests that wait in the outbox at a time; others stay due until the next round of jobs. So they take about half of
the ten conversations in ten seconds that Discord lets a bot open."""


async def _queue_digest(context: Context, tx: Tx, user_id: int) -> None:
    """Put a person's digest into the outbox if it is due and something waits, and store when the next one is due.

    Where many are due, it stays due while as many wait as may.
    """
    now = context.now()
    if not await people.take_digest(tx, user_id, now):
        return
    preferences = await load_preferences(tx, user_id)
    if preferences.digest != NO_DIGEST:
        last = last_occurrence(parse_time(preferences.digest), now, await person_zone(tx, user_id))
        if now - last <= STALE_AFTER and (await matches.to_move(tx, user_id) or await challenges.open_for(tx, user_id)):
            if await outbox.count_waiting(tx, "digest") >= MOST_WAITING:
                return
            await outbox.add(tx, lane=f"digest:{user_id}", kind="digest", body={"user": user_id}, at=now)
    await schedule_digest(context, tx, user_id, preferences)


DIGESTS = JobType("digest", lambda context, tx: people.due_digests(tx, context.now()), _queue_digest)
"""Digests are put into the outbox."""


def is_stale(context: Context, post: Post) -> bool:
    """Return whether the row of a digest has waited too long in the outbox to be worth sending."""
    return context.now() - post.created_at > STALE_AFTER


async def stop_digests(context: Context, user_id: int) -> None:
    """Send no more digests to a person who can't be reached."""
    await change_preferences(context, user_id, {"digest": NO_DIGEST})


async def is_quiet_now(context: Context, tx: Tx, user_id: int, guild_id: int | None = None) -> bool:
    """Return whether it is a person's quiet hours now, in their own time zone, else in that of the server."""
    quiet_hours = (await load_preferences(tx, user_id)).quiet
    if quiet_hours == NO_QUIET_HOURS:
        return False
    return is_quiet(quiet_hours, context.now(), await person_zone(tx, user_id, guild_id))

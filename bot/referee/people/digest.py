"""Once a day, who wants it is told what waits for them.

When the next digest is due is a row. It was worked out by the zone that held then; whether one is due now is judged by
the zone that holds now, so that it matters to nobody when a server's zone changed, or which server a person plays on.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.job_runner import run_jobs
from bot.referee.people import preferences, quiet_hours, timezones
from storage.tables import challenges, matches, outbox, people
from storage.tables import failed_jobs as stored_jobs

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.tables.models import Post

LATE = timedelta(hours=6)
"""How long after its time a digest is still worth reading."""


async def tick(context: Context) -> None:
    """Put the digests that are due into the outbox."""
    async with context.database.read() as tx:
        due = await people.due_digests(tx, context.now())
        again = await stored_jobs.retry_times(tx, "digest")
    await run_jobs(context, "digest", [*due, *(again.keys() - set(due))], _due)


async def _due(context: Context, tx: Tx, user_id: int) -> None:
    """Put a person's digest into the outbox if it is time and something waits, and keep when the next one is due."""
    now = context.now()
    if not await people.take_digest(tx, user_id, now):
        return
    chosen = await preferences.chosen(tx, user_id)
    if chosen.digest != quiet_hours.OFF:
        last = quiet_hours.last_time(quiet_hours.read_time(chosen.digest), now, await timezones.of_person(tx, user_id))
        if now - last <= LATE and (await matches.to_move(tx, user_id) or await challenges.open_for(tx, user_id)):
            await outbox.add(tx, lane=f"digest:{user_id}", kind="digest", body={"user": user_id}, at=now)
    await preferences.schedule(context, tx, user_id, chosen)


def is_stale(context: Context, post: Post) -> bool:
    """Return whether the row of a digest could not be sent for so long that it should not be sent any more."""
    return context.now() - post.created_at > LATE


async def stop(context: Context, user_id: int) -> None:
    """Send a person no more digests, as they can't be reached."""
    await preferences.choose(context, user_id, {"digest": quiet_hours.OFF})

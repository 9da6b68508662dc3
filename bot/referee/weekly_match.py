"""The match of the week of a server: on Mondays at noon in its time zone, the one that was viewed most in seven days.

A row holds when a server's next one is due.
"""

from __future__ import annotations

from datetime import time, timedelta
from typing import TYPE_CHECKING

from bot.referee.guilds.settings import load_settings
from bot.referee.job_runner import JobType
from bot.referee.lists import hour_of
from bot.referee.times.calendar import next_occurrence
from storage.queries import guilds, outbox, view_counts

if TYPE_CHECKING:
    from datetime import datetime

    from bot.referee.context import Context
    from bot.referee.guilds.settings import GuildSettings
    from storage.engine.database import Tx

POSTED_ON, POSTED_AT = 0, time(12)
"""The day of the week, 0 for Monday, and the time of day of the post, by the clocks of the server's time zone."""
WEEK = timedelta(days=7)
KEPT = timedelta(days=15)
"""How long views are kept."""
MOST_CANDIDATES = 10
"""Matches that a post may be about: the first one that everybody in its channel can see."""


def next_weekly_post(after: datetime, settings: GuildSettings) -> datetime:
    """Return when the next match of the week of a server is due."""
    at = next_occurrence(POSTED_AT, after, settings.time_zone)
    while at.astimezone(settings.time_zone).weekday() != POSTED_ON:
        at = next_occurrence(POSTED_AT, at, settings.time_zone)
    return at


async def schedule_weekly_match(context: Context, tx: Tx, guild_id: int, settings: GuildSettings) -> None:
    """Store when the next match of the week of a server is due, whose row the caller has locked."""
    at = next_weekly_post(context.now(), settings) if settings.weekly else None
    await guilds.set_weekly(tx, guild_id, at)


async def forget_old_views(context: Context) -> None:
    """Forget the views that no match of the week counts any more."""
    oldest = hour_of(context.now() - KEPT)
    async with context.database.read() as tx:
        old = await view_counts.exist_before(tx, oldest)
    if old:
        async with context.database.write() as tx:
            await view_counts.forget_before(tx, oldest)


async def _queue_weekly_match(context: Context, tx: Tx, guild_id: int) -> None:
    """Put a server's match of the week into the outbox if it is due, and store when the next one is.

    Nothing is posted if nobody looked at a match. A bot that was away for weeks posts one.
    """
    now = context.now()
    if not await guilds.take_weekly(tx, guild_id, now):
        return
    settings = await load_settings(tx, guild_id)
    # Full hours, so that a view counts for one week. What follows in the hour of the post counts for the next one.
    hours = range(hour_of(now - WEEK), hour_of(now))
    found = await view_counts.most_viewed(tx, guild_id, hours, MOST_CANDIDATES)
    if found and settings.weekly:
        body = {"guild": guild_id, "channel": settings.weekly, "matches": [list(each) for each in found]}
        await outbox.add(tx, lane=f"weekly:{guild_id}", kind="weekly", body=body, at=now)
    await schedule_weekly_match(context, tx, guild_id, settings)


WEEKLY_MATCHES = JobType("weekly", lambda context, tx: guilds.due_weekly(tx, context.now()), _queue_weekly_match)
"""Matches of the week are put into the outbox."""

"""Health checks: a sentence for each condition that makes the bot unwell. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from bot.health.database import Found
    from bot.health.measurements import Condition
    from bot.scheduled_backups.worker import BackupStatus

SLOW_LOOP = 3.0
"""Seconds for which the event loop may be blocked: the time that Discord allows for the response to a button."""
LONG = 120.0
"""Seconds for which a board may wait, or no jobs run."""


def describe_condition(seen: Condition) -> Iterator[str]:
    """Yield a sentence for each fault of the running bot."""
    limit = seen.session_limit_until
    if not seen.connected and limit and seen.now < limit:
        yield f"Discord lets this bot begin no session before {limit:%Y-%m-%d %H:%M} UTC; it waits and connects then."
    elif not seen.connected:
        yield "Discord's gateway is away; the bot connects again by itself."
    if seen.lag > SLOW_LOOP:
        yield f"The event loop was busy for {seen.lag:.0f} seconds."
    if seen.scheduler_idle > LONG:
        yield f"The scheduler has not run for {seen.scheduler_idle / 60:.0f} minutes; see the log."
    if seen.backups:
        yield from describe_backups(seen.backups, seen.now)


def describe_backups(status: BackupStatus, now: datetime) -> Iterator[str]:
    """Yield a sentence for each fault of the backups."""
    if status.problem:
        yield f"The backup failed, and is tried again: {status.problem}"
    if status.schedule.is_overdue(max(status.last or status.since, status.since), now):
        last = f"The last good backup is of {status.last:%Y-%m-%d %H:%M} UTC" if status.last else "There is no backup"
        yield f"{last}, but TURNPOST_BACKUPS asks for one {status.schedule.name}; see the log."


def describe_record(found: Found, now: datetime) -> Iterator[str]:
    """Yield a sentence for each fault in the record."""
    oldest = found.oldest
    if oldest and (waited := (now - oldest.created_at).total_seconds()) > LONG:
        yield f"The board of #{oldest.match_id} has waited for {waited / 60:.0f} minutes; see `turnpost outbox`."
    if found.lost:
        posts = "1 post was" if found.lost == 1 else f"{found.lost:,} posts were"
        yield f"{posts} given up in the last hour; see `turnpost outbox`."
    if found.aside:
        jobs = "1 due job is" if len(found.aside) == 1 else f"{len(found.aside):,} due jobs are"
        yield f"{jobs} set aside, first {found.aside[0].name}; see `turnpost verify`."

"""`turnpost verify`: verify everything that is stored, and print what differs."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import typer

from bot import plugins
from bot.admin.counts import count_all, plural
from bot.admin.database import open_database
from bot.admin.verify.checks.failed_jobs import JOBS
from bot.admin.verify.matches import count_matches, verify_matches
from bot.admin.verify.ratings import verify_ratings
from bot.admin.verify.tables import verify_tables
from storage.queries import failed_jobs

if TYPE_CHECKING:
    from bot.config import Settings


async def verify_all(settings: Settings) -> bool:
    """Verify the record and print differences, notes and failed jobs. Return whether it is sound and no job failed."""
    games, matches, events, now = plugins.read().games, 0, 0, datetime.now(UTC)
    async with open_database(settings) as database:
        found = await verify_tables(database, games, now)
        differing = len(found.differences)
        for line in (*found.differences, *found.notes):
            typer.echo(line)
        total = await count_matches(database)
        with typer.progressbar(length=total, label="Replaying", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
            async for verdict in verify_matches(database, games, now, found.unreadable):
                matches, events = matches + 1, events + verdict.events
                differing += bool(verdict.differences)
                for line in (*verdict.differences, *verdict.notes):
                    typer.echo(line)
                bar.update(1)
        unsound = found.broken & {"ratings", "matches", "seats", "events"}
        wrong = [] if unsound else await verify_ratings(database, games, found.unreadable)
        differing += len(wrong)
        for line in wrong:
            typer.echo(line)
        async with database.read() as tx:
            jobs = [] if "set_aside_jobs" in found.broken else await failed_jobs.list_all(tx)
    for job in (job for job in jobs if job.kind in JOBS):
        again = job.retry_at.isoformat(" ", "seconds")
        typer.echo(
            f"{job.name} is set aside until {again}, after {plural(job.failures, 'try', 'tries')}: {job.reason}."
        )
    summary = "all as stored" if not differing else f"{differing:,} not as stored"
    failed = f", {plural(len(jobs), 'job', 'jobs')} set aside" if jobs else ""
    typer.echo(f"{count_all(matches, events)}, {summary}{failed}")
    return not differing and not jobs

"""`turnpost verify`: verify everything that is stored, and print what differs."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
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
    from collections.abc import Callable

    from bot.config import Settings
    from storage.engine.database import Database


@dataclass
class Summary:
    """How many matches and events were verified, and how much isn't as stored, where a match counts once."""

    matches: int = 0
    events: int = 0
    differing: int = 0
    broken: set[str] = field(default_factory=set[str])
    """The tables with rows that can't be read."""


async def verify_all(settings: Settings) -> bool:
    """Verify the record and print differences, notes and failed jobs. Return whether it is sound and no job failed."""
    async with open_database(settings) as database:
        summary = await verify_record(database, typer.echo, typer.echo)
        async with database.read() as tx:
            jobs = [] if "set_aside_jobs" in summary.broken else await failed_jobs.list_all(tx)
    for job in (job for job in jobs if job.kind in JOBS):
        again = job.retry_at.isoformat(" ", "seconds")
        typer.echo(
            f"{job.name} is set aside until {again}, after {plural(job.failures, 'try', 'tries')}: {job.reason}."
        )
    verdict = f"{summary.differing:,} not as stored" if summary.differing else "all as stored"
    failed = f", {plural(len(jobs), 'job', 'jobs')} set aside" if jobs else ""
    typer.echo(f"{count_all(summary.matches, summary.events)}, {verdict}{failed}")
    return not summary.differing and not jobs


async def verify_record(
    database: Database, tell_difference: Callable[[str], object], tell_note: Callable[[str], object]
) -> Summary:
    """Verify all tables and matches; tell each difference, and each note on what needs no repair, as it is found.

    Shows the progress on a terminal.
    """
    games, now, summary = plugins.read().games, datetime.now(UTC), Summary()
    found = await verify_tables(database, games, now)
    summary.differing, summary.broken = len(found.differences), found.broken
    for tell, lines in ((tell_difference, found.differences), (tell_note, found.notes)):
        for line in lines:
            tell(line)
    total = await count_matches(database)
    with typer.progressbar(length=total, label="Replaying", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        async for verdict in verify_matches(database, games, now, found.unreadable):
            summary.matches += 1
            summary.events += verdict.events
            summary.differing += bool(verdict.differences)
            for tell, lines in ((tell_difference, verdict.differences), (tell_note, verdict.notes)):
                for line in lines:
                    tell(line)
            bar.update(1)
    unsound = found.broken & {"ratings", "matches", "seats", "events"}
    wrong = [] if unsound else await verify_ratings(database, games, found.unreadable)
    summary.differing += len(wrong)
    for line in wrong:
        tell_difference(line)
    return summary

"""`turnpost verify`: compare a record with its rules and with itself, and print what differs."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from math import isclose
from typing import TYPE_CHECKING, Any

import typer

from bot import plugins
from bot.admin.command import count_all, open_database, plural
from bot.admin.verify.matches import verify_matches
from bot.admin.verify.table_rows import JOBS
from bot.admin.verify.tables import verify_tables
from bot.match_files.files import are_rated, compute_ratings
from storage.backup import archive
from storage.queries import failed_jobs, ratings

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from bot.config import Settings
    from games.contract import Game
    from storage.engine.database import Database
    from storage.queries.rows import StoredRating


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

    def tell(differences: Iterable[str], notes: Iterable[str] = ()) -> None:
        for line in differences:
            tell_difference(line)
        for line in notes:
            tell_note(line)

    found = await verify_tables(database, games, now)
    summary.differing, summary.broken = len(found.differences), found.broken
    tell(found.differences, found.notes)
    async with database.read() as tx:
        total = await archive.count(tx)
    with typer.progressbar(length=total, label="Replaying", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        async for verdict in verify_matches(database, games, now, found.unreadable):
            summary.matches += 1
            summary.events += verdict.events
            summary.differing += bool(verdict.differences)
            tell(verdict.differences, verdict.notes)
            bar.update(1)
    unsound = found.broken & {"ratings", "matches", "seats", "events"}
    wrong = [] if unsound else await verify_ratings(database, games, found.unreadable)
    summary.differing += len(wrong)
    tell(wrong)
    return summary


MOST = 20
"""Differences that are named; the others are counted."""


async def verify_ratings(
    database: Database, games: Mapping[str, Game[Any, Any]], unreadable: Collection[int] = ()
) -> list[str]:
    """Return a line for each rating that differs from what follows from the matches, which are all readable but some.

    A game that isn't installed is left out. Before the bot, or a rebuild, has rated what had ended before there were
    ratings, nothing can differ.
    """
    async with database.read() as tx:
        if not await are_rated(tx):
            return []
        stored = {(row.match_id, row.user_id): row for row in await ratings.everything(tx) if row.game in games}
        computed = {(row.match_id, row.user_id): row for row in await compute_ratings(tx, games, unreadable)}
    wrong = [key for key in sorted({*stored, *computed}) if not _equal(stored.get(key), computed.get(key))]
    lines = [_line(key, stored.get(key), computed.get(key)) for key in wrong if key[0] not in unreadable]
    if len(lines) > MOST:
        lines[MOST:] = [f"{len(lines) - MOST} more ratings differ. `turnpost ratings --rebuild` computes all anew."]
    return lines


def _equal(stored: StoredRating | None, computed: StoredRating | None) -> bool:
    """Return whether two ratings are the same but for the last digits, which may differ between machines."""
    if stored is None or computed is None:
        return stored is computed
    near = isclose(stored.mu, computed.mu, abs_tol=1e-6) and isclose(stored.sigma, computed.sigma, abs_tol=1e-6)
    weight = isclose(stored.weight, computed.weight, abs_tol=1e-6)
    same = replace(stored, mu=0, sigma=0, weight=0) == replace(computed, mu=0, sigma=0, weight=0)
    return near and weight and same


def _line(key: tuple[int, int], stored: StoredRating | None, computed: StoredRating | None) -> str:
    match_id, user_id = key
    if stored is None:
        return f"#{match_id}: the rating of person {user_id} after it isn't here."
    if computed is None:
        return f"#{match_id}: a rating of person {user_id} after it is here, but it counts for none."
    return f"#{match_id}: the rating of person {user_id} after it isn't what follows from the matches."

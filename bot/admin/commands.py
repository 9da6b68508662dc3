"""The commands of the operator, from the settings to the line printed at the end."""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from random import SystemRandom
from typing import TYPE_CHECKING, BinaryIO

import typer

from bot import plugins
from bot.admin import outbox_report
from bot.admin.review_report import review_matches
from bot.admin.site.build import NoSite, Wanted, build_site
from bot.admin.verify.checks.bot_rows import JOBS
from bot.admin.verify.matches import count_matches, verify_matches
from bot.admin.verify.ratings import verify_ratings
from bot.admin.verify.record import verify_record
from bot.engines.pool import EngineFailed
from bot.features.privacy.files import to_json, to_text
from bot.health import client
from bot.match_files import exporter, importer
from bot.match_files.ratings import rebuild_ratings
from bot.referee.context import Context
from bot.referee.privacy import deletion
from bot.referee.privacy.personal_data import load_personal_data
from bot.referee.ratings.update import Rating
from storage.backup import transfer
from storage.engine.database import Database
from storage.queries import failed_jobs, ratings, undelivered
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Collection, Generator
    from pathlib import Path

    from bot.config import Settings


class CommandError(Exception):
    """A command that can't be carried out. The message is one sentence."""


async def verify_all(settings: Settings) -> bool:
    """Verify the record and print differences, notes and failed jobs. Return whether it is sound and no job failed."""
    games, matches, events, now = plugins.read().games, 0, 0, datetime.now(UTC)
    async with open_database(settings) as database:
        found = await verify_record(database, games, now)
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
            f"{job.name} is set aside until {again}, after {_plural(job.failures, 'try', 'tries')}: {job.reason}."
        )
    summary = "all as stored" if not differing else f"{differing:,} not as stored"
    failed = f", {_plural(len(jobs), 'job', 'jobs')} set aside" if jobs else ""
    typer.echo(f"{_count_all(matches, events)}, {summary}{failed}")
    return not differing and not jobs


async def show_outbox(settings: Settings, retry: str | None) -> None:
    """Requeue a row that was given up (by its id, or `all`) if asked to, then print what the outbox holds.

    Raises `CommandError` and `StorageError`.
    """
    if retry is not None and retry != "all" and not (retry.isascii() and retry.isdigit()):
        raise CommandError(f"--retry takes the id of a post or `all`, not {retry!r}.")
    async with open_database(settings) as database:
        if retry is not None:
            async with database.write() as tx:
                requeued = await undelivered.requeue(tx, None if retry == "all" else min(int(retry), 2**63 - 1))
            for line in outbox_report.list_requeued(requeued):
                typer.echo(line)
        async with database.read() as tx:
            waiting = await undelivered.newest_waiting(tx, outbox_report.MOST)
            given_up = await undelivered.latest_given_up(tx, outbox_report.MOST)
    for line in (*outbox_report.list_waiting(*waiting, datetime.now(UTC)), *outbox_report.list_given_up(*given_up)):
        typer.echo(line)


async def show_ratings(settings: Settings, game: str | None, *, rebuild: bool) -> None:
    """Print how many people are rated at each game, or the table of one; first compute all anew if asked to.

    Raises `CommandError` and `StorageError`.
    """
    games = plugins.read().games
    if game is not None and game not in games:
        raise CommandError(f"There is no game `{game}`. Installed are {', '.join(games)}.")
    async with open_database(settings) as database:
        if rebuild:
            rows = await rebuild_ratings(database, games)
            count = len({row.match_id for row in rows})
            typer.echo(f"{_plural(count, 'match', 'matches')} rated, {_plural(len(rows), 'rating', 'ratings')} stored.")
        async with database.read() as tx:
            tables = {key: await ratings.standings(tx, key) for key in ([game] if game else games)}
    for key, table in tables.items():
        typer.echo(f"{key}: {_plural(len(table), 'person', 'people')}")
        for place, one in enumerate(table if game else (), 1):
            rating = Rating(one.last.mu, one.last.sigma)
            provisional = ", provisional" if rating.provisional else ""
            name, played = one.name or one.last.user_id, _plural(one.played, "match", "matches")
            typer.echo(f"{place:>4}. {rating.shown} (+-{rating.uncertainty}{provisional})  {name}  {played}")


async def show_personal_data(settings: Settings, user_id: int, *, as_json: bool) -> None:
    """Print everything that is kept of a person, in words or as JSON. Raises `CommandError` and `StorageError`."""
    _check_person(user_id)
    async with open_database(settings) as database:
        context = make_context(database)
        tables = await load_personal_data(context, user_id)
        typer.echo((to_json if as_json else to_text)(tables, user_id, context.now()), nl=False)


async def delete_person(settings: Settings, user_id: int) -> None:
    """Delete what is kept of a person. Raises `CommandError` and `StorageError`."""
    _check_person(user_id)
    async with open_database(settings) as database:
        done = await deletion.delete_person(make_context(database), user_id)
    typer.echo(
        f"Everything kept of {user_id} is deleted."
        if done
        else f"{user_id} is out of all matches, challenges and events. The running bot deletes the rest when its last "
        "posts to them are out, usually within a minute; see `turnpost outbox`."
    )


async def back_up(settings: Settings, target: Path) -> None:
    """Copy the database to a new file. Raises `StorageError`."""
    size = await transfer.save(settings.database, target)
    typer.echo(f"{target} holds a checked copy of {settings.database_name} ({size:,} bytes).")


async def restore(settings: Settings, source: Path) -> None:
    """Replace the database by a backup, or fill an empty one on a server.

    Raises `CommandError` while a bot runs, and `StorageError`.
    """
    if await asyncio.to_thread(client.is_responding, settings.turnpost_data, settings.shards):
        raise CommandError(f"A bot runs on {settings.turnpost_data}; stop it first.")
    replaced = await transfer.restore(settings.database, source, datetime.now(UTC))
    kept = f"; the database that was there is now {replaced}" if replaced else ""
    now = settings.database_name
    typer.echo(f"{now[0].upper()}{now[1:]} is now a copy of {source}{kept}.")


async def export_to(
    settings: Settings, target: Path | None, numbers: Collection[int], since: datetime | None = None
) -> None:
    """Write matches as records, to a new file or to standard output.

    All, or those with these numbers, or in which something has happened from a time on. Raises `CommandError` and
    `StorageError`.
    """
    games, written = plugins.read().games, 0
    async with open_database(settings) as database:
        missing = await exporter.find_unknown(database, numbers)
        if missing is not None:
            raise CommandError(f"There is no match #{missing}.")
        with _output(target) as out:
            async for line in exporter.write_lines(database, games, numbers or None, since):
                out.write(line.encode() + b"\n")
                written += 1
    if target:
        typer.echo(f"{target} holds {_plural(written, 'match', 'matches')}.")


async def make_site(settings: Settings, folder: Path, title: str, wanted: Wanted) -> None:
    """Make a site of finished matches, and say what is on it. Raises `CommandError` and `StorageError`."""
    try:
        async with open_database(settings) as database:
            report = await build_site(database, plugins.read(), folder, title, wanted)
    except (NoSite, OSError) as error:
        raise CommandError(str(error)) from error
    for line in report.left_out:
        typer.echo(f"left out: {line}", err=True)
    shown = _plural(report.matches, "match", "matches")
    typer.echo(f"{folder} shows {shown}; the pictures of {report.drawn:,} were drawn, the others were there.")


async def import_from(settings: Settings, source: Path) -> None:
    """Store the matches of a file, all or none. Raises `CommandError` and `StorageError`."""
    try:
        checked = await asyncio.to_thread(importer.read_file, source, plugins.read().games, datetime.now(UTC))
        database = await Database.open(settings.database)
        try:
            events = await importer.store_matches(database, checked)
            await rebuild_ratings(database, plugins.read().games)
        finally:
            await database.close()
    except importer.InvalidFile as invalid:
        raise CommandError(str(invalid)) from invalid
    typer.echo(f"{_count_all(len(checked), events)}, imported from {source}.")


async def review_file(source: Path, number: int | None, picture: Path | None) -> None:
    """Print the reviews of the matches of a file, or of one, and write its curve to a new file if asked to.

    Raises `CommandError`.
    """
    offered = plugins.read()
    try:
        checked = await asyncio.to_thread(importer.read_file, source, offered.games, datetime.now(UTC))
    except importer.InvalidFile as invalid:
        raise CommandError(str(invalid)) from invalid
    found = [(match, log) for match, log, *_ in checked if log and number in {None, match.id}]
    if not found:
        raise CommandError(f"{source} holds no {'moves' if number is None else f'match #{number} with moves'}.")
    if picture and len(found) > 1:
        raise CommandError(f"{source} holds several matches; name one with --match.")
    try:
        async for words, curve in review_matches(offered, found):
            typer.echo(words)
            if picture:
                with _output(picture) as out:
                    out.write(curve)
    except EngineFailed as failed:
        raise CommandError(f"The review can't be made: {failed}.") from failed


@contextmanager
def _output(target: Path | None) -> Generator[BinaryIO]:
    """Open standard output, or a new file, which is deleted if it can't be written completely."""
    if target is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    try:
        file = target.open("xb")
    except FileExistsError:
        raise CommandError(f"{target} exists already; name a new file.") from None
    except OSError as error:
        raise CommandError(f"{target} cannot be written ({error.strerror}).") from error
    try:
        with file:
            yield file
    except BaseException as error:
        target.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise CommandError(f"{target} cannot be written ({error.strerror}).") from error
        raise


def _check_person(user_id: int) -> None:
    if not Person(user_id, "").is_reachable:
        raise CommandError(f"{user_id} is no person's id on Discord.")


def make_context(database: Database) -> Context:
    """Return what the referee works with, on an open database."""
    return Context(database, plugins.read().games, now=lambda: datetime.now(UTC), rng=SystemRandom())


@asynccontextmanager
async def open_database(settings: Settings) -> AsyncGenerator[Database]:
    """Open the database beside a bot that may be running. Raises `StorageError`."""
    database = await Database.open_existing(settings.database)
    try:
        yield database
    finally:
        await database.close()


def _count_all(matches: int, events: int) -> str:
    return f"{_plural(matches, 'match', 'matches')}, {_plural(events, 'event', 'events')}"


def _plural(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"

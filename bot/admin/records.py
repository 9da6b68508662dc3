"""Back up, restore, export and import the record."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

import typer

from bot import plugins
from bot.admin.command import CommandError, count_all, open_database, open_output, plural
from bot.admin.verify.run import verify_record
from bot.health import client
from bot.match_files import files
from bot.match_files.files import rebuild_ratings
from storage.backup import transfer
from storage.backup.deleted_people import find_deleted_people
from storage.engine.database import Database

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from bot.config import Settings

MOST_DIFFERENCES = 5
"""Lines that a backup that isn't sound is told with; the others are counted."""


async def back_up(settings: Settings, target: Path) -> None:
    """Copy the database to a new file. Raises `StorageError`."""
    size = await transfer.save(settings.database, target)
    typer.echo(f"{target} holds a checked copy of {settings.database_name} ({size:,} bytes).")


async def restore(settings: Settings, source: Path, *, verified: bool = True) -> None:
    """Replace the database by a backup, or fill an empty one on a server; the backup is verified first.

    Says which people deleted their data since the backup was made, as far as the replaced database shows it. Raises
    `CommandError` while a bot runs and for a backup that isn't sound, and `StorageError`.
    """
    if await asyncio.to_thread(client.is_responding, settings.turnpost_data, settings.shards):
        raise CommandError(f"A bot runs on {settings.turnpost_data}; stop it first.")
    verify = partial(_verify, source) if verified else None
    folder = settings.turnpost_data.resolve()
    replaced = await transfer.restore(settings.database, source, datetime.now(UTC), folder, verify)
    kept = f"; the database that was there is now {replaced}" if replaced else ""
    now = settings.database_name
    typer.echo(f"{now[0].upper()}{now[1:]} is now a copy of {source}{kept}.")
    if replaced:
        _tell_deletions(await asyncio.to_thread(find_deleted_people, source, replaced))


async def _verify(source: Path, url: str) -> None:
    """Verify the copy of a backup at an address. Raises `CommandError` if it isn't sound."""
    differences: list[str] = []
    database = await Database.open_existing(url)
    try:
        summary = await verify_record(database, differences.append, lambda _: None)
    finally:
        await database.close()
    if not summary.differing:
        return
    for line in differences[:MOST_DIFFERENCES]:
        typer.echo(line, err=True)
    if len(differences) > MOST_DIFFERENCES:
        typer.echo(f"... and {plural(len(differences) - MOST_DIFFERENCES, 'more line', 'more lines')}", err=True)
    raise CommandError(
        f"{source} isn't sound: {summary.differing:,} not as stored. Nothing was changed. Restore another backup, or "
        "this one all the same with --unverified."
    )


def _tell_deletions(people: Sequence[int] | None) -> None:
    """Say whose deleted data is there again; None if the replaced database can't be read."""
    if people is None:
        typer.echo("It can't be read, so nobody can tell whether people deleted their data since the backup was made.")
    elif people:
        counted = plural(len(people), "person", "people")
        typer.echo(f"{counted} deleted their data after this backup was made, and it is there again. Delete it again:")
        for user_id in people:
            typer.echo(f"    turnpost privacy {user_id} --delete")


async def export_to(
    settings: Settings, target: Path | None, numbers: Collection[int], since: datetime | None = None
) -> None:
    """Write matches as records, to a new file or to standard output.

    All, or those with these numbers, or in which something has happened from a time on. Raises `CommandError` and
    `StorageError`.
    """
    games, written = plugins.read().games, 0
    async with open_database(settings) as database:
        missing = await files.find_unknown(database, numbers)
        if missing is not None:
            raise CommandError(f"There is no match #{missing}.")
        with open_output(target) as out:
            async for line in files.write_lines(database, games, numbers or None, since):
                out.write(line.encode() + b"\n")
                written += 1
    if target:
        typer.echo(f"{target} holds {plural(written, 'match', 'matches')}.")


async def import_from(settings: Settings, source: Path) -> None:
    """Store the matches of a file, all or none. Raises `CommandError` and `StorageError`."""
    try:
        checked = await asyncio.to_thread(files.read_file, source, plugins.read().games, datetime.now(UTC))
        database = await Database.open(settings.database)
        try:
            events = await files.store_matches(database, checked)
            await rebuild_ratings(database, plugins.read().games)
        finally:
            await database.close()
    except files.InvalidFile as invalid:
        raise CommandError(str(invalid)) from invalid
    typer.echo(f"{count_all(len(checked), events)}, imported from {source}.")

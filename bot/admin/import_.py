"""`turnpost import`: store the matches of a file."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import typer

from bot import plugins
from bot.admin.counts import count_all
from bot.admin.errors import CommandError
from bot.match_files import importer
from bot.match_files.ratings import rebuild_ratings
from storage.engine.database import Database

if TYPE_CHECKING:
    from pathlib import Path

    from bot.config import Settings


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
    typer.echo(f"{count_all(len(checked), events)}, imported from {source}.")

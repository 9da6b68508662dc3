"""`turnpost backup` and `turnpost restore`: copy the database to a file, and back."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import typer

from bot.admin.errors import CommandError
from bot.health import client
from storage.backup import transfer

if TYPE_CHECKING:
    from pathlib import Path

    from bot.config import Settings


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
    replaced = await transfer.restore(settings.database, source, datetime.now(UTC), settings.turnpost_data.resolve())
    kept = f"; the database that was there is now {replaced}" if replaced else ""
    now = settings.database_name
    typer.echo(f"{now[0].upper()}{now[1:]} is now a copy of {source}{kept}.")

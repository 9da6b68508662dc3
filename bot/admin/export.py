"""`turnpost export`: write matches as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from bot import plugins
from bot.admin.counts import plural
from bot.admin.database import open_database
from bot.admin.errors import CommandError
from bot.admin.output import open_output
from bot.match_files import exporter

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime
    from pathlib import Path

    from bot.config import Settings


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
        with open_output(target) as out:
            async for line in exporter.write_lines(database, games, numbers or None, since):
                out.write(line.encode() + b"\n")
                written += 1
    if target:
        typer.echo(f"{target} holds {plural(written, 'match', 'matches')}.")

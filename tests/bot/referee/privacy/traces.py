"""What still leads to a person, and what is wrong with a record from which they were erased."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sqlalchemy import select

from bot.admin.verify.matches import verify_matches
from bot.admin.verify.run import verify_ratings
from bot.admin.verify.tables import verify_tables
from games import GAMES
from storage.schema import metadata

if TYPE_CHECKING:
    from datetime import datetime

    from storage.engine.database import Database


async def find_traces(database: Database, *words: str) -> list[str]:
    """Return where in the whole database one of some words or numbers stands."""
    wanted = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, words))})(?!\w)")
    async with database.read() as tx:
        return [
            f"{table.name}.{name}: {value}"
            for table in metadata.sorted_tables
            for row in (await tx.execute(select(table))).mappings()
            for name, value in row.items()
            if wanted.search(str(value))
        ]


async def list_faults(database: Database, now: datetime) -> list[str]:
    """Return all differences that `verify` finds."""
    found = await verify_tables(database, GAMES, now)
    matches = [line async for each in verify_matches(database, GAMES, now) for line in each.differences]
    return [*found.differences, *matches, *await verify_ratings(database, GAMES)]

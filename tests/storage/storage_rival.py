"""A second process for the races: says when it is ready, waits for a line, writes, and prints what came of it."""

from __future__ import annotations

import asyncio
import sys

from storage_samples import move

from storage import matches
from storage.database import Database, Repeated, Taken


async def rival(url: str, match_id: int, first_source: int, tries: int, *, follow: bool) -> None:
    """Make `tries` moves at once: all on the match as first seen, or each on the match as it then stands.

    Between seeing how it stands and writing, another process may come first: then those who follow look again.
    """
    database = await Database.open(url)
    async with database.read() as tx:
        seen = await matches.sure(tx, match_id)
    print("ready", flush=True)  # noqa: T201 - the parent reads it
    sys.stdin.readline()

    async def attempt(source_id: int) -> str:
        while True:
            try:
                async with database.write() as tx:
                    match = await matches.sure(tx, match_id) if follow else seen
                    await move(tx, match, str(source_id), source_id=source_id)
            except (Taken, Repeated) as error:
                if isinstance(error, Repeated) or not follow:
                    return type(error).__name__
            else:
                return "won"

    outcomes = await asyncio.gather(*(attempt(first_source + number) for number in range(tries)))
    await database.close()
    print(*outcomes, flush=True)  # noqa: T201 - the parent reads it


if __name__ == "__main__":
    address, *numbers, mode = sys.argv[1:]
    asyncio.run(rival(address, *map(int, numbers), follow=mode == "follow"))

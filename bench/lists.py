"""What a list of a server's matches costs: `python -m bench.lists`. 10,000 matches on one server, of which 500 run.

The first page, one far behind and the last one are asked for, and the matches of one person and of one game: each with
cold caches, when the rules play through the matches that have ended, and then again. Discord has no part in it.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
from argparse import ArgumentParser
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from bench.stores import CHANNEL, GUILD, PERSON, store
from bench.tables import count, say
from bot.referee.context import Context
from bot.referee.lists import list_server_matches
from bot.referee.overview import OVERVIEWS, Overview, list_for_overview, store_overview
from games import GAMES
from storage.engine.database import Database, file_url
from storage.queries.server_matches import ServerFilter, running

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

MATCHES = 10_000
ONE_SERVER = "UPDATE matches SET guild_id = ?"
RUNNING = "UPDATE matches SET ended_at = NULL, to_move = 1 WHERE id % 20 = 0"
ROUNDS = 20
ALL = ServerFilter(GUILD, {CHANNEL})
LISTS = {
    "first page": (ALL, 0),
    "page 500": (ALL, 500),
    "last page": (ALL, MATCHES),
    "a person": (ServerFilter(GUILD, {CHANNEL}, PERSON + 1), 0),
    "a game": (ServerFilter(GUILD, {CHANNEL}, None, next(iter(GAMES))), 0),
    "500 channels": (ServerFilter(GUILD, range(CHANNEL, CHANNEL + 500)), 0),
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = ArgumentParser(prog="python -m bench.lists", description="Measure lists of a server's matches.")
    parser.add_argument("--matches", type=count, default=MATCHES, help=f"how many are stored ({MATCHES})")
    options = parser.parse_args(arguments)
    asyncio.run(measure(options.matches))


async def measure(matches: int) -> None:
    """Measure, and print a table."""
    stored = await store(matches) / "turnpost.db"
    say("| list | matches | first ms | then: median ms |\n|---|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(shutil.copy(stored, folder))
        with closing(sqlite3.connect(file)) as record, record:
            record.execute(ONE_SERVER, (GUILD,))
            record.execute(RUNNING)
        for name, (wanted, page) in LISTS.items():

            async def list_page(context: Context, wanted: ServerFilter = wanted, page: int = page) -> int:
                listed = await list_server_matches(context, wanted, page)
                return listed.active_count + listed.ended_count

            await _tell(name, file, list_page)
        await _tell("overview: whether it changed", file, _look_for_changes)
        await _tell("overview: what it tells", file, _list_for_overview)


async def _look_for_changes(context: Context) -> int:
    async with context.database.read() as tx:
        await OVERVIEWS.find_due(context, tx)
        return len(await running(tx, GUILD))


async def _list_for_overview(context: Context) -> int:
    return (await list_for_overview(context, GUILD, {CHANNEL}, most=10, most_challenges=5)).total


async def _tell(name: str, file: Path, work: Callable[[Context], Awaitable[int]]) -> None:
    found, first, later = await _time(file, work)
    say(f"| {name} | {found:,} | {first * 1000:.0f} | {later * 1000:.1f} |")


async def _time(file: Path, work: Callable[[Context], Awaitable[int]]) -> tuple[int, float, float]:
    """Return how many matches some work is about, and the seconds that it takes: first, and later the median."""
    database = await Database.open(file_url(file))
    context = Context(database, GAMES, now=lambda: datetime.now(UTC), rng=Random(1))  # noqa: S311 - draws nothing
    times: list[float] = []
    found = 0
    async with database.write() as tx:
        await store_overview(tx, GUILD, Overview(CHANNEL))
    for _ in range(ROUNDS + 1):
        begin = perf_counter()
        found = await work(context)
        times.append(perf_counter() - begin)
    await database.close()
    return found, times[0], median(times[1:])


if __name__ == "__main__":
    main()

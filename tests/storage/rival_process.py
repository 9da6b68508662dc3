"""A second process for tests of races: waits until its rivals are ready, writes, and sends the outcomes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from storage.engine.database import AlreadyStored, Database, WriteConflict
from storage.queries import matches
from tests.storage.samples import move

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.synchronize import Barrier


def compete(
    url: str, match_id: int, sources: range, mode: str, ready: Barrier, pipe: Connection[list[str], None]
) -> None:
    """Make a move for each source at once: on the match as first read, or in mode `follow` as it then is.

    If another process writes in between, a move in mode `follow` is tried again.
    """
    pipe.send(asyncio.run(_make_moves(url, match_id, sources, ready, follow=mode == "follow")))


async def _make_moves(url: str, match_id: int, sources: range, ready: Barrier, *, follow: bool) -> list[str]:
    database = await Database.open(url)
    async with database.read() as tx:
        seen = await matches.require(tx, match_id)
    ready.wait()

    async def attempt(source_id: int) -> str:
        while True:
            try:
                async with database.write() as tx:
                    match = await matches.require(tx, match_id) if follow else seen
                    await move(tx, match, str(source_id), source_id=source_id)
            except (WriteConflict, AlreadyStored) as error:
                if isinstance(error, AlreadyStored) or not follow:
                    return type(error).__name__
            else:
                return "won"

    outcomes = await asyncio.gather(*map(attempt, sources))
    await database.close()
    return outcomes

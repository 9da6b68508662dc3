"""The threads of ended matches are due in the order of their times, and each is taken once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries import thread_archives
from tests.storage.samples import HOUR, NOON, new_match

if TYPE_CHECKING:
    from storage.engine.database import Database


async def test_threads_are_due_from_their_time_on_the_most_overdue_first(database: Database) -> None:
    async with database.write() as tx:
        second, first, third = [(await new_match(tx)).id for _ in range(3)]
        for match_id, hours in ((second, 2), (first, 1), (third, 3)):
            await thread_archives.schedule(tx, match_id, NOON + hours * HOUR)
        assert await thread_archives.due(tx, NOON) == []
        assert await thread_archives.due(tx, NOON + 2 * HOUR) == [first, second]


async def test_a_thread_is_taken_once_and_not_before_it_is_due(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        await thread_archives.schedule(tx, match.id, NOON + HOUR)
        assert not await thread_archives.take(tx, match.id, NOON)
        assert await thread_archives.take(tx, match.id, NOON + HOUR)
        assert not await thread_archives.take(tx, match.id, NOON + HOUR)
        assert await thread_archives.due(tx, NOON + HOUR) == []

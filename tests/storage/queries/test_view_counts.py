"""Views are counted by the hour, for each server by itself, and forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries import view_counts
from tests.storage.samples import GUILD, new_match

if TYPE_CHECKING:
    from storage.engine.database import Database

ALL = range(1_000_000)


async def test_the_most_viewed_match_of_a_server_comes_first(database: Database) -> None:
    async with database.write() as tx:
        once, often, elsewhere = await new_match(tx), await new_match(tx), await new_match(tx, guild_id=GUILD + 1)
        for match, hours in ((once, [100, 99]), (often, [90, 100, 100]), (elsewhere, [100] * 9)):
            for hour in hours:
                await view_counts.add(tx, match.id, hour)
        assert await view_counts.most_viewed(tx, GUILD, range(90, 101), 5) == [(often.id, 3), (once.id, 2)]
        assert await view_counts.most_viewed(tx, GUILD, range(90, 101), 1) == [(often.id, 3)]
        assert await view_counts.most_viewed(tx, GUILD, range(91, 101), 5) == [(often.id, 2), (once.id, 2)]
        assert await view_counts.most_viewed(tx, GUILD, range(101, 200), 5) == []
        assert await view_counts.most_viewed(tx, GUILD, range(90, 100), 5) == [(once.id, 1), (often.id, 1)]
        assert await view_counts.most_viewed(tx, GUILD + 1, ALL, 5) == [(elsewhere.id, 9)]


async def test_of_equals_the_one_viewed_last_comes_first(database: Database) -> None:
    async with database.write() as tx:
        first, second = await new_match(tx), await new_match(tx)
        await view_counts.add(tx, first.id, 101)
        await view_counts.add(tx, second.id, 100)
        assert await view_counts.most_viewed(tx, GUILD, ALL, 5) == [(first.id, 1), (second.id, 1)]


async def test_old_views_are_forgotten(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        for hour in (10, 20):
            await view_counts.add(tx, match.id, hour)
        assert await view_counts.exist_before(tx, 11)
        assert not await view_counts.exist_before(tx, 10)
        await view_counts.forget_before(tx, 20)
        assert await view_counts.most_viewed(tx, GUILD, ALL, 5) == [(match.id, 1)]

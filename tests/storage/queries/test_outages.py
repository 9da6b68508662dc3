"""Outages of guilds, and when each guild was last reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries import outages
from tests.storage.samples import GUILD, HOUR, NOON

if TYPE_CHECKING:
    from storage.engine.database import Database

OTHER = GUILD + 1


async def test_each_guild_keeps_when_it_was_last_reached(database: Database) -> None:
    async with database.write() as tx:
        assert await outages.last_reached(tx, GUILD) is None
        assert await outages.lock(tx, GUILD, NOON) == NOON
        assert await outages.lock(tx, OTHER, NOON) == NOON
        assert await outages.lock(tx, GUILD, NOON + HOUR) == NOON
        await outages.record_beat(tx, GUILD, NOON + 2 * HOUR)
        reached = [await outages.last_reached(tx, guild_id) for guild_id in (GUILD, OTHER)]
        assert reached == [NOON + 2 * HOUR, NOON]
        assert await outages.lock(tx, GUILD, NOON + 9 * HOUR) == NOON + 2 * HOUR


async def test_a_shift_moves_the_outages_of_one_guild(database: Database) -> None:
    async with database.write() as tx:
        for guild_id in (GUILD, OTHER):
            await outages.lock(tx, guild_id, NOON + 9 * HOUR)
            for began in (NOON + 4 * HOUR, NOON):
                await outages.add(tx, guild_id, began, began + HOUR)
        await outages.shift(tx, GUILD, HOUR)
        moved = [(NOON + HOUR, NOON + 2 * HOUR), (NOON + 5 * HOUR, NOON + 6 * HOUR)]
        assert await outages.ending_after(tx, GUILD, NOON) == moved
        assert await outages.ending_after(tx, GUILD, NOON + 2 * HOUR) == moved[1:]
        assert await outages.last_reached(tx, GUILD) == NOON + 10 * HOUR
        assert await outages.ending_after(tx, OTHER, NOON) == [
            (NOON, NOON + HOUR),
            (NOON + 4 * HOUR, NOON + 5 * HOUR),
        ]
        assert await outages.last_reached(tx, OTHER) == NOON + 9 * HOUR


async def test_a_shift_of_a_guild_that_was_never_reached_changes_nothing(database: Database) -> None:
    async with database.write() as tx:
        await outages.shift(tx, GUILD, HOUR)
        assert await outages.last_reached(tx, GUILD) is None

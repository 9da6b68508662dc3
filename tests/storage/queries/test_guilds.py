from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from storage.queries import guilds

if TYPE_CHECKING:
    from storage.engine.database import Database


async def test_what_was_chosen_for_a_server_is_kept_in_place_of_what_was_before(database: Database) -> None:
    for wanted in ({"prefix": "?", "channels": [1, 2]}, {"threads": False}, {}):
        async with database.write() as tx:
            await guilds.lock(tx, 1)
            await guilds.set_settings(tx, 1, wanted)
        async with database.read() as tx:
            assert await guilds.settings(tx, 1) == wanted
            assert await guilds.settings(tx, 2) == {}


async def test_the_settings_of_a_server_change_no_other(database: Database) -> None:
    async with database.write() as tx:
        for guild_id in (1, 2, 1):
            await guilds.lock(tx, guild_id)
            await guilds.set_settings(tx, guild_id, {"prefix": str(guild_id)})
        assert [await guilds.settings(tx, guild_id) for guild_id in (1, 2)] == [{"prefix": "1"}, {"prefix": "2"}]


async def test_concurrent_additions_all_count(database: Database) -> None:
    async def add(name: str) -> None:
        async with database.write() as tx:
            await guilds.lock(tx, 1)
            before = await guilds.settings(tx, 1)
            await asyncio.sleep(0)
            await guilds.set_settings(tx, 1, {**before, name: True})

    names = [f"choice {number}" for number in range(20)]
    await asyncio.gather(*map(add, names))
    async with database.read() as tx:
        assert await guilds.settings(tx, 1) == dict.fromkeys(names, True)

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from storage_samples import ANN, BOB

from storage import people

if TYPE_CHECKING:
    from storage.database import Database


async def test_a_look_is_kept_in_place_of_the_one_before(database: Database) -> None:
    for look in ({"theme": "light", "size": "small"}, {"sides": "never"}, {}):
        async with database.write() as tx:
            await people.set_look(tx, ANN.id, look)
        async with database.read() as tx:
            assert await people.look(tx, ANN.id) == look
            assert await people.look(tx, BOB.id) == {}


async def test_two_who_choose_for_one_person_at_once_both_come_through(database: Database) -> None:
    async def choose(theme: str) -> None:
        async with database.write() as tx:
            await people.set_look(tx, ANN.id, {"theme": theme})

    await asyncio.gather(choose("light"), choose("dark"))
    async with database.read() as tx:
        assert await people.look(tx, ANN.id) in ({"theme": "light"}, {"theme": "dark"})

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from storage.engine.database import Database
from storage.queries import people
from tests.storage.samples import ANN, BOB, CLEO, HOUR, NOON

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@pytest.fixture
async def pair(database: Database, url: str) -> AsyncIterator[tuple[Database, Database]]:
    """Two processes on one database."""
    other = await Database.open(url)
    yield database, other
    await other.close()


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


async def test_a_digest_is_due_from_its_time_on_the_longest_due_first(database: Database) -> None:
    async with database.write() as tx:
        await people.set_look(tx, ANN.id, {"theme": "light"})
        for person, more in ((ANN, 2), (BOB, 1), (CLEO, 3)):
            await people.set_digest(tx, person.id, NOON + more * HOUR)
    async with database.write() as tx:
        assert await people.due_digests(tx, NOON) == []
        assert await people.due_digests(tx, NOON + HOUR) == [BOB.id]
        assert await people.due_digests(tx, NOON + 9 * HOUR) == [BOB.id, ANN.id, CLEO.id]
        assert not await people.take_digest(tx, BOB.id, NOON)
        assert await people.take_digest(tx, BOB.id, NOON + HOUR)
        await people.set_digest(tx, BOB.id, None)
        assert not await people.take_digest(tx, BOB.id, NOON + 9 * HOUR)
        assert await people.due_digests(tx, NOON + 9 * HOUR) == [ANN.id, CLEO.id]
        assert await people.look(tx, ANN.id) == {"theme": "light"}


async def test_each_digest_is_taken_once_by_several_processes(pair: tuple[Database, Database]) -> None:
    everybody = range(1, 31)
    async with pair[0].write() as tx:
        for user_id in everybody:
            await people.set_digest(tx, user_id, NOON)

    async def look(database: Database) -> list[int]:
        taken: list[int] = []
        for user_id in everybody:
            async with database.write() as tx:
                if await people.take_digest(tx, user_id, NOON):
                    await asyncio.sleep(0)
                    await people.set_digest(tx, user_id, NOON + HOUR)
                    taken.append(user_id)
        return taken

    taken = await asyncio.gather(*(look(database) for database in pair * 3))
    assert sorted(user_id for each in taken for user_id in each) == list(everybody)

"""Who has to wait too long for a connection is told in a sentence."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from storage.engine.backends import backend_of
from storage.engine.database import Database, StorageError
from storage.queries import matches
from tests.storage.samples import ANN, new_match

if TYPE_CHECKING:
    from storage.engine.database import Tx


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.engine.database._WAIT_TIMEOUT", 0.2)


async def read(tx: Tx) -> int:
    return len(await matches.of_player(tx, ANN.id))


@pytest.mark.usefixtures("impatient")
async def test_where_no_reader_is_free_for_long_a_sentence_says_so(url: str) -> None:
    database, place = await Database.open(url), backend_of(url)
    async with AsyncExitStack() as stack:
        for _ in range(place.readers):
            await read(await stack.enter_async_context(database.read()))
        with pytest.raises(StorageError) as caught:
            await stack.enter_async_context(database.read())
    assert str(caught.value) == f"All connections to the {place.name} are in use; try again in a moment."
    async with database.read() as tx:
        assert await read(tx) == 0
    await database.close()


@pytest.mark.usefixtures("impatient")
async def test_waiting_too_long_for_another_writer_raises_and_stores_nothing(url: str) -> None:
    database, place = await Database.open(url), backend_of(url)

    async def store() -> None:
        async with database.write() as tx:
            await new_match(tx)

    async with database.write():
        with pytest.raises(StorageError) as caught:
            await asyncio.create_task(store())
    held = f"The {place.name} was held by other work for too long; nothing was written, try again."
    assert str(caught.value) == held
    await store()
    async with database.read() as tx:
        assert await read(tx) == 1
    await database.close()

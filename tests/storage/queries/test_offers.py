"""Offers are kept with who agreed; whoever holds a match keeps moves and other offers waiting; choices are kept."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from storage.engine.database import Database, WriteConflict
from storage.queries import matches, offers, people
from tests.storage.samples import ANN, NOON, move, new_match, source

if TYPE_CHECKING:
    from storage.engine.database import Tx
    from storage.queries.rows import Match, Offer


async def new_offer(tx: Tx, match: Match, seat: int = 1) -> Offer:
    return await offers.add(tx, match, kind="takeback", seat=seat, source_id=source(), at=NOON)


async def test_an_offer_stands_while_the_match_stands_there_and_it_is_open(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        first, second = await new_offer(tx, match), await new_offer(tx, match, 2)
        assert await offers.list_open(tx, match) == [first, second]
        await offers.close(tx, first, "declined", 2)
        agreed = await offers.agree(tx, second, 1)
        assert agreed.agreed == {1}
        assert await offers.list_open(tx, match) == [agreed]
        on = await move(tx, match)
        assert await offers.list_open(tx, on) == []
        assert (await offers.require(tx, first.id)).closed_by == 2
        assert await offers.latest(tx, match.id, "takeback", 2) == agreed
        assert await offers.latest(tx, match.id, "draw", 2) is None
        with pytest.raises(LookupError):
            await offers.require(tx, 99)


async def test_a_process_that_locks_a_match_makes_moves_of_others_wait(url: str, database: Database) -> None:
    async with database.write() as tx:
        seen = await new_match(tx)
    elsewhere = await Database.open(url)

    async def rival() -> str:
        try:
            async with elsewhere.write() as tx:
                await move(tx, seen)
        except WriteConflict:
            return "taken"
        return "played"

    async with database.write() as tx:
        await matches.lock(tx, seen.id)
        waiting = asyncio.create_task(rival())
        await asyncio.wait([waiting], timeout=0.3)
        assert not waiting.done()
        await move(tx, seen, "first")
    assert await waiting == "taken"
    await elsewhere.close()


async def test_preferences_and_looks_do_not_wipe_each_other_out(database: Database) -> None:
    async with database.write() as tx:
        assert await people.preferences(tx, ANN.id) == {}
        await people.set_preferences(tx, ANN.id, {"takebacks": "never"})
        assert await people.look(tx, ANN.id) == {}
        await people.set_look(tx, ANN.id, {"theme": "light"})
        assert await people.preferences(tx, ANN.id) == {"takebacks": "never"}
        await people.set_preferences(tx, ANN.id, {})
        assert await people.look(tx, ANN.id) == {"theme": "light"}

"""Offers between players, and open seats."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from storage.engine.database import Database, WriteConflict
from storage.queries import clocks, matches, offers, open_seats, people
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


HOUR = timedelta(hours=1)


async def test_a_seat_is_open_until_it_is_closed(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        opened = await open_seats.add(tx, match, 2, NOON)
        assert (opened.seat, opened.seq, opened.opened_at, opened.closed_at) == (2, match.seq, NOON, None)
        assert await open_seats.of_matches(tx, [match.id, other.id]) == {match.id: opened}
        assert await open_seats.opened_before(tx, NOON) == [opened.id]
        assert await open_seats.opened_before(tx, NOON - HOUR) == []
        await open_seats.close(tx, opened, "kept", NOON + HOUR)
        assert await open_seats.of_match(tx, match.id) is None
        assert await open_seats.opened_before(tx, NOON) == []
        closed = await open_seats.require(tx, opened.id)
        assert (closed.status, closed.closed_at) == ("kept", NOON + HOUR)
        with pytest.raises(LookupError, match="no open seat 77"):
            await open_seats.require(tx, 77)


async def test_a_seat_is_closed_no_sooner_than_it_was_opened(database: Database) -> None:
    async with database.write() as tx:
        opened = await open_seats.add(tx, await new_match(tx), 2, NOON)
        await open_seats.close(tx, opened, "taken", NOON - HOUR)
        assert (await open_seats.require(tx, opened.id)).closed_at == NOON


async def test_only_what_reaches_into_a_turn_is_shifted(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        early, late = await open_seats.add(tx, match, 1, NOON), await open_seats.add(tx, match, 2, NOON + HOUR)
        await open_seats.close(tx, early, "kept", NOON + HOUR)
        assert [one.id for one in await open_seats.ending_after(tx, match.id, NOON)] == [early.id, late.id]
        assert [one.id for one in await open_seats.ending_after(tx, match.id, NOON + HOUR)] == [late.id]
        await clocks.shift_intervals(tx, match.id, NOON + HOUR, HOUR)
        assert (await open_seats.require(tx, early.id)).opened_at == NOON
        assert (await open_seats.require(tx, late.id)).opened_at == NOON + 2 * HOUR
        await clocks.shift_intervals(tx, match.id, NOON, HOUR)
        assert (await open_seats.require(tx, early.id)).closed_at == NOON + 2 * HOUR

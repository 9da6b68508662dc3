from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from storage.queries import clocks, open_seats
from tests.storage.samples import NOON, new_match

if TYPE_CHECKING:
    from storage.engine.database import Database

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

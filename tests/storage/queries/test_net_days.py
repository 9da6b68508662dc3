"""The days that the safety net takes: of a match, of a player, and those that go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries import clocks, net_days
from tests.storage.samples import ANN, BOB, HOUR, NOON, new_match

if TYPE_CHECKING:
    from storage.engine.database import Database

DAY = 24 * HOUR


async def test_the_days_of_a_match_that_end_later_are_found_in_order(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        for match_id, days in ((match.id, 3), (match.id, 0), (other.id, 1)):
            await net_days.add(tx, match_id, ANN.id, NOON + days * DAY, NOON + (days + 1) * DAY)
        first, last = (NOON, NOON + DAY), (NOON + 3 * DAY, NOON + 4 * DAY)
        assert await net_days.ending_after(tx, match.id, NOON) == [first, last]
        assert await net_days.ending_after(tx, match.id, NOON + DAY) == [last]
        assert await net_days.ending_after(tx, match.id, NOON + 4 * DAY) == []


async def test_a_day_goes_on_until_its_end_or_until_it_is_ended(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        for match_id in (match.id, other.id):
            await net_days.add(tx, match_id, ANN.id, NOON, NOON + DAY)
        both = [*range(-600, 0), match.id, other.id]
        assert await net_days.current(tx, both, NOON) == {match.id: NOON + DAY, other.id: NOON + DAY}
        assert await net_days.current(tx, [other.id], NOON) == {other.id: NOON + DAY}
        await net_days.end(tx, match.id, NOON + HOUR)
        await net_days.end(tx, match.id, NOON + 2 * HOUR)
        assert await net_days.ending_after(tx, match.id, NOON) == [(NOON, NOON + HOUR)]
        assert await net_days.current(tx, both, NOON + HOUR) == {other.id: NOON + DAY}
        assert await net_days.current(tx, both, NOON + DAY) == {}


async def test_a_player_s_days_of_all_matches_are_found_by_when_they_began(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        for match_id, person, days in ((other.id, ANN, 2), (match.id, ANN, 1), (match.id, ANN, 0), (match.id, BOB, 3)):
            await net_days.add(tx, match_id, person.id, NOON + days * DAY, NOON + (days + 1) * DAY)
        assert await net_days.begun_after(tx, ANN.id, NOON) == [NOON + DAY, NOON + 2 * DAY]


async def test_days_that_end_after_a_moment_shift_with_their_match(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        for match_id, days in ((match.id, 0), (match.id, 1), (other.id, 1)):
            await net_days.add(tx, match_id, ANN.id, NOON + days * DAY, NOON + (days + 1) * DAY)
        await clocks.shift_intervals(tx, match.id, NOON + DAY, HOUR)
        second = (NOON + DAY + HOUR, NOON + 2 * DAY + HOUR)
        assert await net_days.ending_after(tx, match.id, NOON) == [(NOON, NOON + DAY), second]
        assert await net_days.ending_after(tx, other.id, NOON) == [(NOON + DAY, NOON + 2 * DAY)]

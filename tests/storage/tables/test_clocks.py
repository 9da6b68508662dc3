"""Clocks by guild and by whom they wait for, and what is kept of when they stand still."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.tables import clocks, outages, pauses, vacations
from storage.tables.clocks import Clock
from tests.storage.samples import ANN, BOB, CLEO, GUILD, HOUR, NOON, move, new_match

if TYPE_CHECKING:
    from storage.engine.database import Database, Tx
    from storage.tables.rows import Match

DAY = 24 * HOUR


async def clocked(tx: Tx, match: Match) -> Match:
    await clocks.add(tx, Clock(match.id, "1d", (DAY, DAY), NOON))
    return match


async def test_clocks_of_running_matches_are_found_by_guild_and_by_player_to_move(database: Database) -> None:
    async with database.write() as tx:
        first, second = await clocked(tx, await new_match(tx)), await clocked(tx, await new_match(tx, to_move=2))
        over = await move(tx, await clocked(tx, await new_match(tx)), to_move=None)
        bare = await new_match(tx)
        assert over.ended_at
        assert [await clocks.guild_of(tx, each.id) for each in (first, over, bare)] == [GUILD, None, None]
        assert (await clocks.oldest_turn(tx, GUILD), await clocks.oldest_turn(tx, GUILD + 1)) == (NOON, None)
        assert await clocks.guilds(tx) == {GUILD}
        assert await clocks.lock_in_guild(tx, GUILD) == [first.id, second.id]
        assert await clocks.lock_in_guild(tx, GUILD + 1) == []
        assert await clocks.lock_waiting_for(tx, ANN.id) == [first.id]
        assert await clocks.lock_waiting_for(tx, BOB.id) == [second.id]
        assert await clocks.lock_waiting_for(tx, CLEO.id) == []
        await move(tx, first, to_move=None)
        await move(tx, second, to_move=None)
        assert await clocks.guilds(tx) == set()


async def test_a_pause_stands_until_it_is_ended_and_is_remembered_then(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        assert not await pauses.end(tx, match.id, NOON)
        await pauses.begin(tx, match.id, NOON)
        assert await pauses.paused(tx, [match.id, other.id]) == {match.id}
        assert await pauses.ending_after(tx, match.id, NOON + HOUR) == [(NOON, None)]
        assert await pauses.end(tx, match.id, NOON + HOUR)
        assert not await pauses.end(tx, match.id, NOON + 2 * HOUR)
        await pauses.begin(tx, match.id, NOON + 3 * HOUR)
        assert await pauses.ending_after(tx, match.id, NOON) == [(NOON, NOON + HOUR), (NOON + 3 * HOUR, None)]
        assert await pauses.ending_after(tx, match.id, NOON + HOUR) == [(NOON + 3 * HOUR, None)]
        assert await pauses.ending_after(tx, other.id, NOON) == []


async def test_a_vacation_is_known_from_its_beginning_to_its_end_which_can_move(database: Database) -> None:
    async with database.write() as tx:
        await vacations.begin(tx, ANN.id, NOON, NOON + DAY)
        people = [ANN.id, BOB.id]
        assert await vacations.away(tx, people, NOON - HOUR) == {}
        assert await vacations.away(tx, people, NOON) == {ANN.id: NOON + DAY}
        assert await vacations.away(tx, people, NOON + DAY) == {}
        await vacations.move_end(tx, ANN.id, NOON + HOUR, NOON + 2 * HOUR)
        await vacations.move_end(tx, BOB.id, NOON + HOUR, NOON + 9 * HOUR)
        await vacations.begin(tx, ANN.id, NOON + 5 * HOUR, NOON + DAY)
        await vacations.move_end(tx, ANN.id, NOON + 6 * HOUR, NOON + 2 * DAY)
        both = [(NOON, NOON + 2 * HOUR), (NOON + 5 * HOUR, NOON + 2 * DAY)]
        assert await vacations.ending_after(tx, ANN.id, NOON) == both
        assert await vacations.ending_after(tx, ANN.id, NOON + 2 * HOUR) == both[1:]


async def test_outages_are_forgotten_by_guild_where_they_were_over(database: Database) -> None:
    async with database.write() as tx:
        for guild_id in (GUILD, GUILD + 1):
            await outages.add(tx, guild_id, NOON, NOON + HOUR)
            await outages.add(tx, guild_id, NOON + 2 * HOUR, NOON + 3 * HOUR)
        await outages.delete_before(tx, GUILD, NOON + HOUR)
        assert await outages.ending_after(tx, GUILD, NOON) == [(NOON + 2 * HOUR, NOON + 3 * HOUR)]
        assert len(await outages.ending_after(tx, GUILD + 1, NOON)) == 2

"""Clocks of matches, days of the safety net, and outages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries import clocks, net_days, outages, pauses, vacations
from storage.queries.clocks import Clock
from tests.storage.samples import ANN, BOB, CLEO, GUILD, HOUR, NOON, move, new_match

if TYPE_CHECKING:
    from storage.engine.database import Database, Tx
    from storage.queries.rows import Match

DAY = 24 * HOUR


async def clocked(tx: Tx, match: Match) -> Match:
    await clocks.add(tx, Clock(match.id, "1d", (DAY, DAY), NOON))
    return match


async def test_clocks_of_running_matches_are_found_by_guild_and_by_player_to_move(database: Database) -> None:
    async with database.write() as tx:
        first = await clocked(tx, await new_match(tx))
        second = await clocked(tx, await new_match(tx, seats=(CLEO, BOB), to_move=2))
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


async def test_a_saved_clock_changes_no_other(database: Database) -> None:
    async with database.write() as tx:
        first, second, bare = await clocked(tx, await new_match(tx)), await clocked(tx, await new_match(tx)), 99
        saved = Clock(first.id, "1d", (HOUR, 2 * HOUR), NOON + HOUR, NOON + 3 * HOUR, "alarm", NOON + 2 * HOUR)
        await clocks.save(tx, saved)
        untouched = Clock(second.id, "1d", (DAY, DAY), NOON)
        assert [await clocks.of_match(tx, number) for number in (first.id, second.id, bare)] == [saved, untouched, None]
        assert [await clocks.lock(tx, number) for number in (first.id, second.id, bare)] == [saved, untouched, None]
        assert await clocks.of_matches(tx, [second.id, bare]) == {second.id: untouched}
        numbers = [*range(-1200, 0), first.id, second.id]
        assert await clocks.of_matches(tx, numbers) == {first.id: saved, second.id: untouched}


async def test_what_is_due_in_the_guilds_is_listed_most_overdue_first(database: Database) -> None:
    async with database.write() as tx:
        for hours, guild_id in ((2, GUILD), (1, GUILD), (3, GUILD), (0, GUILD + 1), (None, GUILD)):
            match = await new_match(tx, guild_id=guild_id)
            due_at = None if hours is None else NOON + hours * HOUR
            await clocks.add(tx, Clock(match.id, "1d", (DAY, DAY), NOON, NOON + DAY, "timeout", due_at))
        assert await clocks.due(tx, NOON + 2 * HOUR, [GUILD]) == [2, 1]
        assert await clocks.due(tx, NOON + HOUR, [GUILD, GUILD + 1]) == [4, 2]
        assert await clocks.due(tx, NOON + DAY, []) == []


async def test_the_oldest_turn_is_that_of_an_active_match_in_the_guild(database: Database) -> None:
    async with database.write() as tx:
        for hours, guild_id in ((3, GUILD), (2, GUILD), (1, GUILD + 1), (0, GUILD)):
            match = await new_match(tx, guild_id=guild_id)
            await clocks.add(tx, Clock(match.id, "1d", (DAY, DAY), NOON + hours * HOUR))
        await move(tx, match, to_move=None)
        assert await clocks.oldest_turn(tx, GUILD) == NOON + 2 * HOUR
        assert await clocks.guilds(tx) == {GUILD, GUILD + 1}
        assert [await clocks.guild_of(tx, number) for number in (2, 3)] == [GUILD, GUILD + 1]


async def test_pauses_that_end_after_a_moment_shift_with_the_match(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        for each in (match, other):
            for began in (0, 2, 4):
                await pauses.begin(tx, each.id, NOON + began * HOUR)
                if began < 4:
                    await pauses.end(tx, each.id, NOON + (began + 1) * HOUR)
        await clocks.shift_intervals(tx, match.id, NOON + HOUR, DAY)
        before = [(NOON, NOON + HOUR), (NOON + 2 * HOUR, NOON + 3 * HOUR), (NOON + 4 * HOUR, None)]
        assert await pauses.ending_after(tx, other.id, NOON) == before
        after = [before[0], (NOON + DAY + 2 * HOUR, NOON + DAY + 3 * HOUR), (NOON + DAY + 4 * HOUR, None)]
        assert await pauses.ending_after(tx, match.id, NOON) == after


async def test_a_pause_ends_no_earlier_than_it_began_and_many_are_found(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        await pauses.begin(tx, other.id, NOON)
        assert await pauses.paused(tx, [*range(-1200, 0), match.id, other.id]) == {other.id}
        await pauses.begin(tx, match.id, NOON + HOUR)
        assert await pauses.end(tx, match.id, NOON)
        assert await pauses.ending_after(tx, match.id, NOON) == [(NOON + HOUR, NOON + HOUR)]
        assert await pauses.paused(tx, [match.id, other.id]) == {other.id}


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

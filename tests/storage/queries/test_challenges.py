from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING

import pytest

from storage.engine.database import AlreadyStored, WriteConflict
from storage.queries import challenges
from storage.queries.rows import Challenge
from tests.storage.samples import ANN, BOB, CHANNEL, CLEO, GUILD, HOUR, NOON, new_challenge, new_match, source

if TYPE_CHECKING:
    from storage.engine.database import Database


async def test_a_challenge_comes_back_as_it_was_made(database: Database) -> None:
    source_id = source()
    async with database.write() as tx:
        made = await challenges.create(
            tx,
            game="xero-g",
            options={"days": 3, "setup": "open"},
            guild_id=GUILD,
            channel_id=CHANNEL,
            people=(ANN, BOB, CLEO),
            size=4,
            seat=2,
            look={"sides": "mover"},
            again=3,
            theirs=True,
            source_id=source_id,
            at=NOON,
            expires_at=NOON + HOUR,
        )
    expected = Challenge(
        id=made.id,
        game="xero-g",
        options={"days": 3, "setup": "open"},
        guild_id=GUILD,
        channel_id=CHANNEL,
        people=(ANN, BOB, CLEO),
        accepted=frozenset({ANN.id}),
        seat=2,
        size=4,
        look={"sides": "mover"},
        status="open",
        source_id=source_id,
        created_at=NOON,
        expires_at=NOON + HOUR,
        match_id=None,
        again=3,
        theirs=True,
        chosen={},
    )
    assert made == expected
    async with database.read() as tx:
        assert await challenges.get(tx, made.id) == expected
        assert await challenges.get(tx, made.id + 1) is None


async def test_a_challenge_has_no_clock_and_does_not_stand_unless_asked(database: Database) -> None:
    async with database.write() as tx:
        made = await new_challenge(tx)
    assert (made.clock, made.again, made.theirs, made.rematch_of) == ("none", 0, False, None)


async def test_an_open_challenge_fills_and_empties(database: Database) -> None:
    async with database.write() as tx:
        table = await new_challenge(tx, ANN, size=3)
        assert table.has_room
        assert (await challenges.join(tx, table, BOB)).accepted == {ANN.id, BOB.id}
        assert (await challenges.leave(tx, table.id, BOB.id)).people == (ANN,)
        for person in (CLEO, BOB):
            table = await challenges.join(tx, table, person)
        assert table.people == (ANN, CLEO, BOB)
        assert not table.has_room


async def test_seats_are_chosen_changed_and_given_back(database: Database) -> None:
    async with database.write() as tx:
        table = await new_challenge(tx, ANN, BOB, size=4, theirs=True)
        assert table.free == [1, 2, 3, 4]
        assert (await challenges.accept(tx, table.id, BOB.id, 3)).chosen == {BOB.id: 3}
        assert (await challenges.join(tx, table, CLEO, 1)).chosen == {BOB.id: 3, CLEO.id: 1}
        assert (await challenges.accept(tx, table.id, CLEO.id, 2)).free == [1, 4]
        assert (await challenges.leave(tx, table.id, CLEO.id)).chosen == {BOB.id: 3}
        assert (await new_challenge(tx)).free == []


async def test_open_challenges_are_those_of_a_guild_that_have_room(database: Database) -> None:
    async with database.write() as tx:
        table = await new_challenge(tx, ANN, size=3)
        await new_challenge(tx, ANN, BOB)
        await challenges.close(tx, (await new_challenge(tx, ANN, size=3)).id, "withdrawn")
        assert await challenges.joinable(tx, GUILD) == [table]
        assert await challenges.joinable(tx, GUILD + 1) == []


async def test_somebody_s_open_challenges_are_those_they_issued_are_invited_to_or_joined(database: Database) -> None:
    async with database.write() as tx:
        issued, invited = await new_challenge(tx, BOB, ANN), await new_challenge(tx, ANN, BOB)
        joined = await challenges.join(tx, await new_challenge(tx, ANN, size=3), BOB)
        await new_challenge(tx, ANN, CLEO)
        assert await challenges.open_with(tx, BOB.id) == [issued, invited, joined]


async def test_one_message_makes_one_challenge(database: Database) -> None:
    async with database.write() as tx:
        first = await new_challenge(tx)
        with pytest.raises(AlreadyStored):
            await new_challenge(tx, ANN, CLEO, source_id=first.source_id)
        second = await new_challenge(tx, ANN, CLEO)
    async with database.read() as tx:
        assert await challenges.open_by(tx, ANN.id) == [first, second]


async def test_accepting_brings_a_person_in_and_nobody_else(database: Database) -> None:
    async with database.write() as tx:
        other = await new_challenge(tx, ANN, CLEO)
        made = await new_challenge(tx, ANN, BOB, CLEO)
        assert (await challenges.accept(tx, made.id, CLEO.id)).accepted == {ANN.id, CLEO.id}
        assert await challenges.get(tx, other.id) == other


async def test_accepting_as_a_stranger_changes_nothing(database: Database) -> None:
    async with database.write() as tx:
        made = await new_challenge(tx, ANN, BOB)
        assert await challenges.accept(tx, made.id, CLEO.id) == made


async def test_accepting_what_does_not_exist_is_an_error(database: Database) -> None:
    async with database.write() as tx:
        with pytest.raises(LookupError):
            await challenges.accept(tx, 99, BOB.id)


async def test_open_challenges_wait_for_those_invited_who_have_not_answered(database: Database) -> None:
    async with database.write() as tx:
        first = await new_challenge(tx, ANN, BOB, CLEO)
        second = await new_challenge(tx, CLEO, BOB)
        answered = await new_challenge(tx, ANN, BOB, CLEO)
        await challenges.accept(tx, answered.id, BOB.id)
        declined = await new_challenge(tx, ANN, BOB)
        await challenges.close(tx, declined.id, "declined")
    async with database.read() as tx:
        assert [each.id for each in await challenges.open_for(tx, BOB.id)] == [first.id, second.id]
        assert [each.id for each in await challenges.open_for(tx, CLEO.id)] == [first.id, answered.id]
        assert await challenges.open_for(tx, ANN.id) == []
        assert [each.id for each in await challenges.open_by(tx, ANN.id)] == [first.id, answered.id]
        assert await challenges.open_by(tx, BOB.id) == []


async def test_a_closed_challenge_knows_the_match_that_came_of_it(database: Database) -> None:
    async with database.write() as tx:
        made = await new_challenge(tx)
        match = await new_match(tx)
        await challenges.close(tx, made.id, "accepted", match.id)
        closed = await challenges.get(tx, made.id)
    assert closed is not None
    assert (closed.status, closed.match_id) == ("accepted", match.id)


async def test_a_match_made_for_a_challenge_is_linked_from_both_sides(database: Database) -> None:
    async with database.write() as tx:
        made = await new_challenge(tx)
        match = await new_match(tx, challenge_id=made.id)
        await challenges.close(tx, made.id, "accepted", match.id)
        closed = await challenges.get(tx, made.id)
    assert match.challenge_id == made.id
    assert closed is not None
    assert closed.match_id == match.id


async def test_a_challenge_leads_to_one_match(database: Database) -> None:
    async with database.write() as tx:
        made = await new_challenge(tx)
        await new_match(tx, challenge_id=made.id)
        with pytest.raises(WriteConflict):
            await new_match(tx, challenge_id=made.id)


async def test_a_challenge_ends_once(database: Database) -> None:
    async with database.write() as tx:
        made = await new_challenge(tx)
        await challenges.close(tx, made.id, "withdrawn")
        with pytest.raises(WriteConflict):
            await challenges.close(tx, made.id, "accepted")
        ended = await challenges.get(tx, made.id)
    assert ended is not None
    assert ended.status == "withdrawn"


async def test_a_challenge_expires_at_its_time_and_not_before(database: Database) -> None:
    async with database.write() as tx:
        first = await new_challenge(tx, at=NOON)
        await new_challenge(tx, at=NOON + HOUR)
        closed = await new_challenge(tx, at=NOON)
        await challenges.close(tx, closed.id, "declined")
        assert await challenges.expired(tx, first.expires_at - timedelta(microseconds=1)) == []
        assert await challenges.expired(tx, first.expires_at) == [first.id]
        assert await challenges.lock_expired(tx, first.id, first.expires_at - timedelta(microseconds=1)) is None
        assert await challenges.lock_expired(tx, closed.id, first.expires_at) is None
        assert await challenges.lock_expired(tx, first.id, first.expires_at) == first


async def test_times_come_back_aware_and_in_utc_to_the_microsecond(database: Database) -> None:
    there = datetime(1969, 7, 21, 2, 56, 15, 999999, tzinfo=timezone(timedelta(hours=5, minutes=45)))
    async with database.write() as tx:
        made = await new_challenge(tx, at=there)
    assert made.created_at == there
    assert made.created_at.utcoffset() == timedelta(0)


async def test_a_time_without_a_zone_is_refused(database: Database) -> None:
    with pytest.raises(Exception, match="has no zone"):
        async with database.write() as tx:
            await new_challenge(tx, at=NOON.replace(tzinfo=None))


async def test_those_whom_somebody_issued_on_a_server_or_in_a_channel_after_a_moment_are_counted(
    database: Database,
) -> None:
    async def issued(moment: datetime = NOON - HOUR, **of: int) -> list[datetime]:
        return await challenges.issued_since(tx, moment, **of)

    async with database.write() as tx:
        await new_challenge(tx, ANN, BOB)
        await new_challenge(tx, BOB, ANN, at=NOON + HOUR)
        await new_challenge(tx, CLEO, at=NOON + HOUR, source_id=-1)
        assert await issued(user_id=ANN.id, guild_id=GUILD) == await issued(user_id=ANN.id) == [NOON]
        assert await issued(NOON, user_id=ANN.id) == await issued(user_id=ANN.id, guild_id=GUILD + 1) == []
        assert await issued(channel_id=CHANNEL) == [NOON, NOON + HOUR], "a pairing of an event is nobody's challenge"
        assert await issued(NOON, channel_id=CHANNEL) == [NOON + HOUR]
        assert await issued(channel_id=CHANNEL + 1) == []
        counts = [await challenges.count_since(tx, CHANNEL, moment) for moment in (NOON - HOUR, NOON, NOON + HOUR)]
        assert counts == [3, 2, 0]
        assert await challenges.count_since(tx, CHANNEL + 1, NOON - HOUR) == 0

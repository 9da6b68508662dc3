"""Events and their pairings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy.exc import IntegrityError

from storage.engine.errors import AlreadyStored
from storage.queries import events, pairings, tournaments
from storage.queries.rows import NewEvent, PairingSeat
from tests.storage.samples import ANN, BOB, CLEO, GUILD, HOUR, NOON, move, new_match, new_tournament, pair, source

if TYPE_CHECKING:
    from storage.engine.database import Database


async def test_a_tournament_is_found_by_its_source_and_its_server(database: Database) -> None:
    async with database.write() as tx:
        first, second = [await new_tournament(tx) for _ in range(2)]
        elsewhere = await new_tournament(tx, guild_id=GUILD + 1, source_id=(said := source()))
        assert await tournaments.by_source(tx, said) == elsewhere
        assert await tournaments.by_source(tx, source()) is None
        assert await tournaments.in_guild(tx, GUILD) == [second, first]
        with pytest.raises(AlreadyStored):
            await new_tournament(tx, source_id=said)
        with pytest.raises(LookupError):
            await tournaments.require(tx, elsewhere.id + 1)


async def test_a_season_follows_one_other(database: Database) -> None:
    async with database.write() as tx:
        first = await new_tournament(tx)
        assert await tournaments.next_season(tx, first.id) is None
        second = await new_tournament(tx, source_id=None, previous_id=first.id)
        assert await tournaments.next_season(tx, first.id) == second
        with pytest.raises(AlreadyStored):
            await new_tournament(tx, source_id=None, previous_id=first.id)


async def test_a_tournament_with_a_bad_column_is_not_taken_for_one_that_is_there(database: Database) -> None:
    async with database.write() as tx:
        first = await new_tournament(tx)
        await new_tournament(tx, source_id=None, previous_id=first.id)
        with pytest.raises(IntegrityError):
            await new_tournament(tx, name=None)
        assert len(await tournaments.in_guild(tx, GUILD)) == 2


async def test_what_is_due_comes_first_by_time(database: Database) -> None:
    async with database.write() as tx:
        later, sooner, _never = [await new_tournament(tx, due_at=at) for at in (NOON, NOON - HOUR, None)]
        assert await tournaments.due(tx, NOON) == [sooner.id, later.id]
        assert await tournaments.due(tx, NOON - HOUR) == [sooner.id]


async def test_the_events_that_a_person_is_in_are_neither_over_nor_left(database: Database) -> None:
    async with database.write() as tx:
        running, open_, over, left = [
            await new_tournament(tx, ANN, BOB, status=status) for status in ("running", "open", "ended", "running")
        ]
        await tournaments.change_person(tx, left.id, ANN.id, withdrawn_at=NOON)
        assert await tournaments.entered_by(tx, ANN.id) == [running.id, open_.id]
        assert await tournaments.entered_by(tx, BOB.id) == [running.id, open_.id, left.id]
        assert await tournaments.entered_by(tx, CLEO.id) == []
        await tournaments.leave(tx, open_.id, ANN.id)
        assert await tournaments.entered_by(tx, ANN.id) == [running.id]
        assert [person.user_id for person in await tournaments.people(tx, over.id)] == [ANN.id, BOB.id]


async def test_people_stand_in_the_order_of_their_seeds_in_their_groups(database: Database) -> None:
    async with database.write() as tx:
        cup = await new_tournament(tx, ANN, BOB, CLEO)
        await tournaments.form_groups(tx, cup.id, [[CLEO.id], [BOB.id, ANN.id]], {ANN.id: 3, BOB.id: 2, CLEO.id: 1})
        found = [(person.user_id, person.group, person.seed) for person in await tournaments.people(tx, cup.id)]
        assert found == [(CLEO.id, 0, 1), (BOB.id, 1, 2), (ANN.id, 1, 3)]


async def test_who_has_moved_in_a_tournament_is_known(database: Database) -> None:
    async with database.write() as tx:
        cup, other = [(await new_tournament(tx, ANN, BOB)).id for _ in range(2)]
        await move(tx, await pair(tx, cup, ANN, BOB))
        left = await pair(tx, other, ANN, BOB)
        await events.append(
            tx,
            left,
            NewEvent(kind="leave", seat=1, user_id=ANN.id, text="", source_id=source(), position="start", to_move=None),
            at=NOON,
        )
        for tournament_id, person, moved in ((cup, ANN, True), (cup, BOB, False), (other, ANN, False)):
            assert await pairings.has_moved(tx, tournament_id, person.id) is moved, (tournament_id, person)


async def test_matches_that_ended_wait_until_they_are_settled(database: Database) -> None:
    async with database.write() as tx:
        cup = (await new_tournament(tx, ANN, BOB, CLEO)).id
        over, _running = await pair(tx, cup, ANN, BOB), await pair(tx, cup, BOB, CLEO)
        await new_match(tx)
        await move(tx, over, to_move=None)
        assert await pairings.ended(tx) == [over.id]
        pairing = await pairings.of_match(tx, over.id)
        assert pairing
        assert list(pairing.seats) == [PairingSeat(ANN.id), PairingSeat(BOB.id)]
        outcome = [PairingSeat(ANN.id, 2, late=True), PairingSeat(BOB.id, 1, late=False)]
        await pairings.settle(tx, pairing.id, outcome, NOON + HOUR)
        assert await pairings.ended(tx) == []
        settled = await pairings.of_match(tx, over.id)
        assert settled
        assert (settled.settled_at, list(settled.seats)) == (NOON + HOUR, outcome)
        assert [each.settled_at for each in await pairings.of_tournament(tx, cup)] == [NOON + HOUR, None]


async def test_running_matches_of_people_who_withdrew_are_to_be_left(database: Database) -> None:
    async with database.write() as tx:
        cup, other = [(await new_tournament(tx, ANN, BOB, CLEO)).id for _ in range(2)]
        running, over = await pair(tx, cup, ANN, BOB), await pair(tx, cup, CLEO, ANN)
        for match in (await pair(tx, cup, BOB, CLEO), await pair(tx, other, ANN, BOB)):
            assert match.ended_at is None
        await move(tx, over, to_move=None)
        assert await pairings.to_leave(tx) == []
        await tournaments.change_person(tx, cup, ANN.id, withdrawn_at=NOON)
        assert await pairings.to_leave(tx) == [running.id]


async def test_people_are_seated_anew(database: Database) -> None:
    async with database.write() as tx:
        cup = (await new_tournament(tx, ANN, BOB, CLEO)).id
        await pairings.add(tx, cup, 1, [(1, [ANN.id, BOB.id]), (2, [BOB.id, CLEO.id])])
        first, second = await pairings.of_tournament(tx, cup)
        await pairings.seat_people(tx, first.id, [CLEO.id, ANN.id])
        found = await pairings.of_tournament(tx, cup)
        assert [[seat.user_id for seat in each.seats] for each in found] == [[CLEO.id, ANN.id], [BOB.id, CLEO.id]]
        assert found[1] == second
        assert await pairings.of_match(tx, (await new_match(tx)).id) is None

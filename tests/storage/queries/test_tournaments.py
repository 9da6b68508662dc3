from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy.exc import IntegrityError

from storage.engine.errors import AlreadyStored
from storage.queries import tournaments
from tests.storage.samples import ANN, BOB, CLEO, GUILD, HOUR, NOON, new_tournament, source

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

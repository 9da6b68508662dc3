from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries import events, pairings, tournaments
from storage.queries.rows import NewEvent, PairingSeat
from tests.storage.samples import ANN, BOB, CLEO, HOUR, NOON, move, new_match, new_tournament, pair, source

if TYPE_CHECKING:
    from storage.engine.database import Database


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

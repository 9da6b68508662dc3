from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from storage.queries import deletions, failed_jobs
from storage.queries.deletions import Deletion
from tests.storage.samples import ANN, BOB, CLEO, HOUR, NOON, move, new_match, new_tournament, pair

if TYPE_CHECKING:
    from storage.engine.database import Database


async def test_a_match_of_an_event_is_resigned_once_withdrawing_failed(database: Database) -> None:
    async with database.write() as tx:
        cup = (await new_tournament(tx, ANN, BOB, CLEO)).id
        first, second = await pair(tx, cup, ANN, BOB), await pair(tx, cup, CLEO, ANN)
        outside = await new_match(tx)
        await new_match(tx, seats=(BOB, CLEO))
        await move(tx, await new_match(tx), to_move=None)
        assert await deletions.matches_to_resign(tx) == []
        await deletions.request(tx, ANN.id, NOON)
        assert await deletions.matches_to_resign(tx) == [outside.id]
        await failed_jobs.record_failure(tx, "withdrawal", second.id, "why", NOON, timedelta)
        await failed_jobs.record_failure(tx, "clock", first.id, "why", NOON, timedelta)
        assert await deletions.matches_to_resign(tx) == [second.id, outside.id]


async def test_a_deletion_that_is_asked_for_again_begins_anew_only_once_it_was_done(database: Database) -> None:
    async with database.write() as tx:
        await deletions.request(tx, ANN.id, NOON)
        await deletions.request(tx, ANN.id, NOON + HOUR)
        assert await deletions.lock(tx, ANN.id) == Deletion(ANN.id, NOON, None)
        await deletions.mark_erased(tx, ANN.id, NOON + HOUR)
        await deletions.request(tx, ANN.id, NOON + 2 * HOUR)
        assert await deletions.lock(tx, ANN.id) == Deletion(ANN.id, NOON + 2 * HOUR, None)
        assert await deletions.lock(tx, BOB.id) is None

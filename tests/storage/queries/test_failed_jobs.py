"""Due jobs that failed: how they are set aside, tried again and put back."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

from storage.engine.database import Database
from storage.queries import failed_jobs
from storage.queries.failed_jobs import FailedJob
from tests.storage.samples import NOON

if TYPE_CHECKING:
    from tests.postgres import Server

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def minutes(failures: int) -> timedelta:
    return failures * MINUTE


async def test_a_job_is_tried_again_after_the_delay_for_its_number_of_failures(database: Database) -> None:
    async with database.write() as tx:
        failed = [await failed_jobs.record_failure(tx, "clock", 7, "why", NOON, minutes) for _ in range(3)]
        assert [(each.failures, each.retry_at) for each in failed] == [(n, NOON + n * MINUTE) for n in (1, 2, 3)]
        assert await failed_jobs.list_all(tx) == failed[-1:]


async def test_jobs_set_aside_are_listed_with_their_latest_reason_oldest_first(database: Database) -> None:
    async with database.write() as tx:
        await failed_jobs.record_failure(tx, "digest", 2**62, "no such zone", NOON, minutes)
        await failed_jobs.record_failure(tx, "clock", 7, "no control", NOON - MINUTE, minutes)
        again = await failed_jobs.record_failure(tx, "clock", 7, "x" * 600, NOON, minutes)
        await failed_jobs.record_failure(tx, "clock", 8, "same key, other kind", NOON, minutes)
        await failed_jobs.record_failure(tx, "beat", 7, "same key, other kind", NOON, minutes)
        clock = FailedJob("clock", 7, 2, "x" * 500, NOON - MINUTE, NOON + 2 * MINUTE)
        assert again == clock
        digest = FailedJob("digest", 2**62, 1, "no such zone", NOON, NOON + MINUTE)
        found = await failed_jobs.list_all(tx)
        assert [(each.kind, each.key) for each in found] == [("clock", 7), ("beat", 7), ("clock", 8), ("digest", 2**62)]
        assert (found[0], found[-1]) == (clock, digest)
        assert await failed_jobs.retry_times(tx, "clock") == {"clock": {7: NOON + 2 * MINUTE, 8: NOON + MINUTE}}
        assert await failed_jobs.retry_times(tx, "challenge", "clock") == {
            "challenge": {},
            "clock": {7: NOON + 2 * MINUTE, 8: NOON + MINUTE},
        }


async def test_a_job_that_is_put_back_begins_anew(database: Database) -> None:
    async with database.write() as tx:
        for kind in ("clock", "clock", "digest"):
            await failed_jobs.record_failure(tx, kind, 7, "why", NOON, minutes)
        await failed_jobs.clear(tx, "clock", 6)
        assert len(await failed_jobs.list_all(tx)) == 2
        await failed_jobs.clear(tx, "clock", 7)
        assert [each.kind for each in await failed_jobs.list_all(tx)] == ["digest"]
        await failed_jobs.clear(tx, "clock", 7)
        assert (await failed_jobs.record_failure(tx, "clock", 7, "why", NOON + DAY, minutes)).failures == 1


async def test_processes_that_set_one_job_aside_at_once_count_both_failures(postgres: Server) -> None:
    url = await postgres.create()
    both = [await Database.open(url) for _ in range(2)]
    meeting = asyncio.Barrier(2)

    async def fail(database: Database) -> int:
        async with database.write() as tx:
            await failed_jobs.list_all(tx)
            await meeting.wait()
            return (await failed_jobs.record_failure(tx, "clock", 7, "why", NOON, minutes)).failures

    assert sorted(await asyncio.gather(*map(fail, both))) == [1, 2]
    for database in both:
        await database.close()

"""Due jobs one by one: a bad one is set aside and tried again, and no other waits for it."""

from __future__ import annotations

import json
import logging
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text, update

from bot.referee import due_jobs
from bot.referee.clocks.clock import begin_pause
from bot.referee.clocks.vacations import begin_vacation
from bot.referee.guilds.setting_values import GuildResources
from bot.referee.job_runner import isolate_job, retry_delay
from bot.referee.people.preferences import change_preferences
from bot.referee.servers import change_settings
from storage import schema
from storage.engine.database import StorageError
from storage.queries import failed_jobs, outages
from tests.bot.referee.clock_context import ANN, BOB, DAY, GUILD, HOUR, MINUTE, NOON, make_clock_context
from tests.bot.referee.manager import manager_request
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from tests.bot.referee.clock_context import ClockContext

ALL = ("alarm", "timeout")
NO_CONTROL = "the clock is stored as `nonsense`, which is no time control"


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    """A table where clocks stand still when a guild was silent for more than an hour."""
    async with make_clock_context(await create_database(tmp_path / "turnpost.db"), HOUR) as made:
        yield made


@pytest.fixture
async def on_either(either_url: str) -> AsyncGenerator[ClockContext]:
    """Such a table on each kind of database, which store what can't be read in columns of other types."""
    async with make_clock_context(either_url, HOUR) as made:
        yield made


async def tamper(at: ClockContext, statement: str, **given: Any) -> None:
    """Change the record behind the program's back."""
    async with at.context.database.write() as tx:
        await tx.execute(text(statement), given)


async def spoil_clock(at: ClockContext, match_id: int, control: str = "nonsense") -> None:
    await tamper(at, "UPDATE clocks SET control = :control WHERE match_id = :id", control=control, id=match_id)


async def set_aside(at: ClockContext) -> list[failed_jobs.FailedJob]:
    async with at.context.database.read() as tx:
        return await failed_jobs.list_all(tx)


async def names(at: ClockContext) -> list[str]:
    return [each.name for each in await set_aside(at)]


def test_a_job_is_tried_again_after_twice_as_long_each_time_and_daily_at_last() -> None:
    waits = [retry_delay(failures) for failures in range(1, 15)]
    assert waits == [2**power * MINUTE for power in range(11)] + [DAY] * 3
    assert retry_delay(10_000) == DAY


async def test_a_clock_with_a_broken_control_keeps_no_other_clock_waiting(
    on_either: ClockContext, caplog: pytest.LogCaptureFixture
) -> None:
    at = on_either
    bad, good = await at.begin("10h"), await at.begin("10h")
    await spoil_clock(at, bad.id)
    await at.pass_time(8 * HOUR)
    assert [each.levelno for each in caplog.records] == [logging.ERROR], "the first failure is told, others aren't"
    await at.pass_time(3 * HOUR)
    async with at.context.database.read() as tx:
        assert await outages.last_reached(tx, GUILD) == at.time
    async with at.context.database.read() as tx:
        said = (await tx.execute(text("SELECT kind, match_id FROM outbox WHERE kind IN ('alarm', 'timeout')"))).all()
    assert {tuple(row) for row in said} == {("alarm", good.id), ("timeout", good.id)}
    (job,) = await set_aside(at)
    assert (job.kind, job.key, job.reason, job.since) == ("clock", bad.id, NO_CONTROL, NOON + 8 * HOUR)
    (record,) = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert record.getMessage() == (
        f"Set aside the clock of match #{bad.id}, to be tried again in a minute: {NO_CONTROL}"
    )
    assert record.exc_info is None


async def test_a_job_that_fails_is_tried_again_at_its_time_and_not_before(at: ClockContext) -> None:
    bad = await at.begin("10h")
    await spoil_clock(at, bad.id)
    await at.pass_time(8 * HOUR)
    for failures, minutes in ((1, 1), (2, 2), (3, 4)):
        (job,) = await set_aside(at)
        assert (job.failures, job.retry_at) == (failures, at.time + minutes * MINUTE)
        await at.pass_time((minutes - 0.5) * MINUTE)
        assert await set_aside(at) == [job]
        await at.pass_time(0.5 * MINUTE)
    await spoil_clock(at, bad.id, "10h")
    await at.pass_time(8 * MINUTE - MINUTE / 2)
    assert await at.said(*ALL) == []
    await at.pass_time(MINUTE / 2)
    assert await at.said(*ALL) == [("alarm", 0)]
    assert await set_aside(at) == []


async def test_after_an_outage_one_bad_clock_costs_no_other_its_time(at: ClockContext) -> None:
    bad, good = await at.begin("10h"), await at.begin("10h")
    await at.tick()
    await spoil_clock(at, bad.id)
    at.time += 5 * HOUR
    await at.tick()
    assert (await at.clock(good.id)).deadline == NOON + 15 * HOUR
    assert (await at.clock(bad.id)).deadline == NOON + 10 * HOUR
    assert await names(at) == [f"the clock of match #{bad.id}"]
    await spoil_clock(at, bad.id, "10h")
    await at.pass_time(MINUTE)
    assert (await at.clock(bad.id)).deadline == NOON + 15 * HOUR
    assert await set_aside(at) == []


@pytest.mark.parametrize("left", ["soon", [1, "two"], None])
async def test_a_clock_whose_time_left_is_unreadable_is_set_aside(on_either: ClockContext, left: Any) -> None:
    at = on_either
    bad, good = await at.begin("10h"), await at.begin("10h")
    async with at.context.database.write() as tx:
        await tx.execute(update(schema.clocks).where(schema.clocks.c.match_id == bad.id).values(left=left))
    await at.pass_time(9 * HOUR)
    assert await at.said(*ALL) == [("alarm", 0)]
    (job,) = await set_aside(at)
    assert (job.key, job.reason) == (bad.id, f"the time that is left on the clock of match {bad.id} can't be read")
    assert (await at.clock(good.id)).due == "timeout"


async def test_a_bad_clock_keeps_no_vacation_and_no_zone_from_other_clocks(at: ClockContext) -> None:
    bad, good = await at.begin("10h no weekends"), await at.begin("10h no weekends")
    await spoil_clock(at, bad.id)
    before = (await at.clock(good.id)).deadline
    resources = GuildResources(set(), set())
    await change_settings(at.context, manager_request(GUILD), {"zone": "Pacific/Auckland"}, resources, manager=True)
    assert (await at.clock(good.id)).deadline != before
    await begin_vacation(at.context, at.request(ANN), "3d")
    assert await at.said("away") == [("away", 0)]
    (job,) = await set_aside(at)
    assert (job.key, job.failures) == (bad.id, 2)


async def test_a_pause_of_a_bad_clock_fails_for_its_player_alone(at: ClockContext) -> None:
    bad = await at.begin("10h")
    await spoil_clock(at, bad.id)
    async with at.context.database.write() as tx:
        with pytest.raises(Exception, match=NO_CONTROL):
            await begin_pause(at.context, tx, await at.match(bad.id))
    assert await set_aside(at) == []


async def test_a_bad_digest_keeps_no_other_waiting(on_either: ClockContext) -> None:
    at = on_either
    await at.begin("none")
    for person in (ANN, BOB):
        await change_preferences(at.context, person.id, {"digest": "13"})
    await at.move((await at.begin("none")).id)
    await tamper(at, "UPDATE people SET preferences = '[1]' WHERE user_id = :id", id=ANN.id)
    at.time = NOON + HOUR
    await at.tick()
    assert await at.said("digest") == [("digest", None)]
    (job,) = await set_aside(at)
    assert (job.kind, job.key) == ("digest", ANN.id)
    await tamper(at, "UPDATE people SET preferences = '{}' WHERE user_id = :id", id=ANN.id)
    await change_preferences(at.context, ANN.id, {"digest": "13"})
    await at.pass_time(MINUTE)
    assert await set_aside(at) == []


async def test_a_person_whose_zone_is_nonsense_gets_their_digest(at: ClockContext) -> None:
    await at.begin("none")
    await change_preferences(at.context, ANN.id, {"digest": "13"})
    kept = json.dumps({"digest": "13", "zone": "Atlantis/Capital"})
    await tamper(at, "UPDATE people SET preferences = :kept WHERE user_id = :id", kept=kept, id=ANN.id)
    at.time = NOON + HOUR
    await at.tick()
    assert await at.said("digest") == [("digest", None)]
    assert await set_aside(at) == []


async def test_a_challenge_that_cannot_be_read_keeps_no_other_open(on_either: ClockContext) -> None:
    at = on_either
    bad, good = await at.challenge(), await at.challenge()
    await tamper(at, "DELETE FROM challenge_people WHERE challenge_id = :id", id=bad.id)
    await at.pass_time(7 * DAY, DAY)
    assert await names(at) == [f"the end of challenge #{bad.id}"]
    async with at.context.database.read() as tx:
        closed = (await tx.execute(text("SELECT id, status FROM challenges ORDER BY id"))).all()
    assert [tuple(row) for row in closed] == [(bad.id, "open"), (good.id, "expired")]


async def test_a_beat_that_fails_stops_the_clocks_of_its_guild_alone(
    on_either: ClockContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = on_either
    bad, good = await at.begin("10h"), await at.begin("10h")
    await tamper(at, "UPDATE matches SET guild_id = :guild WHERE id = :id", guild=GUILD + 1, id=good.id)
    await at.tick(GUILD, GUILD + 1)
    hold = outages.lock

    async def fail(tx: Any, guild_id: int, now: Any) -> Any:
        if guild_id == GUILD:
            raise ZeroDivisionError
        return await hold(tx, guild_id, now)

    monkeypatch.setattr(outages, "lock", fail)
    for _ in range(18):
        at.time += HOUR / 2
        await at.tick(GUILD, GUILD + 1)
    assert await names(at) == [f"the beat of server {GUILD}"]
    (job,) = await set_aside(at)
    assert job.failures == 9
    at.time = job.retry_at
    await at.tick(GUILD, GUILD + 1)
    assert (await set_aside(at))[0].failures == 10
    monkeypatch.undo()
    assert await at.said(*ALL) == [("alarm", 0)]
    at.time += DAY
    await at.tick(GUILD, GUILD + 1)
    assert await set_aside(at) == []
    assert (await at.clock(bad.id)).deadline == at.time + 10 * HOUR


async def test_a_job_that_is_no_longer_due_is_put_back(at: ClockContext) -> None:
    bad = await at.begin("10h")
    await spoil_clock(at, bad.id)
    await at.pass_time(8 * HOUR)
    over = "UPDATE matches SET to_move = NULL, ended_at = since WHERE id = :id"
    await tamper(at, over, id=bad.id)
    async with at.context.database.write() as tx:
        await failed_jobs.record_failure(tx, "digest", 99, "why", at.time, retry_delay)
        await failed_jobs.record_failure(tx, "challenge", 99, "why", at.time, retry_delay)
        await failed_jobs.record_failure(tx, "clock", 99, "why", at.time, retry_delay)
    await at.pass_time(MINUTE)
    assert await set_aside(at) == []
    assert await at.said(*ALL) == []
    assert (await at.clock(bad.id)).due_at is None


async def test_a_job_of_a_guild_that_others_carry_is_left_to_them(at: ClockContext) -> None:
    bad = await at.begin("10h")
    await spoil_clock(at, bad.id)
    await at.pass_time(8 * HOUR)
    before = await set_aside(at)
    at.time += HOUR
    await at.tick(GUILD + 1)
    assert await set_aside(at) == before


async def test_a_record_that_fails_sets_no_job_aside(at: ClockContext, monkeypatch: pytest.MonkeyPatch) -> None:
    await at.begin("10h")
    await at.pass_time(7 * HOUR)

    async def fail(*_: Any) -> None:
        raise StorageError("The disk is full.")

    at.time += HOUR
    monkeypatch.setattr(due_jobs, "_run_clock_job", fail)
    for _ in range(2):
        with pytest.raises(StorageError):
            await at.tick()
    assert await set_aside(at) == []


async def test_a_file_that_another_process_holds_sets_no_job_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.engine.sqlite._LOCK_TIMEOUT", 0.01)
    url = await create_database(tmp_path / "turnpost.db")

    async def run_job(at: ClockContext) -> None:
        async with at.context.write() as tx, isolate_job(at.context, tx, "clock", 7):
            pass

    async with make_clock_context(url, HOUR) as at:
        with closing(sqlite3.connect(tmp_path / "turnpost.db", isolation_level=None)) as rival:
            rival.execute("BEGIN IMMEDIATE")
            with pytest.raises(StorageError, match="is held by another program"):
                await run_job(at)
        assert await set_aside(at) == []

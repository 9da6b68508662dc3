"""The times of a match's events never go back, whatever the clocks of the processes show."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import select

from bot.admin.verify.matches import verify_matches
from bot.match_files import files
from bot.referee.clocks.pauses import begin_pause, resume_clock
from bot.referee.offers import answer_offer, make_offer
from games import GAMES
from storage import schema
from storage.backup import archive
from storage.engine.database import Database
from storage.queries import pauses
from tests.bot.referee.clock_context import ANN, BOB, DAY, HOUR, NOON, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from tests.bot.referee.clock_context import ClockContext

APART = timedelta(seconds=3)


async def times(at: ClockContext, match_id: int) -> list[datetime]:
    """Return when a match began and when each of its events was."""
    async with at.context.database.read() as tx:
        ((match, log),) = await archive.read_after(tx, match_id - 1, 1)
    assert match.since == (log[-1].at if log else match.created_at)
    return [match.created_at, *(event.at for event in log)]


async def test_two_processes_with_clocks_apart_write_times_that_do_not_go_back(either_url: str, tmp_path: Path) -> None:
    async with make_clock_context(either_url) as fast, make_clock_context(either_url) as slow:
        slow.sources = fast.sources
        fast.time = NOON + APART
        match = await fast.begin("3d+1d")
        for each in (slow, fast, slow, slow):
            await each.move(match.id)
        later = [NOON + APART] * 5
        assert await times(fast, match.id) == later
        assert (await slow.clock(match.id)).left == (3 * DAY + 2 * DAY, 3 * DAY + 2 * DAY)
        assert (await slow.clock(match.id)).since == NOON + APART
        slow.time = NOON + 2 * APART
        await slow.move(match.id)
        assert await times(fast, match.id) == [*later, NOON + 2 * APART]
        assert (await slow.clock(match.id)).left == (6 * DAY - APART, 5 * DAY)
        async for verdict in verify_matches(fast.context.database, GAMES):
            assert verdict.differences == ()
        record = [line async for line in files.write_lines(fast.context.database, GAMES)]
    file = tmp_path / "record.jsonl"
    file.write_text("".join(f"{line}\n" for line in record), "utf-8")
    database = await Database.open(await create_database(tmp_path / "other" / "turnpost.db"))
    assert await files.store_matches(database, files.read_file(file, GAMES, slow.time)) == 5
    await database.close()


async def test_an_end_by_a_clock_that_is_behind_comes_no_sooner_than_the_last_move(either_url: str) -> None:
    async with make_clock_context(either_url) as at:
        match = await at.begin("1d")
        at.time = NOON + HOUR
        await at.move(match.id)
        at.time -= APART
        await make_offer(at.context, at.request(ANN), match.id, "draw")
        await answer_offer(at.context, at.request(BOB), match.id, "draw", agrees=True)
        assert (await at.match(match.id)).ended_at == NOON + HOUR
        async with at.context.database.read() as tx:
            (made,) = (await tx.execute(select(schema.offers.c.created_at))).scalars()
        assert made == NOON + HOUR


async def test_a_pause_that_a_clock_behind_ends_is_no_longer_and_no_shorter_than_nothing(either_url: str) -> None:
    async with make_clock_context(either_url) as at:
        match = await at.begin("1d")
        at.time += HOUR
        async with at.context.database.write() as tx:
            await begin_pause(at.context, tx, match)
        at.time -= APART
        await resume_clock(at.context, at.request(BOB), match.id)
        async with at.context.database.read() as tx:
            assert await pauses.ending_after(tx, match.id, NOON) == [(NOON + HOUR, NOON + HOUR)]
        assert (await at.clock(match.id)).deadline == NOON + DAY

"""When the thread of a match that has ended is archived."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.referee.threads import OPEN_FOR, schedule_archive
from storage.queries import matches, thread_archives
from storage.queries.rows import DIRECT
from tests.bot.referee.clock_context import GUILD, MINUTE, NOON, make_clock_context
from tests.database_template import create_database
from tests.storage.samples import THREAD, new_match

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from tests.bot.referee.clock_context import ClockContext


@pytest.mark.parametrize("has_thread", [True, False])
async def test_a_thread_is_archived_a_day_after_its_match_if_there_is_one(
    here: ClockContext, *, has_thread: bool
) -> None:
    async with here.context.database.write() as tx:
        match = await new_match(tx, guild_id=GUILD)
        if has_thread:
            await matches.set_thread(tx, match.id, THREAD)
        await schedule_archive(tx, replace(match, ended_at=NOON))
    here.time = NOON + OPEN_FOR - MINUTE
    await here.tick()
    assert await here.said("archive") == []
    here.time += MINUTE
    await here.tick()
    await here.tick()
    assert await here.said("archive") == ([("archive", 0)] if has_thread else [])


@pytest.mark.parametrize(
    ("guild_id", "ended_at", "scheduled"), [(GUILD, NOON, 1), (GUILD, None, 0), (DIRECT, NOON, 0), (DIRECT, None, 0)]
)
async def test_only_matches_on_servers_that_ended_are_archived(
    tmp_path: Path, guild_id: int, ended_at: datetime | None, scheduled: int
) -> None:
    url = await create_database(tmp_path / "turnpost.db")
    async with make_clock_context(url) as here, here.context.database.write() as tx:
        match = await new_match(tx, guild_id=guild_id)
        await schedule_archive(tx, replace(match, ended_at=ended_at))
        assert len(await thread_archives.due(tx, NOON + OPEN_FOR)) == scheduled

"""Views of matches are counted by the hour."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from bot.referee.lists import count_replay, hour_of
from storage.queries import view_counts
from storage.queries.rows import DIRECT
from tests.bot.referee.clock_context import GUILD, HOUR, NOON
from tests.storage.samples import new_match

if TYPE_CHECKING:
    from tests.bot.referee.clock_context import ClockContext


def test_an_hour_is_counted_from_1970_on() -> None:
    assert hour_of(datetime(1970, 1, 1, tzinfo=UTC)) == 0
    assert hour_of(datetime(1970, 1, 2, 1, 59, 59, tzinfo=UTC)) == 25
    assert hour_of(datetime(1970, 1, 2, 2, tzinfo=UTC)) == 26


@pytest.mark.parametrize("guild_id", [GUILD, DIRECT])
async def test_views_are_counted_on_servers_alone(here: ClockContext, guild_id: int) -> None:
    async with here.context.database.write() as tx:
        match = await new_match(tx, guild_id=guild_id)
    for _ in range(2):
        await count_replay(here.context, match)
    here.time += HOUR
    await count_replay(here.context, match)
    first = hour_of(NOON)
    async with here.context.database.read() as tx:
        for hours, views in ((range(first, first + 1), 2), (range(first, first + 2), 3)):
            found = await view_counts.most_viewed(tx, guild_id, hours, 9)
            assert found == ([] if guild_id == DIRECT else [(match.id, views)])

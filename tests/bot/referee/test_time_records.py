"""How often people moved in time: counted over ended matches with a clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.endings import claim_match, resign
from bot.referee.lists import FEWEST, load_time_records
from bot.referee.requests import MoveText
from bot.referee.turns import play
from storage.queries.time_records import TimeRecord
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, HOUR, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from storage.queries.rows import Match
    from tests.bot.referee.clock_context import ClockContext


@pytest.fixture
async def here(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db"), silence=400 * DAY) as ready:
        yield ready


async def lose_on_time(here: ClockContext, match: Match) -> None:
    """Let Ann's time run out, and Bob claim it."""
    await here.pass_time(DAY, 12 * HOUR)
    await claim_match(here.context, here.request(BOB), match.id)


async def give_up(here: ClockContext, match: Match) -> None:
    await resign(here.context, here.request(ANN), match.id)


async def records(here: ClockContext) -> dict[int, TimeRecord]:
    return dict(await load_time_records(here.context, [ANN.id, BOB.id, CLEO.id]))


async def test_a_match_lost_on_time_counts_against_its_loser_alone(here: ClockContext) -> None:
    for _ in range(FEWEST - 1):
        await give_up(here, await here.begin("1d"))
    await lose_on_time(here, await here.begin("1d"))
    assert await records(here) == {ANN.id: TimeRecord(FEWEST, 1), BOB.id: TimeRecord(FEWEST, 0)}


async def test_a_record_is_said_from_five_matches_on(here: ClockContext) -> None:
    for _ in range(FEWEST - 1):
        await give_up(here, await here.begin("1d"))
    assert await records(here) == {}


async def test_matches_that_go_on_or_have_no_clock_do_not_count(here: ClockContext) -> None:
    for _ in range(FEWEST):
        await give_up(here, await here.begin("none"))
        await here.begin("1d")
    assert await records(here) == {}


async def test_of_three_only_who_ran_out_of_time_is_late(here: ClockContext) -> None:
    late = dict.fromkeys((ANN.id, BOB.id, CLEO.id), 0)
    for _ in range(FEWEST):
        match = await here.begin("1d", "zyrcan", 3)
        await play.play_move(here.context, here.request(ANN), MoveText("1@d4", match.id))
        await here.pass_time(DAY, 12 * HOUR)
        _, second, third = match.seats  # drawn by lot
        late[second.id] += 1
        await claim_match(here.context, here.request(third), match.id)
        await resign(here.context, here.request(third), match.id)
    assert await records(here) == {user_id: TimeRecord(FEWEST, times) for user_id, times in late.items()}

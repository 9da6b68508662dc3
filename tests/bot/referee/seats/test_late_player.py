"""Players who are late: by their clock, or after a long silence where there is none."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.referee.challenges.create import ChallengeTerms, issue_challenge
from bot.referee.resign import resign
from bot.referee.seats.late_player import SILENCE, is_player_late
from games import GAMES
from storage.queries.rows import Match
from tests.bot.referee.clock_context import ANN, BOB, DAY, GUILD, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from tests.bot.referee.clock_context import ClockContext

SECOND = timedelta(seconds=1)


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db")) as made:
        yield made


async def is_late(at: ClockContext, match_id: int) -> bool:
    async with at.context.database.write() as tx:
        return await is_player_late(at.context, tx, await at.match(match_id))


@pytest.mark.parametrize(("clock", "length"), [("3d", 3 * DAY), ("none", SILENCE)])
async def test_a_player_is_late_from_the_moment_that_the_time_is_up(
    at: ClockContext, clock: str, length: timedelta
) -> None:
    match = await at.begin(clock)
    at.time = match.since + length - SECOND
    assert not await is_late(at, match.id)
    at.time += SECOND
    assert await is_late(at, match.id)
    await at.move(match.id)
    assert not await is_late(at, match.id), "now it's the other's turn"


@pytest.mark.parametrize("clock", ["3d", "none"])
async def test_nobody_is_late_in_a_match_that_ended_or_where_turnpost_is_to_move(at: ClockContext, clock: str) -> None:
    match = await at.begin(clock)
    await resign(at.context, at.request(BOB), match.id)
    terms = ChallengeTerms(GAMES["xero-g"].info, {}, 2, 2, {}, clock=clock, computers=1)
    other = await issue_challenge(at.context, terms, (ANN,), guild_id=GUILD, channel_id=2, source_id=next(at.sources))
    assert isinstance(other, Match)
    at.time += 2 * SILENCE
    assert not await is_late(at, match.id)
    assert not await is_late(at, other.id)

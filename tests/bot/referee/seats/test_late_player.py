"""Players who are late: by their clock, or after a long silence where there is none."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.endings import resign
from bot.referee.seats import SILENCE, is_player_late
from games import GAMES
from storage.queries.rows import Match
from tests.bot.referee.clock_context import ANN, BOB, DAY, GUILD

if TYPE_CHECKING:
    from tests.bot.referee.clock_context import ClockContext

SECOND = timedelta(seconds=1)


async def is_late(here: ClockContext, match_id: int) -> bool:
    async with here.context.database.write() as tx:
        return await is_player_late(here.context, tx, await here.match(match_id))


@pytest.mark.parametrize(("clock", "length"), [("3d", 3 * DAY), ("none", SILENCE)])
async def test_a_player_is_late_from_the_moment_that_the_time_is_up(
    here: ClockContext, clock: str, length: timedelta
) -> None:
    match = await here.begin(clock)
    here.time = match.since + length - SECOND
    assert not await is_late(here, match.id)
    here.time += SECOND
    assert await is_late(here, match.id)
    await here.move(match.id)
    assert not await is_late(here, match.id), "now it's the other's turn"


@pytest.mark.parametrize("clock", ["3d", "none"])
async def test_nobody_is_late_in_a_match_that_ended_or_where_turnpost_is_to_move(
    here: ClockContext, clock: str
) -> None:
    match = await here.begin(clock)
    await resign(here.context, here.request(BOB), match.id)
    terms = ChallengeTerms(GAMES["xero-g"].info, {}, 2, 2, {}, clock=clock, computers=1)
    other = await issue_challenge(
        here.context, terms, (ANN,), guild_id=GUILD, channel_id=2, source_id=next(here.sources)
    )
    assert isinstance(other, Match)
    here.time += 2 * SILENCE
    assert not await is_late(here, match.id)
    assert not await is_late(here, other.id)

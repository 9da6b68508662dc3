"""Whether messages to a person arrive silently now."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from bot.referee.people.preferences import change_preferences, is_quiet_now
from tests.bot.referee.clock_context import ANN, BOB, GUILD

if TYPE_CHECKING:
    from tests.bot.referee.clock_context import ClockContext


@pytest.mark.parametrize(("hour", "quiet"), [(12, False), (20, False), (21, True), (3, True), (6, False)])
async def test_quiet_hours_are_those_of_the_persons_own_day(here: ClockContext, hour: int, *, quiet: bool) -> None:
    await change_preferences(here.context, ANN.id, {"quiet": "22-7", "zone": "Europe/Berlin"})
    here.time = datetime(2026, 3, 2, hour, 30, tzinfo=UTC)
    async with here.context.database.read() as tx:
        assert await is_quiet_now(here.context, tx, ANN.id, GUILD) == quiet
        assert not await is_quiet_now(here.context, tx, BOB.id, GUILD)

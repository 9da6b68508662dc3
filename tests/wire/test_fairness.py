"""One member can't slow another's turn: what somebody asks for never holds up a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.playground.client import answered
from tests.wire.match import begun, by_text

if TYPE_CHECKING:
    from tests.wire.conftest import Stage

# One bot, and so one event loop, for all matches here: to start it takes longer than the tests.
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_boards_that_strangers_ask_for_hold_up_no_board_of_the_match(lasting_stage: Stage) -> None:
    stage = lasting_stage
    contest = await begun(stage.people[:2])
    lounge = await stage.ann.channel("lounge")
    stage.playground.faults.slow(600, path=f"/channels/{lounge}/messages", applied=False)
    asked = [
        await stranger.say(f"!board #{contest.number}", "lounge")
        for stranger in (stage.cleo, stage.dan, stage.eve)
        for _ in range(3)
    ]
    await stage.playground.faults.used_up()
    await contest.turn(by_text, "e4+")
    stage.playground.faults.clear()
    for each in asked:
        await stage.ann.hear(lambda one, each=each: answered(one) == each["id"], "the answer to a stranger")

"""The game of a request without a name: that of the match it is about, if the person plays one game alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.referee.challenges.issue import find_game_of_match
from bot.referee.errors import RequestRejected
from games import GAMES
from tests.bot.referee.clock_context import ANN, BOB, CLEO

if TYPE_CHECKING:
    from tests.bot.referee.clock_context import ClockContext


async def test_the_game_is_that_of_all_matches_of_a_person(here: ClockContext) -> None:
    with pytest.raises(RequestRejected):
        await find_game_of_match(here.context, here.request(ANN))
    for _ in range(2):
        await here.begin("none", "martian-life")
        assert await find_game_of_match(here.context, here.request(BOB)) is GAMES["martian-life"].info
    others = {key: game for key, game in GAMES.items() if key != "martian-life"}
    with pytest.raises(RequestRejected):
        await find_game_of_match(replace(here.context, games=others), here.request(BOB))
    await here.begin("none", "zyrcan", 3)
    assert await find_game_of_match(here.context, here.request(CLEO)) is GAMES["zyrcan"].info
    with pytest.raises(RequestRejected):
        await find_game_of_match(here.context, here.request(BOB))

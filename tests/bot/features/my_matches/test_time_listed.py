"""The time of a match in a list."""

from __future__ import annotations

from bot.features.lists import time_listed
from bot.referee.clocks.pauses import NOT_PAUSED, PauseStatus
from tests.bot.features.match_sample import AGO, AT, BOLD_BOB, MATCH, NOON, THEN


def test_a_list_says_until_when_or_that_it_is_paused_and_who_is_away() -> None:
    assert time_listed(MATCH, THEN, NOT_PAUSED) == f"until {AT} ({AGO})"
    assert time_listed(MATCH, None, NOT_PAUSED) == f"since <t:{int(NOON.timestamp())}:f>"
    assert time_listed(MATCH, THEN, PauseStatus(away=THEN)) == f"until {AT} ({AGO}) ({BOLD_BOB} is away until {AT})"
    assert time_listed(MATCH, None, PauseStatus(paused=True, away=THEN)) == "paused by agreement"

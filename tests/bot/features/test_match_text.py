"""The line under a board on why its clock is paused."""

from __future__ import annotations

from dataclasses import replace

from bot.features.match_text import clock_line
from bot.referee.clocks.pause_status import NOT_PAUSED, PauseStatus
from tests.bot.features.match_sample import AGO, AT, BOLD_BOB, MATCH, THEN


def test_a_board_says_that_its_clock_is_paused_and_why() -> None:
    assert clock_line(MATCH, NOT_PAUSED, timed=True) == ""
    away = PauseStatus(away=THEN)
    assert clock_line(MATCH, away, timed=False) == f"{BOLD_BOB} is away until {AT} ({AGO})."
    paused = f"{BOLD_BOB} is away until {AT} ({AGO}), and the clock is paused until then."
    assert clock_line(MATCH, away, timed=True) == paused
    paused = "The clock is paused by agreement, until the next move or `/match resume #7`."
    assert clock_line(MATCH, replace(away, paused=True), timed=False) == paused

"""What is said of clocks that stand still."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.features.pauses.text import paused_post, resumed_post, standing_line, time_listed
from bot.features.vacations.text import away_post, vacation_post
from bot.referee.clocks.standstill import NO_REASON, Standing
from bot.referee.clocks.vacation import Vacation
from storage.tables.models import Match, Person

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANN, BOB = Person(1, "Ann"), Person(2, "B*b")
MATCH = Match(
    id=7,
    game="xero-g",
    rules=1,
    options={},
    seed=1,
    guild_id=1,
    channel_id=2,
    thread_id=3,
    seats=(ANN, BOB),
    seq=0,
    position="",
    to_move=2,
    created_at=NOON,
    since=NOON,
    ended_at=None,
    challenge_id=None,
    look={},
    gone=frozenset(),
)
THEN = NOON + timedelta(days=2)
AT, AGO = f"<t:{int(THEN.timestamp())}:f>", f"<t:{int(THEN.timestamp())}:R>"
BOLD_BOB = "**B\\*b**"


def test_a_board_says_why_nobody_need_hurry() -> None:
    assert standing_line(MATCH, NO_REASON, timed=True) == ""
    away = Standing(away=THEN)
    assert standing_line(MATCH, away, timed=False) == f"{BOLD_BOB} is away until {AT} ({AGO})."
    stands = f"{BOLD_BOB} is away until {AT} ({AGO}), and the clock stands still until then."
    assert standing_line(MATCH, away, timed=True) == stands
    paused = "The clock is paused by agreement, until the next move or `/resume #7`."
    assert standing_line(MATCH, replace(away, paused=True), timed=False) == paused


def test_a_list_says_until_when_or_that_it_is_paused_and_who_is_away() -> None:
    assert time_listed(MATCH, THEN, NO_REASON) == f"until {AT} ({AGO})"
    assert time_listed(MATCH, None, NO_REASON) == f"since <t:{int(NOON.timestamp())}:R>"
    assert time_listed(MATCH, THEN, Standing(away=THEN)) == f"until {AT} ({AGO}) ({BOLD_BOB} is away until {AT})"
    assert time_listed(MATCH, None, Standing(paused=True, away=THEN)) == "paused by agreement"


def test_notes_name_who_and_until_when() -> None:
    assert paused_post(MATCH).startswith("The clock of #7 stands still, as all agreed")
    assert resumed_post(MATCH, ANN, None) == "**Ann** ends the pause of #7."
    on = f"**Ann** ends the pause of #7: {BOLD_BOB} has time until {AT} ({AGO})."
    assert resumed_post(MATCH, ANN, THEN) == on
    back = f"{BOLD_BOB} is back: the clock of #7 runs, with time until {AT} ({AGO})."
    assert away_post(MATCH, BOB, None, THEN) == back
    assert "until then, with time until" in away_post(MATCH, BOB, THEN, THEN)


def test_a_vacation_is_told_with_what_is_left_of_the_year() -> None:
    here = vacation_post(Vacation(None, 2026, 30))
    assert here.startswith("You are not on vacation. 30 of your 30 vacation days in 2026 are left.")
    away = vacation_post(Vacation(THEN, 2026, 4))
    assert away.startswith(f"You are on vacation until {AT} ({AGO})")
    assert "4 of your 30 vacation days in 2026 are left." in away

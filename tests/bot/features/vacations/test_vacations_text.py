"""The posts about vacations."""

from __future__ import annotations

from bot.features.vacations import away_post, vacation_post
from bot.referee.clocks.vacations import Vacation
from tests.bot.features.match_sample import AGO, AT, BOB, BOLD_BOB, MATCH, THEN


def test_the_post_about_a_vacation_says_who_is_away_or_back_and_until_when() -> None:
    back = f"{BOLD_BOB} is back: the clock of #7 runs again, until {AT} ({AGO})."
    assert away_post(MATCH, BOB, None, THEN) == back
    assert "until then; after that **B\\*b** has until" in away_post(MATCH, BOB, THEN, THEN)


def test_a_person_is_told_how_many_vacation_days_are_left_of_the_year() -> None:
    here = vacation_post(Vacation(None, 2026, 30))
    assert here.startswith("You're not on vacation. You have 30 of your 30 vacation days in 2026 left.")
    away = vacation_post(Vacation(THEN, 2026, 4))
    assert away.startswith(f"You're on vacation until {AT} ({AGO})")
    assert "4 of your 30 vacation days in 2026 left." in away

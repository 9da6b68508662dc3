"""The posts about pauses."""

from __future__ import annotations

from bot.features.clocks import paused_post, resumed_post
from tests.bot.features.match_sample import AGO, ANN, AT, BOLD_BOB, MATCH, THEN


def test_the_posts_of_a_pause_say_who_ended_it_and_until_when_there_is_time() -> None:
    assert paused_post(MATCH).startswith("The clock of #7 is paused, as everyone agreed")
    assert resumed_post(MATCH, ANN, None) == "**Ann** ends the pause of #7."
    on = f"**Ann** ends the pause of #7: {BOLD_BOB} has until {AT} ({AGO})."
    assert resumed_post(MATCH, ANN, THEN) == on

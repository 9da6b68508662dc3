"""The list of a person's matches: how many it names, and how many more there are."""

from __future__ import annotations

import pytest

from bot.features.lists import MOST_LISTED, my_matches_post
from bot.referee.clocks.pauses import NOT_PAUSED
from bot.referee.lists import MatchEntry, MyMatches
from tests.bot.features.match_sample import BOB, MATCH, THEN

ENTRY = MatchEntry(MATCH, THEN, NOT_PAUSED, None)


@pytest.mark.parametrize(("count", "more"), [(MOST_LISTED, []), (MOST_LISTED + 2, ["- and 2 more"])])
def test_matches_beyond_the_most_are_counted(count: int, more: list[str]) -> None:
    first, *lines = my_matches_post(MyMatches(BOB.id, [ENTRY] * count, [], []), str.title).splitlines()
    assert first == f"Your move in {count} of {count}:"
    assert [line for line in lines if "#7 Xero-G" not in line] == more
    assert len(lines) == MOST_LISTED + len(more)

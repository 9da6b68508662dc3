"""The question whether to resign."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.endings import resign_question
from storage.queries.rows import DIRECT, Person
from tests.bot.features.match_sample import ANN, BOLD_BOB, MATCH

CLEO = Person(3, "Cleo")


def test_in_a_match_of_two_nobody_plays_on() -> None:
    question = resign_question(MATCH, "Xero-G", ANN.id)
    assert question == f"Resign Xero-G #7 against {BOLD_BOB}? You can't undo this."


@pytest.mark.parametrize(("guild", "who"), [(1, "I play on for you, or anybody does,"), (DIRECT, "I play on for you,")])
def test_in_a_larger_match_substitutes_are_named_that_its_place_allows(guild: int, who: str) -> None:
    match = replace(MATCH, seats=(*MATCH.seats, CLEO), guild_id=guild)
    question = resign_question(match, "Zyrcan", ANN.id)
    assert question.startswith(f"Resign Zyrcan #7 against {BOLD_BOB} and **Cleo**? You can't undo this.")
    assert question.endswith(f" With `/match substitute #7` {who} if the others agree.")

"""What became of an offer, in words, and who has yet to answer one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.referee.offers.offers import outcome_text, people_to_answer
from storage.queries.rows import Offer, OfferStatus
from tests.bot.features.match_sample import MATCH, NOON
from tests.bot.referee.offer_context import ANN, BOB, CLEO

OFFER = Offer(1, MATCH.id, "draw", 1, 0, frozenset(), "open", None, 100, NOON)
MATCH_OF_THREE = replace(MATCH, seats=(ANN, BOB, CLEO), ended_at=None, gone=frozenset())


@pytest.mark.parametrize(
    ("status", "closed_by", "said"),
    [
        ("agreed", None, "agreed"),
        ("withdrawn", 1, "withdrawn"),
        ("declined", 2, "declined by **Bob**"),
        ("declined", 3, "declined by **Cleo**"),
        ("open", None, "the match went on"),
    ],
)
def test_a_closed_offer_says_what_became_of_it(status: OfferStatus, closed_by: int | None, said: str) -> None:
    assert outcome_text(replace(OFFER, status=status, closed_by=closed_by), MATCH_OF_THREE) == said


def test_an_offer_that_a_match_outlived_says_that_it_is_over() -> None:
    assert (
        outcome_text(replace(OFFER, status="cancelled"), replace(MATCH_OF_THREE, ended_at=NOON)) == "the match is over"
    )


def test_those_who_offered_agreed_or_left_have_nothing_to_answer() -> None:
    assert people_to_answer(OFFER, MATCH_OF_THREE) == [BOB, CLEO]
    assert people_to_answer(replace(OFFER, agreed=frozenset({3})), MATCH_OF_THREE) == [BOB]
    assert people_to_answer(OFFER, replace(MATCH_OF_THREE, gone=frozenset({2}))) == [CLEO]

"""Reviews as they are kept: read back as they were written, and told from other objects."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.referee.reviews import UnreadableReview, read_review, write_review
from engines.reviews.contract import Review, Standing, TurningPoint

REVIEW = Review(
    (Standing(0, (0.5, 0.5)), Standing(3, (0.25, 0.75))),
    (TurningPoint(3, 1, "allowed", "a", "b", 0.5, 0.0, ("c", "d")), TurningPoint(5, 2, "points", "a", "b", 0.5, 0.4)),
    counted=True,
)


def test_a_review_is_read_back_as_it_was_written() -> None:
    assert read_review(json.loads(json.dumps(write_review(REVIEW)))) == REVIEW


CHANGES: list[dict[str, Any]] = [
    {"curve": None},
    {"counted": 1},
    {"turning_points": [{}]},
    {"turning_points": 3},
    {"curve": [{"ply": 0}]},
]


@pytest.mark.parametrize("change", CHANGES)
def test_another_object_is_no_review(change: dict[str, Any]) -> None:
    with pytest.raises(UnreadableReview):
        read_review(write_review(REVIEW) | change)


def test_a_turning_point_of_no_known_kind_is_not_read() -> None:
    content = json.loads(json.dumps(write_review(REVIEW)).replace("allowed", "luck"))
    with pytest.raises(UnreadableReview):
        read_review(content)

"""What can be typed about a substitute."""

from __future__ import annotations

import pytest

from bot.features.offers.text import parse_substitute
from bot.referee.errors import RequestRejected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ((None, None, None), (None, "substitute", None)),
        (("#42", None, None), ("#42", "substitute", None)),
        (("#42", "Anyone", "12"), ("#42", "seat", 12)),
        (("Turnpost", "2", None), (None, "substitute", 2)),
    ],
)
def test_a_match_may_be_left_out_before_who_plays_on(
    typed: tuple[str | None, str | None, str | None], expected: tuple[str | None, str, int | None]
) -> None:
    assert parse_substitute(*typed) == expected


@pytest.mark.parametrize(
    ("by", "seat", "why"), [("2", None, "I can play on, or anyone"), ("anyone", "100", "A seat is named by its number")]
)
def test_other_words_are_rejected(by: str, seat: str | None, why: str) -> None:
    with pytest.raises(RequestRejected, match=why):
        parse_substitute("#42", by, seat)

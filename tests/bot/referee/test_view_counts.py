"""Views of matches are counted by the hour."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.referee.view_counts import hour_of


def test_an_hour_is_counted_from_1970_on() -> None:
    assert hour_of(datetime(1970, 1, 1, tzinfo=UTC)) == 0
    assert hour_of(datetime(1970, 1, 2, 1, 59, 59, tzinfo=UTC)) == 25
    assert hour_of(datetime(1970, 1, 2, 2, tzinfo=UTC)) == 26

"""Times of day as text, and when one comes in a zone."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.times.calendar import (
    COMMON_DIGEST_TIMES,
    last_occurrence,
    next_occurrence,
    parse_digest_time,
    parse_time,
)

BERLIN = ZoneInfo("Europe/Berlin")
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("8", time(8)), (" 08:00 ", time(8)), ("7:30", time(7, 30)), ("0", time(0)), ("23:30", time(23, 30))],
)
def test_a_whole_or_half_hour_is_a_time_of_day(typed: str, expected: time) -> None:
    assert parse_time(typed) == expected


@pytest.mark.parametrize("typed", ["", "24", "7:15", "7:3", "-1", "8 am", "\u0668", "123"])
def test_anything_else_is_no_time_of_day(typed: str) -> None:
    with pytest.raises(RequestRejected):
        parse_time(typed)


def test_a_digest_comes_at_a_time_of_day_or_not_at_all() -> None:
    assert [parse_digest_time(typed) for typed in ("07:30", "8", " OFF ")] == ["7:30", "8", "off"]
    with pytest.raises(RequestRejected):
        parse_digest_time("none")


def test_everything_that_is_suggested_is_stored_as_it_stands() -> None:
    assert [parse_digest_time(each) for each in COMMON_DIGEST_TIMES] == list(COMMON_DIGEST_TIMES)
    assert (COMMON_DIGEST_TIMES[1], COMMON_DIGEST_TIMES[-1]) == ("5", "23")


def test_the_next_occurrence_is_later_and_the_last_one_may_be_now() -> None:
    seven = datetime(2026, 3, 1, 6, tzinfo=UTC)
    assert next_occurrence(time(7), seven - HOUR, BERLIN) == seven
    assert next_occurrence(time(7), seven, BERLIN) == seven + 24 * HOUR
    assert last_occurrence(time(7), seven, BERLIN) == seven
    assert last_occurrence(time(7), seven - HOUR, BERLIN) == seven - 24 * HOUR


def test_the_next_occurrence_keeps_the_local_time_when_clocks_change() -> None:
    before = datetime(2026, 3, 28, 12, tzinfo=UTC)
    assert next_occurrence(time(7), before, BERLIN) == datetime(2026, 3, 29, 5, tzinfo=UTC)
    assert next_occurrence(time(2, 30), before, BERLIN) == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)

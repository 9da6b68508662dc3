"""Quiet hours as text, and when they hold."""

from __future__ import annotations

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.times.calendar import COMMON_QUIET_HOURS, is_quiet, local_time, parse_quiet_hours

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("typed", "stored"),
    [("22-7", "22-7"), ("22:00-07:30", "22-7:30"), (" 9 - 17 ", "9-17"), (" None ", "none"), ("0-8", "0-8")],
)
def test_quiet_hours_are_stored_in_short(typed: str, stored: str) -> None:
    assert parse_quiet_hours(typed) == stored


@pytest.mark.parametrize("typed", ["22", "22-", "-7", "22-22", "22:00-22", "22-7-8", "off"])
def test_quiet_hours_need_two_different_times(typed: str) -> None:
    with pytest.raises(RequestRejected):
        parse_quiet_hours(typed)


def test_suggested_quiet_hours_are_stored_as_they_stand() -> None:
    assert [parse_quiet_hours(each) for each in COMMON_QUIET_HOURS] == list(COMMON_QUIET_HOURS)


@pytest.mark.parametrize(
    ("quiet_hours", "quiet", "loud"),
    [
        ("9-17", ["09:00", "16:59"], ["08:59", "17:00"]),
        ("22-7:30", ["22:00", "23:59", "00:00", "07:29"], ["07:30", "12:00", "21:59"]),
        ("none", [], ["00:00", "12:00"]),
    ],
)
def test_quiet_hours_begin_and_end_on_time_across_midnight(quiet_hours: str, quiet: list[str], loud: list[str]) -> None:
    def at(text: str) -> datetime:
        return datetime.combine(datetime(2026, 3, 1, tzinfo=UTC), time.fromisoformat(text), BERLIN).astimezone(UTC)

    assert [is_quiet(quiet_hours, at(text), BERLIN) for text in quiet] == [True] * len(quiet)
    assert [is_quiet(quiet_hours, at(text), BERLIN) for text in loud] == [False] * len(loud)
    assert [local_time(at(text), BERLIN) for text in quiet + loud] == quiet + loud

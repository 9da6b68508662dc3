"""Running time against references that step minute by minute, weekends where clocks are changed, and times of day."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from itertools import takewhile
from random import Random
from zoneinfo import ZoneInfo

import pytest

from bot import plugins
from bot.referee.errors import RequestRejected
from bot.referee.times.calendar import (
    COMMON_DIGEST_TIMES,
    COMMON_QUIET_HOURS,
    NEVER,
    SERVER,
    Interval,
    StoppedTime,
    find_deadline,
    is_quiet,
    last_occurrence,
    local_time,
    merge_intervals,
    next_occurrence,
    parse_digest_time,
    parse_quiet_hours,
    parse_time,
    parse_zone,
    running_time,
    weekends,
)
from bot.referee.times.time_control import SHORTEST

plugins.read()  # with its catalogues
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("typed", "stored"),
    [("22-7", "22-7"), ("22:00-07:30", "22-7:30"), (" 9 - 17 ", "9-17"), (" None ", "none"), ("0-8", "0-8")],
)
def test_quiet_hours_are_stored_in_short(typed: str, stored: str) -> None:
    assert parse_quiet_hours(typed) == stored


@pytest.mark.parametrize("typed", ["22", "22-", "-7", "22-22", "22:00-22", "22-7-8", "soon"])
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


NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/Santiago",  # changed at midnight between Saturday and Sunday
    "Africa/Cairo",  # changed at midnight before a Friday
    "Australia/Lord_Howe",  # changed by half an hour
    "Asia/Kolkata",
    "Pacific/Kiritimati",
)


def test_running_time_is_what_a_clock_shows_that_is_looked_at_every_minute() -> None:
    dice = Random(6)
    for _ in range(150):
        pauses = [_interval(dice) for _ in range(dice.randrange(6))]
        stopped_time = StoppedTime(tuple(pauses))
        since, running = NOON + dice.randrange(600) * MINUTE, dice.randrange(900) * MINUTE
        due = find_deadline(since, running, stopped_time)
        assert due
        assert due == _slowly(since, running, pauses)
        assert running_time(since, due, stopped_time) == running
        assert running_time(since, due - MINUTE, stopped_time) < running or not running
        dice.shuffle(pauses)
        assert find_deadline(since, running, StoppedTime((*pauses, *pauses))) == due
        assert find_deadline(since, running, StoppedTime(tuple(merge_intervals(sorted(pauses))))) == due


def test_time_never_runs_backwards() -> None:
    around = StoppedTime(((NOON - DAY, NOON + DAY),))
    assert running_time(NOON, NOON - HOUR, StoppedTime()) == timedelta()
    assert running_time(NOON, NOON + HOUR, around) == timedelta()
    assert find_deadline(NOON, SHORTEST, around) == NOON + DAY + SHORTEST


@pytest.mark.parametrize("name", ZONES)
def test_weekends_are_the_hours_that_the_clocks_there_call_saturday_or_sunday(name: str) -> None:
    """Half hour by half hour through two years, changes of the clocks included."""
    zone, began = ZoneInfo(name), datetime(2025, 12, 30, tzinfo=UTC)
    ended = began + 735 * DAY
    found = list(takewhile(lambda each: each[0] < ended, weekends(began, zone)))
    edges: list[datetime] = []
    now, before = began, False
    while now < ended:
        off = now.astimezone(zone).weekday() >= 5
        if off != before:
            edges.append(now)
        now, before = now + HOUR / 2, off
    assert [edge for each in found for edge in each][: len(edges)] == edges
    always_alike = {"UTC", "Africa/Cairo", "Asia/Kolkata", "Pacific/Kiritimati"}
    assert ({end - begin for begin, end in found} == {2 * DAY}) == (name in always_alike)


@pytest.mark.parametrize("name", ZONES)
def test_running_time_with_weekends_equals_a_clock_stepped_by_half_hours(name: str) -> None:
    dice, zone, step = Random(name), ZoneInfo(name), HOUR / 2
    for _ in range(12):
        began = [NOON + dice.randrange(60 * 48) * step for _ in range(dice.randrange(4))]
        pauses = [(each, each + dice.randrange(300) * step) for each in began]
        since = NOON + dice.randrange(300 * 48) * step
        length = dice.randrange(1, 500) * step
        stopped_time = StoppedTime(tuple(pauses), zone)
        due = find_deadline(since, length, stopped_time)
        assert due
        now, shown = since, timedelta()
        while shown < length:
            stands = any(began <= now < ended for began, ended in pauses)
            shown += timedelta() if stands or now.astimezone(zone).weekday() >= 5 else step
            now += step
        assert due == now
        assert running_time(since, due, stopped_time) == length
        assert running_time(since, due + 9 * DAY, stopped_time) > length


@pytest.mark.parametrize("zone", [None, ZoneInfo("Europe/Berlin")])
def test_an_interval_without_an_end_never_ends(zone: ZoneInfo | None) -> None:
    monday = NOON + DAY
    stopped_time = StoppedTime(((monday + DAY, NEVER), (monday, monday + HOUR)), zone)
    assert find_deadline(monday, HOUR, stopped_time) == monday + 2 * HOUR
    assert find_deadline(monday, 23 * HOUR, stopped_time) == monday + DAY
    assert find_deadline(monday, 24 * HOUR, stopped_time) is None
    assert running_time(monday, monday + 99 * DAY, stopped_time) == 23 * HOUR
    assert stopped_time.until(monday + 9 * DAY) == NEVER


def test_until_when_nothing_runs_at_a_moment() -> None:
    friday = datetime(2026, 3, 6, 23, tzinfo=UTC)
    stopped_time = StoppedTime(((friday - HOUR, friday + 90 * MINUTE), (NOON, NOON + HOUR)), ZoneInfo("UTC"))
    assert stopped_time.until(friday - 2 * HOUR) is None
    assert stopped_time.until(friday) == datetime(2026, 3, 9, tzinfo=UTC)
    assert stopped_time.until(datetime(2026, 3, 9, tzinfo=UTC)) is None


def _interval(dice: Random) -> Interval:
    began = NOON + dice.randrange(-200, 1500) * MINUTE
    return began, began + dice.randrange(-5, 400) * MINUTE


def _slowly(since: datetime, running: timedelta, pauses: list[Interval]) -> datetime:
    now, shown = since, timedelta()
    while shown < running:
        shown += timedelta() if any(began <= now < ended for began, ended in pauses) else MINUTE
        now += MINUTE
    return now


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("server", SERVER),
        ("Server", SERVER),
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("UTC", "UTC"),
    ],
)
def test_a_zone_is_named_in_any_case(typed: str, zone: str) -> None:
    assert parse_zone(typed) == zone


@pytest.mark.parametrize("typed", ["", "localtime", "Europe/Nowhere"])
def test_what_is_no_zone_is_rejected(typed: str) -> None:
    with pytest.raises(RequestRejected):
        parse_zone(typed)


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
        parse_digest_time("soon")


def test_each_word_for_nothing_and_any_dash_are_read_in_both_languages() -> None:
    for typed in ("none", "OFF", "never", "keine", "aus", "nie"):
        assert (parse_digest_time(typed), parse_quiet_hours(typed)) == ("off", "none")
    assert [parse_quiet_hours(f"22{dash}7:30") for dash in "\u2010\u2013\u2014\u2212"] == ["22-7:30"] * 4


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

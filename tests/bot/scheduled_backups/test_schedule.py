"""The setting that says when backups are made, and what is due by it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.scheduled_backups import Schedule, read_schedule

NOON = datetime(2026, 3, 4, 12, 30, tzinfo=UTC)  # a Wednesday
HOUR, DAY, SECOND = timedelta(hours=1), timedelta(days=1), timedelta(seconds=1)


@pytest.mark.parametrize(
    ("text", "schedule"),
    [
        ("daily keep 14", Schedule("daily", 14)),
        ("hourly keep 48", Schedule("hourly", 48)),
        ("weekly keep 8", Schedule("weekly", 8)),
        ("  Daily   KEEP 3 ", Schedule("daily", 3)),
        ("daily", Schedule("daily", 14)),
        ("hourly", Schedule("hourly", 48)),
        ("weekly", Schedule("weekly", 8)),
        ("", None),
        ("  ", None),
    ],
)
def test_the_forms_of_the_setting(text: str, schedule: Schedule | None) -> None:
    assert read_schedule(text) == schedule


@pytest.mark.parametrize("text", ["dayly", "daily keep", "daily keep 0", "daily keep -1", "daily 14", "keep 14", "1d"])
def test_anything_else_is_refused_with_the_forms(text: str) -> None:
    with pytest.raises(ValueError, match=r"^TURNPOST_BACKUPS is `hourly`, `daily` or `weekly`.*`daily keep 14`; not"):
        read_schedule(text)


@pytest.mark.parametrize(
    ("name", "begin"),
    [
        ("hourly", datetime(2026, 3, 4, 12, tzinfo=UTC)),
        ("daily", datetime(2026, 3, 4, tzinfo=UTC)),
        ("weekly", datetime(2026, 3, 2, tzinfo=UTC)),
    ],
)
def test_one_backup_is_due_in_each_period(name: str, begin: datetime) -> None:
    schedule = Schedule(name, 9)
    assert schedule.is_due(None, NOON)
    assert schedule.is_due(begin - SECOND, NOON)
    assert not schedule.is_due(begin, NOON)
    assert not schedule.is_due(NOON, NOON)
    assert schedule.is_due(NOON, begin + schedule.interval)


def test_a_backup_is_overdue_once_one_was_missed() -> None:
    schedule = Schedule("daily", 9)
    assert not schedule.is_overdue(NOON, NOON + DAY + 23 * HOUR)
    assert schedule.is_overdue(NOON, NOON + 2 * DAY + SECOND)

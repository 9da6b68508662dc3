"""When backups are due, and how many are kept. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

INTERVALS = {"hourly": timedelta(hours=1), "daily": timedelta(days=1), "weekly": timedelta(weeks=1)}
DEFAULT_KEEP = {"hourly": 48, "daily": 14, "weekly": 8}
FORMS = "`hourly`, `daily` or `weekly`, and how many to keep if you like, from 1 to 9999, as in `daily keep 14`"
_MONDAY = datetime(1970, 1, 5, tzinfo=UTC)
"""The beginning of an hour, a day and a week at once."""
_FORM = re.compile(r"(hourly|daily|weekly)(?: keep 0*([1-9][0-9]{0,3}))?")


@dataclass(frozen=True, slots=True)
class Schedule:
    """One backup in every hour, day or week (Monday to Sunday) of UTC, of which the latest `keep` are kept."""

    name: str
    keep: int

    @property
    def interval(self) -> timedelta:
        """The length of the period in which one backup is made."""
        return INTERVALS[self.name]

    def is_due(self, last: datetime | None, now: datetime) -> bool:
        """Return whether no backup has been made yet in the present period."""
        return last is None or last < now - (now - _MONDAY) % self.interval

    def is_overdue(self, last: datetime, now: datetime) -> bool:
        """Return whether the last backup is older than two intervals: one was missed, and tries to make it failed."""
        return now - last > 2 * self.interval


def read_schedule(text: str) -> Schedule | None:
    """Return the schedule that a setting names, None if it is empty. Raises `ValueError` with the forms it may have.

    >>> read_schedule("daily keep 14")
    Schedule(name='daily', keep=14)
    """
    words = " ".join(text.casefold().split())
    if not words:
        return None
    found = _FORM.fullmatch(words)
    if not found:
        raise ValueError(f"TURNPOST_BACKUPS is {FORMS}; not {text!r}.")
    return Schedule(found[1], int(found[2] or DEFAULT_KEEP[found[1]]))

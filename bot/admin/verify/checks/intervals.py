"""Check vacations and outages."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.match_files.log_checks import AHEAD, SKEW
from bot.referee.clocks.vacations import DAYS_A_YEAR

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from storage.queries.inspection import Row

LONGEST_VACATION = timedelta(days=2 * DAYS_A_YEAR + 2)
"""The days of two years, and those on which a vacation begins and ends in any time zone."""


def check_intervals(
    rows: Sequence[Row], now: datetime, *, longest: timedelta | None = None
) -> Iterator[tuple[Row, str]]:
    """Yield the invalid intervals of one person or guild, each with the reason.

    Without `longest` all must have ended; with it they can lie ahead but last no longer. None may overlap.
    """
    before: datetime | None = None
    for row in sorted(rows, key=lambda each: each["began_at"]):
        began, ended = row["began_at"], row["ended_at"]
        if ended < began or began > now + AHEAD or (longest is None and ended > now + AHEAD):
            yield row, f"lasts from {began} to {ended}, which can't be"
        elif longest is not None and ended - began > longest:
            yield row, f"lasts from {began} to {ended}, longer than may be"
        elif before is not None and began < before - SKEW:
            yield row, f"begins at {began}, before the one before it ends"
        before = ended

"""Check the days that the safety net took in a match."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.match_files.log_checks import AHEAD, SKEW
from bot.referee.times.stopped_time import DAY

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from bot.admin.verify.checks.stored_match import Stored


def check_net_days(stored: Stored) -> Iterator[str]:
    """Yield what is wrong with the days that the safety net took in a match, as clauses."""
    if stored.net_days and stored.clock is None:
        yield "the safety net took days in it, but it has no clock"
    told = Counter(post["body"].get("user") for post in stored.posted("net"))
    before: datetime | None = None
    for row in sorted(stored.net_days, key=lambda each: each["began_at"]):
        label = f"day {row['id']} of the safety net"
        if not row["began_at"] <= row["ended_at"] <= row["began_at"] + DAY + AHEAD:
            yield f"{label} lasts from {row['began_at']} to {row['ended_at']}, which can't be"
        if before is not None and row["began_at"] < before - SKEW:
            yield f"{label} begins before the one before it ends"
        if row["began_at"] < stored.match.created_at - SKEW:
            yield f"{label} begins before the match"
        before = row["ended_at"]
    if told != (taken := Counter(row["user_id"] for row in stored.net_days)):
        yield f"the safety net took days of users {dict(taken)}, and {dict(told)} were told"

"""Check the pauses of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.admin.verify.checks.times import near
from bot.match_files.log_checks import SKEW

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from bot.admin.verify.checks.stored_match import Stored


def check_pauses(stored: Stored) -> Iterator[str]:
    """Yield what is wrong with the pauses of a match, as clauses."""
    if stored.pauses and stored.clock is None:
        yield "it was paused, but has no clock"
    ended = [*stored.times[1:], *(post["created_at"] for post in stored.posted("resumed"))]
    before: datetime | None = None
    for row in sorted(stored.pauses, key=lambda each: each["began_at"]):
        label = f"pause {row['id']}"
        if before is not None and row["began_at"] < before - SKEW:
            yield f"{label} begins before the one before it ends"
        if row["ended_at"] is not None and row["ended_at"] < row["began_at"]:
            yield f"{label} ends before it begins"
        if not any(near(row["began_at"], post["created_at"]) for post in stored.posted("paused")):
            yield f"{label} begins at {row['began_at']}, when no pause was posted"
        if row["ended_at"] is not None and not any(near(row["ended_at"], each) for each in ended):
            yield f"{label} ends at {row['ended_at']}, when nothing ended it"
        if row["ended_at"] is None and row is not max(stored.pauses, key=lambda each: each["began_at"]):
            yield f"{label} has no end, and a later one has begun"
        before = row["ended_at"] or row["began_at"]
    if len(stored.posted("paused")) > len(stored.pauses):
        yield f"{len(stored.posted('paused'))} pauses of it were posted, and {len(stored.pauses)} are here"

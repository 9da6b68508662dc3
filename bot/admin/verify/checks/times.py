"""Compare the times that rows name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.match_files.log_checks import SKEW

if TYPE_CHECKING:
    from datetime import datetime

    from bot.admin.verify.checks.stored_match import Stored


def near(one: datetime, other: datetime) -> bool:
    """Return whether two times can be of one moment, by the clocks of two processes."""
    return abs(one - other) <= SKEW


def stood_after(stored: Stored, seq: int, at: datetime) -> bool:
    """Return whether a match stood after an event at a time."""
    later = stored.times[seq + 1] if seq + 1 < len(stored.times) else None
    return stored.times[seq] - SKEW <= at and (later is None or at <= later + SKEW)

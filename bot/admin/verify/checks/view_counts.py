"""Checks of how often a match was replayed and watched."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.view_counts import hour_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from bot.admin.verify.checks.stored_match import Stored

SET_BACK, AHEAD = timedelta(hours=12), timedelta(hours=2)
"""How far a machine's clock may have been behind, and ahead, when a view was counted."""


def check_views(stored: Stored, now: datetime) -> Iterator[str]:
    """Yield what is wrong with the views of a match, as clauses."""
    if stored.views and stored.match.is_direct:
        yield "it has views, and is in direct messages, where none are counted"
    first, last = hour_of(stored.match.created_at - SET_BACK), hour_of(now + AHEAD)
    for row in stored.views:
        if row["views"] < 1:
            yield f"it was viewed {row['views']} times in hour {row['hour']}"
        if not first <= row["hour"] <= last:
            yield f"it was viewed in hour {row['hour']}, before it began or in the future"

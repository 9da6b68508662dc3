"""Check the requests of people to be deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.match_files.log_checks import AHEAD, SKEW

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from storage.queries.inspection import Row


def check_deletion(row: Row, now: datetime) -> Iterator[str]:
    """Yield what is wrong with a person's request to be deleted, as clauses."""
    asked, erased = row["asked_at"], row["erased_at"]
    if row["user_id"] < 1:
        yield "is no person"
    if asked > now + AHEAD or (erased is not None and not asked - SKEW <= erased <= now + AHEAD):
        yield f"asked for their deletion at {asked}, which was done at {erased}, and that can't be"

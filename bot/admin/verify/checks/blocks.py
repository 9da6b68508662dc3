"""Check the blocks of people on servers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.match_files.log_checks import AHEAD

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from storage.queries.inspection import Row


def check_block(row: Row, now: datetime) -> Iterator[str]:
    """Yield what is wrong with a block, as clauses. One of a person who deleted their data has their id alone."""
    if row["user_id"] < 1 or row["guild_id"] < 1:
        yield "is of no person, or on no server"
    if (row["blocked_at"] is None) != (row["blocked_by"] is None) or (row["blocked_at"] is None and row["reason"]):
        yield f"was made by {row['blocked_by']} at {row['blocked_at']}, which can't be"
    elif row["blocked_at"] is not None and row["blocked_at"] > now + AHEAD:
        yield f"was made at {row['blocked_at']}, in the future"

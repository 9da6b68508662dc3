"""Check the channels and threads that are known to be deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.match_files.log_checks import AHEAD

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from storage.queries.inspection import Row


def check_deleted_channel(row: Row, now: datetime) -> Iterator[str]:
    """Yield what is wrong with a deleted channel, as clauses."""
    if row["channel_id"] < 1:
        yield "is no channel"
    if row["noted_at"] > now + AHEAD:
        yield f"was noted as deleted at {row['noted_at']}, in the future"

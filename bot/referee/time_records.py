"""How often people moved in time, over all servers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.history.outcome import OUT_OF_TIME
from storage.queries import time_records

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from bot.referee.context import Context
    from storage.queries.time_records import TimeRecord

FEWEST = 5
"""Matches from which on a share says something."""


async def load_time_records(context: Context, user_ids: Collection[int]) -> Mapping[int, TimeRecord]:
    """Return by id how often people moved in time who have played enough matches with a clock."""
    if not user_ids:
        return {}
    async with context.database.read() as tx:
        found = await time_records.of_people(tx, user_ids, OUT_OF_TIME)
    return {user_id: record for user_id, record in found.items() if record.matches >= FEWEST}

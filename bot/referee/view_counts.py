"""Count how often matches are replayed and watched, without keeping who looked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries import view_counts

if TYPE_CHECKING:
    from datetime import datetime

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Match


def hour_of(at: datetime) -> int:
    """Return the number of full hours between 1970 and a time."""
    return int(at.timestamp() // 3600)


async def count_view(context: Context, tx: Tx, match: Match) -> None:
    """Count a view of a match now; one in direct messages has none to be counted."""
    if not match.is_direct:
        await view_counts.add(tx, match.id, hour_of(context.now()))


async def count_replay(context: Context, match: Match) -> None:
    """Count that somebody saw a replay of a match."""
    async with context.database.write() as tx:
        await count_view(context, tx, match)

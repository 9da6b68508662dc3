"""Whether it is somebody's quiet hours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import preferences, zones
from bot.referee.hours import NONE, is_quiet

if TYPE_CHECKING:
    from bot.referee.table import Table
    from storage.database import Tx


async def now(table: Table, tx: Tx, user_id: int, guild_id: int | None = None) -> bool:
    """Return whether nothing is to ring for a person now, by the clocks of their own zone, else of the server's."""
    chosen = await preferences.chosen(tx, user_id)
    if chosen.quiet == NONE:
        return False
    return is_quiet(chosen.quiet, table.now(), await zones.of_person(tx, user_id, guild_id))

"""Whether it is somebody's quiet hours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.people import preferences, timezones
from bot.referee.people.quiet_hours import NONE, is_quiet

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx


async def now(context: Context, tx: Tx, user_id: int, guild_id: int | None = None) -> bool:
    """Return whether nothing is to ring for a person now, by the clocks of their own zone, else of the server's."""
    chosen = await preferences.chosen(tx, user_id)
    if chosen.quiet == NONE:
        return False
    return is_quiet(chosen.quiet, context.now(), await timezones.of_person(tx, user_id, guild_id))

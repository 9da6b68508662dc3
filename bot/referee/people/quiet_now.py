"""Whether messages to a person arrive silently now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.people.preferences import load_preferences
from bot.referee.people.timezones import person_zone
from bot.referee.times.quiet_hours import NO_QUIET_HOURS, is_quiet

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx


async def is_quiet_now(context: Context, tx: Tx, user_id: int, guild_id: int | None = None) -> bool:
    """Return whether it is a person's quiet hours now, in their own time zone, else in that of the server."""
    quiet_hours = (await load_preferences(tx, user_id)).quiet
    if quiet_hours == NO_QUIET_HOURS:
        return False
    return is_quiet(quiet_hours, context.now(), await person_zone(tx, user_id, guild_id))

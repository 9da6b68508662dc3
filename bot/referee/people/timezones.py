"""A person's time zone."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from bot.referee.guilds.settings import load_settings
from bot.referee.times.zone_names import stored_zone
from storage.queries import matches, people

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx


async def person_zone(tx: Tx, user_id: int, guild_id: int | None = None) -> ZoneInfo:
    """Return a person's time zone: the one they chose, else that of the server.

    Without a server it is that of the server of their latest match, and UTC for a person who has played none.
    """
    chosen = stored_zone((await people.preferences(tx, user_id)).get("zone", ""))
    if chosen is not None:
        return chosen
    if guild_id is None:
        guild_id = await matches.latest_guild(tx, user_id)
    return ZoneInfo("UTC") if guild_id is None else (await load_settings(tx, guild_id)).time_zone


async def load_person_zone(context: Context, user_id: int, guild_id: int | None) -> ZoneInfo:
    """Return `person_zone`, read in a transaction of its own."""
    async with context.database.read() as tx:
        return await person_zone(tx, user_id, guild_id)

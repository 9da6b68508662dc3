"""Whose clocks tell a person's time of day."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from bot.referee.guilds import settings
from bot.referee.people.quiet_hours import zone_named
from storage.tables import matches, people

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx

UTC = ZoneInfo("UTC")


async def of_person(tx: Tx, user_id: int, guild_id: int | None = None) -> ZoneInfo:
    """Return a person's time zone: their own, else that of the server at hand.

    Where none is at hand it is that of the server of their latest match, and UTC for who has played none.
    """
    own = zone_named((await people.preferences(tx, user_id)).get("zone", ""))
    if own is not None:
        return own
    if guild_id is None:
        guild_id = await matches.latest_guild(tx, user_id)
    return UTC if guild_id is None else (await settings.chosen(tx, guild_id)).time_zone


async def at_hand(context: Context, user_id: int, guild_id: int | None) -> ZoneInfo:
    """Return the same for a person who asks on a server, or by direct message."""
    async with context.database.read() as tx:
        return await of_person(tx, user_id, guild_id)

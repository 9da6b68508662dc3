"""Settings of servers. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.tables.schema import guilds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from storage.engine.database import Tx

_SETTINGS = select(guilds.c.settings).where(guilds.c.guild_id == bindparam("guild"))


async def settings(tx: Tx, guild_id: int) -> dict[str, Any]:
    """Return the settings of a server that differ from the defaults."""
    return (await tx.execute(_SETTINGS, {"guild": guild_id})).scalar_one_or_none() or {}


async def lock(tx: Tx, guild_id: int) -> None:
    """Lock the settings of a server until the transaction ends."""
    query = select(guilds.c.guild_id).where(guilds.c.guild_id == guild_id).with_for_update()
    if (await tx.execute(query)).first() is not None:
        return
    try:
        async with tx.begin_nested():
            await tx.execute(insert(guilds).values(guild_id=guild_id, settings={}))
    except IntegrityError:  # another process added the row first
        await tx.execute(query)


async def set_settings(tx: Tx, guild_id: int, wanted: Mapping[str, Any]) -> None:
    """Replace the settings of a server, whose row the caller has locked."""
    await tx.execute(update(guilds).where(guilds.c.guild_id == guild_id).values(settings=dict(wanted)))

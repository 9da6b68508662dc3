"""What the admins of servers chose. All calls run in the caller's transaction."""

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
    """Return what was chosen for a server, where that is not as usual; empty for one where nothing was."""
    return (await tx.execute(_SETTINGS, {"guild": guild_id})).scalar_one_or_none() or {}


async def lock(tx: Tx, guild_id: int) -> None:
    """Be the only one that holds what was chosen for this server until the transaction ends; others wait."""
    held = select(guilds.c.guild_id).where(guilds.c.guild_id == guild_id).with_for_update()
    if (await tx.execute(held)).first() is not None:
        return
    try:
        async with tx.begin_nested():
            await tx.execute(insert(guilds).values(guild_id=guild_id, settings={}))
    except IntegrityError:  # another process was quicker, and has ended meanwhile
        await tx.execute(held)


async def set_settings(tx: Tx, guild_id: int, wanted: Mapping[str, Any]) -> None:
    """Keep what was chosen for a server that is held, in place of what was chosen before."""
    await tx.execute(update(guilds).where(guilds.c.guild_id == guild_id).values(settings=dict(wanted)))

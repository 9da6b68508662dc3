"""When guilds were last reached, and their outages. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.schema import beats, outages

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from storage.engine.database import Tx


async def last_reached(tx: Tx, guild_id: int) -> datetime | None:
    """Return when a guild was last reached, or None if that was never stored."""
    return (await tx.execute(select(beats.c.at).where(beats.c.guild_id == guild_id))).scalar_one_or_none()


async def lock(tx: Tx, guild_id: int, now: datetime) -> datetime:
    """Lock the guild's row until the transaction ends and return when it was last reached, `now` for a new one."""
    query = select(beats.c.at).where(beats.c.guild_id == guild_id).with_for_update()
    known = (await tx.execute(query)).scalar_one_or_none()
    if known is not None:
        return known
    try:
        async with tx.begin_nested():
            await tx.execute(insert(beats).values(guild_id=guild_id, at=now))
    except IntegrityError:  # another process was quicker
        return (await tx.execute(query)).scalar_one()
    return now


async def record_beat(tx: Tx, guild_id: int, at: datetime) -> None:
    """Store when a guild, whose row the caller has locked, was last reached."""
    await tx.execute(update(beats).where(beats.c.guild_id == guild_id).values(at=at))


async def add(tx: Tx, guild_id: int, began: datetime, ended: datetime) -> None:
    """Store an outage of a guild."""
    await tx.execute(insert(outages).values(guild_id=guild_id, began_at=began, ended_at=ended))


async def shift(tx: Tx, guild_id: int, by: timedelta) -> None:
    """Shift the outages of a guild, and when it was last reached."""
    for row in (await tx.execute(select(outages).where(outages.c.guild_id == guild_id))).all():
        moved = {"began_at": row.began_at + by, "ended_at": row.ended_at + by}
        await tx.execute(update(outages).where(outages.c.id == row.id).values(moved))
    last = await last_reached(tx, guild_id)
    if last is not None:
        await record_beat(tx, guild_id, last + by)


async def ending_after(tx: Tx, guild_id: int, moment: datetime) -> list[tuple[datetime, datetime]]:
    """Return the outages of a guild that end after a moment, in order."""
    query = select(outages.c.began_at, outages.c.ended_at).where(outages.c.guild_id == guild_id)
    rows = await tx.execute(query.where(outages.c.ended_at > moment).order_by(outages.c.began_at))
    return [(row.began_at, row.ended_at) for row in rows]


async def delete_before(tx: Tx, guild_id: int, before: datetime) -> None:
    """Delete the outages of a guild that ended by a moment."""
    await tx.execute(delete(outages).where(outages.c.guild_id == guild_id, outages.c.ended_at <= before))

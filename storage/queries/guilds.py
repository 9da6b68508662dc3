"""Settings of servers, their daily puzzles and matches of the week, and the channels in which something goes on.

All calls run in the caller's transaction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.schema import challenges, guilds, matches, tournaments

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from storage.engine.database import Tx

_SETTINGS = select(guilds.c.settings).where(guilds.c.guild_id == bindparam("guild"))
_WEEKLY_DUE = select(guilds.c.guild_id).where(guilds.c.weekly_at <= bindparam("now"))
_DUE = select(guilds.c.guild_id).where(guilds.c.puzzle_at <= bindparam("now"))


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


async def set_puzzle(tx: Tx, guild_id: int, at: datetime | None) -> None:
    """Set when the next daily puzzle of a server is due, None for none; the caller has locked its row."""
    await tx.execute(update(guilds).where(guilds.c.guild_id == guild_id).values(puzzle_at=at))


async def due_puzzles(tx: Tx, now: datetime) -> list[int]:
    """Return the servers whose daily puzzles are due, the most overdue first."""
    return list((await tx.execute(_DUE.order_by(guilds.c.puzzle_at), {"now": now})).scalars())


async def take_puzzle(tx: Tx, guild_id: int, now: datetime) -> bool:
    """Lock a server's row until the transaction ends, and return whether a daily puzzle is still due."""
    query = _DUE.where(guilds.c.guild_id == guild_id).with_for_update()
    return (await tx.execute(query, {"now": now})).first() is not None


async def set_weekly(tx: Tx, guild_id: int, at: datetime | None) -> None:
    """Set when the next match of the week of a server is due, None for none; the caller has locked its row."""
    await tx.execute(update(guilds).where(guilds.c.guild_id == guild_id).values(weekly_at=at))


async def due_weekly(tx: Tx, now: datetime) -> list[int]:
    """Return the servers whose matches of the week are due, the most overdue first."""
    return list((await tx.execute(_WEEKLY_DUE.order_by(guilds.c.weekly_at), {"now": now})).scalars())


async def take_weekly(tx: Tx, guild_id: int, now: datetime) -> bool:
    """Lock a server's row until the transaction ends, and return whether a match of the week is still due."""
    query = _WEEKLY_DUE.where(guilds.c.guild_id == guild_id).with_for_update()
    return (await tx.execute(query, {"now": now})).first() is not None


async def channels_of_matches(tx: Tx, guild_id: int) -> set[int]:
    """Return the channels in which matches of a server go on, or challenges are open.

    A match in a thread counts for the channel in which it began.
    """
    running = select(matches.c.channel_id).where(matches.c.guild_id == guild_id, matches.c.ended_at.is_(None))
    waiting = select(challenges.c.channel_id).where(challenges.c.status == "open", challenges.c.guild_id == guild_id)
    return set((await tx.execute(running.union(waiting))).scalars())


async def channels_of_events(tx: Tx, guild_id: int) -> set[int]:
    """Return the channels with the pages of a server's events that aren't over."""
    query = select(tournaments.c.channel_id).where(
        tournaments.c.guild_id == guild_id, tournaments.c.status.in_(("open", "running"))
    )
    return set((await tx.execute(query)).scalars())

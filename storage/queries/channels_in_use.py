"""The channels of servers in which something goes on. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from storage.schema import challenges, matches, tournaments

if TYPE_CHECKING:
    from storage.engine.database import Tx


async def of_matches(tx: Tx, guild_id: int) -> set[int]:
    """Return the channels in which matches of a server go on, or challenges are open.

    A match in a thread counts for the channel in which it began.
    """
    running = select(matches.c.channel_id).where(matches.c.guild_id == guild_id, matches.c.ended_at.is_(None))
    waiting = select(challenges.c.channel_id).where(challenges.c.status == "open", challenges.c.guild_id == guild_id)
    return set((await tx.execute(running.union(waiting))).scalars())


async def of_events(tx: Tx, guild_id: int) -> set[int]:
    """Return the channels with the pages of a server's events that aren't over."""
    query = select(tournaments.c.channel_id).where(
        tournaments.c.guild_id == guild_id, tournaments.c.status.in_(("open", "running"))
    )
    return set((await tx.execute(query)).scalars())

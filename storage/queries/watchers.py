"""People who want to hear how a match ends. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from storage.schema import watchers

if TYPE_CHECKING:
    from storage.engine.database import Tx


async def add(tx: Tx, match_id: int, user_id: int) -> None:
    """Store that a person watches a match, who doesn't yet; lock the match first."""
    await tx.execute(insert(watchers).values(match_id=match_id, user_id=user_id))


async def remove(tx: Tx, match_id: int, user_id: int) -> bool:
    """Remove a person's watch of a match, and return whether there was one."""
    query = delete(watchers).where(watchers.c.match_id == match_id, watchers.c.user_id == user_id)
    return (await tx.execute(query.returning(watchers.c.user_id))).first() is not None


async def watched_by(tx: Tx, user_id: int) -> set[int]:
    """Return the matches that a person watches."""
    return set((await tx.execute(select(watchers.c.match_id).where(watchers.c.user_id == user_id))).scalars())


async def take(tx: Tx, match_id: int) -> list[int]:
    """Remove the watchers of a match, and return them in a fixed order."""
    query = delete(watchers).where(watchers.c.match_id == match_id).returning(watchers.c.user_id)
    return sorted((await tx.execute(query)).scalars())

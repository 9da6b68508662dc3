"""When the threads of ended matches are due to be archived. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, insert, select

from storage.schema import thread_archives

if TYPE_CHECKING:
    from datetime import datetime

    from storage.engine.database import Tx

_DUE = select(thread_archives.c.match_id).where(thread_archives.c.due_at <= bindparam("now"))


async def schedule(tx: Tx, match_id: int, due_at: datetime) -> None:
    """Store when the thread of a match that ends is due."""
    await tx.execute(insert(thread_archives).values(match_id=match_id, due_at=due_at))


async def due(tx: Tx, now: datetime) -> list[int]:
    """Return the matches whose threads are due, the most overdue first."""
    return list((await tx.execute(_DUE.order_by(thread_archives.c.due_at), {"now": now})).scalars())


async def take(tx: Tx, match_id: int, now: datetime) -> bool:
    """Remove what is stored for a match, and return whether it was due. Of two processes one gets True."""
    query = delete(thread_archives).where(thread_archives.c.match_id == match_id, thread_archives.c.due_at <= now)
    return (await tx.execute(query.returning(thread_archives.c.match_id))).first() is not None

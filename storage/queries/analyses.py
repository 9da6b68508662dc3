"""What people try in matches, and what all try together once one is over. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, insert, select, update

from storage.schema import analyses

if TYPE_CHECKING:
    from storage.engine.database import Tx

_HERE = (analyses.c.match_id == bindparam("match")) & (analyses.c.user_id == bindparam("user"))
_GET = select(analyses.c.tree).where(_HERE)


async def get(tx: Tx, match_id: int, user_id: int) -> Any:
    """Return a person's analysis of a match, or that of all if the id is 0; None if there is none."""
    return (await tx.execute(_GET, {"match": match_id, "user": user_id})).scalar()


async def put(tx: Tx, match_id: int, user_id: int, tree: Any) -> None:
    """Store an analysis in place of the one before. Lock the match first."""
    here = {"match": match_id, "user": user_id}
    stored = await tx.execute(update(analyses).where(_HERE).values(tree=tree), here)
    if not stored.rowcount:
        await tx.execute(insert(analyses).values(match_id=match_id, user_id=user_id, tree=tree))

"""States of long matches, so that they needn't be replayed whole. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, insert, select

from storage.queries.rows import SavedState
from storage.schema import saved_states

if TYPE_CHECKING:
    from storage.engine.database import Tx

_OF_MATCH = select(saved_states).where(saved_states.c.match_id == bindparam("match"))
_DELETE = delete(saved_states).where(saved_states.c.match_id == bindparam("match"))


async def of_match(tx: Tx, match_id: int) -> SavedState | None:
    """Return the saved state of a match, or None."""
    row = (await tx.execute(_OF_MATCH, {"match": match_id})).one_or_none()
    return None if row is None else SavedState(*row)


async def replace(tx: Tx, saved: SavedState) -> None:
    """Save the state of a match in place of the one before. Lock the match first."""
    await remove(tx, saved.match_id)
    await tx.execute(insert(saved_states), asdict(saved))


async def remove(tx: Tx, match_id: int) -> None:
    """Remove the saved state of a match, if there is one."""
    await tx.execute(_DELETE, {"match": match_id})

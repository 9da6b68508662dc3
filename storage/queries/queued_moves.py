"""Moves that players decided before their turns. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update

from storage.engine.errors import AlreadyStored
from storage.schema import queued_moves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from storage.engine.database import Tx


async def replace(tx: Tx, match_id: int, seat: int, moves: Sequence[str], source_id: int) -> None:
    """Store the moves that a seat queues, the next one first, in place of those that it queued before.

    Lock the match first. Raises `AlreadyStored` for a message or interaction that isn't later than the last one.
    """
    here = (queued_moves.c.match_id == match_id) & (queued_moves.c.seat == seat)
    last = await last_source(tx, match_id, seat)
    if last is not None and last >= source_id:
        raise AlreadyStored(f"source {source_id} queued moves before")
    row = {"moves": "\n".join(moves), "source_id": source_id}
    if last is None:
        await tx.execute(insert(queued_moves).values(match_id=match_id, seat=seat, **row))
    else:
        await tx.execute(update(queued_moves).where(here).values(row))


async def last_source(tx: Tx, match_id: int, seat: int) -> int | None:
    """Return the message or interaction by which a seat queued moves last, or None."""
    here = (queued_moves.c.match_id == match_id) & (queued_moves.c.seat == seat)
    return (await tx.execute(select(queued_moves.c.source_id).where(here))).scalar()


async def of_match(tx: Tx, match_id: int) -> dict[int, list[str]]:
    """Return the moves that wait in a match by seat, the next one first; seats without any are left out."""
    rows = await tx.execute(
        select(queued_moves.c.seat, queued_moves.c.moves).where(queued_moves.c.match_id == match_id)
    )
    return {row.seat: row.moves.split("\n") for row in rows if row.moves}


async def keep(tx: Tx, match_id: int, seat: int, moves: Sequence[str]) -> None:
    """Keep only these of the moves that a seat queued. The row stays, so that its source stays known."""
    here = (queued_moves.c.match_id == match_id) & (queued_moves.c.seat == seat)
    await tx.execute(update(queued_moves).where(here).values(moves="\n".join(moves)))

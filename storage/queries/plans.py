"""What players plan to answer in their matches. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, insert, select, update

from storage.engine.errors import AlreadyStored
from storage.queries.rows import StoredPlan
from storage.schema import plans

if TYPE_CHECKING:
    from storage.engine.database import Tx

_OF_MATCH = select(plans.c.seat, plans.c.seq, plans.c.tree).where(plans.c.match_id == bindparam("match"))


async def of_match(tx: Tx, match_id: int) -> list[StoredPlan]:
    """Return the plans of a match in seat order; empty ones are left out."""
    rows = await tx.execute(_OF_MATCH.order_by(plans.c.seat), {"match": match_id})
    return [StoredPlan(row.seat, row.seq, row.tree) for row in rows if row.tree]


async def replace(tx: Tx, match_id: int, seat: int, seq: int, tree: Any, source_id: int) -> None:
    """Store the plan of a seat from event `seq` on, in place of the one before. Lock the match first.

    Raises `AlreadyStored` for a message or interaction that isn't later than the last one.
    """
    here = (plans.c.match_id == match_id) & (plans.c.seat == seat)
    last = await last_source(tx, match_id, seat)
    if last is not None and last >= source_id:
        raise AlreadyStored(f"source {source_id} made a plan before")
    row = {"seq": seq, "tree": tree, "source_id": source_id}
    if last is None:
        await tx.execute(insert(plans).values(match_id=match_id, seat=seat, **row))
    else:
        await tx.execute(update(plans).where(here).values(row))


async def last_source(tx: Tx, match_id: int, seat: int) -> int | None:
    """Return the message or interaction by which a seat planned last, or None."""
    here = (plans.c.match_id == match_id) & (plans.c.seat == seat)
    return (await tx.execute(select(plans.c.source_id).where(here))).scalar()


async def keep(tx: Tx, match_id: int, seat: int, seq: int, tree: Any) -> None:
    """Store what is left of a seat's plan after event `seq`. The row stays, so that its source stays known."""
    here = (plans.c.match_id == match_id) & (plans.c.seat == seat)
    await tx.execute(update(plans).where(here).values(seq=seq, tree=tree))

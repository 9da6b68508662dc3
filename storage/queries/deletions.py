"""People who asked for the deletion of what is kept of them. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.schema import deletions, failed_jobs, matches, pairings, seats

if TYPE_CHECKING:
    from datetime import datetime

    from storage.engine.database import Tx

_OF_USER = deletions.c.user_id == bindparam("user")
_ALL = select(deletions).order_by(deletions.c.asked_at, deletions.c.user_id)
_LOCK = _ALL.where(_OF_USER).with_for_update()
_CHANGE = update(deletions).where(_OF_USER)
_REMOVE = delete(deletions).where(_OF_USER)
_ACTIVE = (
    select(seats.c.match_id, seats.c.user_id)
    .join(matches, matches.c.id == seats.c.match_id)
    .where(matches.c.ended_at.is_(None), seats.c.gone.is_(False))
)
_TO_RESIGN = (
    _ACTIVE.with_only_columns(seats.c.match_id)
    .join(deletions, deletions.c.user_id == seats.c.user_id)
    .outerjoin(pairings, pairings.c.match_id == seats.c.match_id)
    .outerjoin(failed_jobs, (failed_jobs.c.kind == "withdrawal") & (failed_jobs.c.key == seats.c.match_id))
    .where(pairings.c.id.is_(None) | failed_jobs.c.key.is_not(None))
    .distinct()
    .order_by(seats.c.match_id)
)
_PLAYS = _ACTIVE.where(seats.c.user_id == bindparam("user")).limit(1)


@dataclass(frozen=True, slots=True)
class Deletion:
    """A person asked for it at `asked_at`; `erased_at` is when it was done, None before."""

    user_id: int
    asked_at: datetime
    erased_at: datetime | None


async def request(tx: Tx, user_id: int, at: datetime) -> None:
    """Store that a person asked, also if they did before and it was done."""
    known = await lock(tx, user_id)
    if known is None:
        try:
            async with tx.begin_nested():
                await tx.execute(insert(deletions), {"user_id": user_id, "asked_at": at})
        except IntegrityError:  # another process has just added it
            if await lock(tx, user_id) is None:
                raise
    elif known.erased_at is not None:
        await tx.execute(_CHANGE, {"user": user_id, "asked_at": at, "erased_at": None})


async def everyone(tx: Tx) -> list[Deletion]:
    """Return all deletions that aren't over, oldest first."""
    return [Deletion(*row) for row in await tx.execute(_ALL)]


async def lock(tx: Tx, user_id: int) -> Deletion | None:
    """Lock a person's deletion until the transaction ends and return it, or None."""
    row = (await tx.execute(_LOCK, {"user": user_id})).first()
    return None if row is None else Deletion(*row)


async def mark_erased(tx: Tx, user_id: int, at: datetime) -> None:
    """Store that what is kept of a person was erased."""
    await tx.execute(_CHANGE, {"user": user_id, "erased_at": at})


async def remove(tx: Tx, user_id: int) -> None:
    """Forget that a person asked."""
    await tx.execute(_REMOVE, {"user": user_id})


async def matches_to_resign(tx: Tx) -> list[int]:
    """Return the active matches in which people sit who are to be deleted.

    Those of a tournament are left by withdrawing from it, but where that failed.
    """
    return list((await tx.execute(_TO_RESIGN)).scalars())


async def plays(tx: Tx, user_id: int) -> bool:
    """Return whether a person has a seat in an active match."""
    return (await tx.execute(_PLAYS, {"user": user_id})).first() is not None

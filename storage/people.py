"""What people prefer, by their user id. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.schema import people

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from storage.database import Tx


async def look(tx: Tx, user_id: int) -> dict[str, str]:
    """Return how a person wants boards to look, where that is not as usual; empty for somebody unknown."""
    known = (await tx.execute(select(people.c.look).where(people.c.user_id == user_id))).scalar_one_or_none()
    return {} if known is None else known


async def set_look(tx: Tx, user_id: int, wanted: Mapping[str, str]) -> None:
    """Keep how a person wants boards to look, in place of what they wanted before."""
    await _keep(tx, user_id, look=dict(wanted))


async def preferences(tx: Tx, user_id: int) -> dict[str, str]:
    """Return what else a person chose, where that is not as usual; empty for somebody unknown."""
    known = await tx.execute(select(people.c.preferences).where(people.c.user_id == user_id))
    return known.scalar_one_or_none() or {}


async def set_preferences(tx: Tx, user_id: int, wanted: Mapping[str, str]) -> None:
    """Keep what else a person chose, in place of what they chose before."""
    await _keep(tx, user_id, preferences=dict(wanted))


async def hold(tx: Tx, user_id: int) -> None:
    """Be the only one that holds this person until the transaction ends; others wait."""
    held = select(people.c.user_id).where(people.c.user_id == user_id).with_for_update()
    if (await tx.execute(held)).first() is not None:
        return
    try:
        async with tx.begin_nested():
            await tx.execute(insert(people).values(user_id=user_id, look={}))
    except IntegrityError:  # another process was quicker, and has ended meanwhile
        await tx.execute(held)


async def set_digest(tx: Tx, user_id: int, at: datetime | None) -> None:
    """Say when a person's next digest is due; None where they want none."""
    await _keep(tx, user_id, digest_at=at)


async def any_digest(tx: Tx, now: datetime) -> bool:
    """Return whether anybody's digest is due."""
    return (await tx.execute(select(people.c.user_id).where(people.c.digest_at <= now).limit(1))).first() is not None


async def take_digests(tx: Tx, now: datetime, limit: int = 100) -> list[int]:
    """Return people whose digests are due, the longest first, and that no other process is at.

    They are this process's until the transaction ends.
    """
    due = select(people.c.user_id).where(people.c.digest_at <= now).order_by(people.c.digest_at)
    return list((await tx.execute(due.limit(limit).with_for_update(skip_locked=True))).scalars())


async def _keep(tx: Tx, user_id: int, **chosen: object) -> None:
    try:
        async with tx.begin_nested():
            await tx.execute(insert(people).values({"user_id": user_id, "look": {}, **chosen}))
    except IntegrityError:
        await tx.execute(update(people).where(people.c.user_id == user_id).values(chosen))

"""What people prefer, by their user id. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.schema import people

if TYPE_CHECKING:
    from collections.abc import Mapping

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


async def _keep(tx: Tx, user_id: int, **chosen: dict[str, str]) -> None:
    try:
        async with tx.begin_nested():
            await tx.execute(insert(people).values({"user_id": user_id, "look": {}, **chosen}))
    except IntegrityError:
        await tx.execute(update(people).where(people.c.user_id == user_id).values(chosen))

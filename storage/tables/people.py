"""What people prefer, by their user id. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.tables.schema import people

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from storage.engine.database import Tx

_THEM = people.c.user_id == bindparam("user")
_LOOK = select(people.c.look).where(_THEM)
_PREFERENCES = select(people.c.preferences).where(_THEM)
_HOLD = select(people.c.user_id).where(_THEM).with_for_update()
_ADD = insert(people)
_CHANGE = update(people).where(_THEM)
_DUE = select(people.c.user_id).where(people.c.digest_at <= bindparam("now"))
_DUE_IN_ORDER = _DUE.order_by(people.c.digest_at)
_TAKE_DUE = _DUE.where(_THEM).with_for_update()


async def look(tx: Tx, user_id: int) -> dict[str, str]:
    """Return how a person wants boards to look, where that is not as usual; empty for somebody unknown."""
    known = (await tx.execute(_LOOK, {"user": user_id})).scalar_one_or_none()
    return {} if known is None else known


async def set_look(tx: Tx, user_id: int, wanted: Mapping[str, str]) -> None:
    """Keep how a person wants boards to look, in place of what they wanted before."""
    await _keep(tx, user_id, look=dict(wanted))


async def preferences(tx: Tx, user_id: int) -> dict[str, str]:
    """Return what else a person chose, where that is not as usual; empty for somebody unknown."""
    return (await tx.execute(_PREFERENCES, {"user": user_id})).scalar_one_or_none() or {}


async def set_preferences(tx: Tx, user_id: int, wanted: Mapping[str, str]) -> None:
    """Keep what else a person chose, in place of what they chose before."""
    await _keep(tx, user_id, preferences=dict(wanted))


async def lock(tx: Tx, user_id: int) -> None:
    """Be the only one that holds this person until the transaction ends; others wait."""
    if (await tx.execute(_HOLD, {"user": user_id})).first() is not None:
        return
    try:
        async with tx.begin_nested():
            await tx.execute(_ADD, {"user_id": user_id, "look": {}})
    except IntegrityError:  # another process was quicker, and has ended meanwhile
        await tx.execute(_HOLD, {"user": user_id})


async def set_digest(tx: Tx, user_id: int, at: datetime | None) -> None:
    """Say when a person's next digest is due; None where they want none."""
    await _keep(tx, user_id, digest_at=at)


async def due_digests(tx: Tx, now: datetime) -> list[int]:
    """Return people whose digests are due, the longest first."""
    return list((await tx.execute(_DUE_IN_ORDER, {"now": now})).scalars())


async def take_digest(tx: Tx, user_id: int, now: datetime) -> bool:
    """Hold a person whose digest is due until the transaction ends, and return whether it still is."""
    return (await tx.execute(_TAKE_DUE, {"user": user_id, "now": now})).first() is not None


async def _keep(tx: Tx, user_id: int, **chosen: object) -> None:
    try:
        async with tx.begin_nested():
            await tx.execute(_ADD, {"user_id": user_id, "look": {}, **chosen})
    except IntegrityError:
        await tx.execute(_CHANGE, {"user": user_id, **chosen})

"""Preferences of people, by user id. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.queries.batches import IDS, fetch_in_batches
from storage.schema import people

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from storage.engine.database import Tx

_OF_USER = people.c.user_id == bindparam("user")
_LOOK = select(people.c.look).where(_OF_USER)
_PREFERENCES_OF = select(people.c.user_id, people.c.preferences).where(people.c.user_id.in_(IDS))
_PREFERENCES = select(people.c.preferences).where(_OF_USER)
_LOCK = select(people.c.user_id).where(_OF_USER).with_for_update()
_ADD = insert(people)
_CHANGE = update(people).where(_OF_USER)
_DUE = select(people.c.user_id).where(people.c.digest_at <= bindparam("now"))
_DUE_IN_ORDER = _DUE.order_by(people.c.digest_at)
_LOCK_DUE = _DUE.where(_OF_USER).with_for_update()


async def look(tx: Tx, user_id: int) -> dict[str, str]:
    """Return the display preferences of a person that differ from the defaults."""
    known = (await tx.execute(_LOOK, {"user": user_id})).scalar_one_or_none()
    return {} if known is None else known


async def set_look(tx: Tx, user_id: int, wanted: Mapping[str, str]) -> None:
    """Replace the display preferences of a person."""
    await _save(tx, user_id, look=dict(wanted))


async def preferences(tx: Tx, user_id: int) -> dict[str, str]:
    """Return the other preferences of a person that differ from the defaults."""
    return (await tx.execute(_PREFERENCES, {"user": user_id})).scalar_one_or_none() or {}


async def all_preferences(tx: Tx) -> dict[int, dict[str, str]]:
    """Return the other preferences of all people who have chosen any, by their ids."""
    rows = await tx.execute(select(people.c.user_id, people.c.preferences))
    return {row.user_id: row.preferences for row in rows if row.preferences}


async def preferences_of(tx: Tx, user_ids: Iterable[int]) -> dict[int, dict[str, str]]:
    """Return the other preferences of those among some people who have chosen any, by their ids."""
    rows = await fetch_in_batches(tx, _PREFERENCES_OF, sorted(set(user_ids)))
    return {row.user_id: row.preferences for row in rows if row.preferences}


async def set_preferences(tx: Tx, user_id: int, wanted: Mapping[str, str]) -> None:
    """Replace the other preferences of a person."""
    await _save(tx, user_id, preferences=dict(wanted))


async def lock(tx: Tx, user_id: int) -> None:
    """Lock a person's row until the transaction ends."""
    if (await tx.execute(_LOCK, {"user": user_id})).first() is not None:
        return
    try:
        async with tx.begin_nested():
            await tx.execute(_ADD, {"user_id": user_id, "look": {}})
    except IntegrityError:  # another process added the row first
        await tx.execute(_LOCK, {"user": user_id})


async def set_digest(tx: Tx, user_id: int, at: datetime | None) -> None:
    """Set when a person's next digest is due, None for no digest."""
    await _save(tx, user_id, digest_at=at)


async def due_digests(tx: Tx, now: datetime) -> list[int]:
    """Return the people whose digests are due, the most overdue first."""
    return list((await tx.execute(_DUE_IN_ORDER, {"now": now})).scalars())


async def take_digest(tx: Tx, user_id: int, now: datetime) -> bool:
    """Lock a person's row until the transaction ends, and return whether a digest is still due."""
    return (await tx.execute(_LOCK_DUE, {"user": user_id, "now": now})).first() is not None


async def _save(tx: Tx, user_id: int, **chosen: object) -> None:
    try:
        async with tx.begin_nested():
            await tx.execute(_ADD, {"user_id": user_id, "look": {}, **chosen})
    except IntegrityError:
        await tx.execute(_CHANGE, {"user": user_id, **chosen})

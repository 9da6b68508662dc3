"""When people are away, by their user id. All calls run in the caller's transaction.

Whoever changes somebody's vacation holds that person first (`people.lock`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, insert, select, update

from storage.tables.schema import vacations

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from storage.engine.database import Tx

_AT_ONCE = 500
_AWAY = select(vacations.c.user_id, vacations.c.ended_at).where(
    vacations.c.user_id.in_(bindparam("people", expanding=True)),
    vacations.c.began_at <= bindparam("now"),
    vacations.c.ended_at > bindparam("now"),
)


async def begin(tx: Tx, user_id: int, began: datetime, ended: datetime) -> None:
    """Note that a person is away from one moment to another."""
    await tx.execute(insert(vacations).values(user_id=user_id, began_at=began, ended_at=ended))


async def move_end(tx: Tx, user_id: int, now: datetime, ended: datetime) -> None:
    """Let the vacation of a person who is away end at another moment."""
    on = (vacations.c.user_id == user_id) & (vacations.c.ended_at > now)
    await tx.execute(update(vacations).where(on).values(ended_at=ended))


async def ending_after(tx: Tx, user_id: int, moment: datetime) -> list[tuple[datetime, datetime]]:
    """Return when a person is away, as intervals that end after a moment, in order."""
    query = select(vacations.c.began_at, vacations.c.ended_at).where(vacations.c.user_id == user_id)
    rows = await tx.execute(query.where(vacations.c.ended_at > moment).order_by(vacations.c.began_at))
    return [(row.began_at, row.ended_at) for row in rows]


async def away(tx: Tx, user_ids: Collection[int], now: datetime) -> dict[int, datetime]:
    """Return those of some people who are away, each with until when."""
    found: dict[int, datetime] = {}
    listed = list(user_ids)
    for start in range(0, len(listed), _AT_ONCE):
        some = {"people": listed[start : start + _AT_ONCE], "now": now}
        found |= {row.user_id: row.ended_at for row in await tx.execute(_AWAY, some)}
    return found

"""What must be said, written in the transaction that makes it true. All calls run in the caller's transaction.

A lane is a queue: while its first row is neither sent nor given up, the rows behind it wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, func, insert, or_, select, update

from storage.records import Post
from storage.schema import outbox, pending

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlalchemy import RowMapping

    from storage.database import Tx


async def put(
    tx: Tx,
    *,
    lane: str,
    kind: str,
    body: Mapping[str, Any],
    at: datetime,
    match_id: int | None = None,
    challenge_id: int | None = None,
    seq: int | None = None,
) -> Post:
    """Add a row at the end of a lane, due at once when its turn comes. `body` is made of what JSON knows."""
    row = insert(outbox).values(
        lane=lane,
        kind=kind,
        body=dict(body),
        match_id=match_id,
        challenge_id=challenge_id,
        seq=seq,
        created_at=at,
        attempts=0,
    )
    added = (await tx.execute(row.returning(*outbox.c))).mappings().one()
    return _post(added)


async def due(tx: Tx, now: datetime, limit: int = 100) -> list[Post]:
    """Return the first open row of each lane, where its time to be tried has come; oldest first."""
    firsts = select(func.min(outbox.c.id)).where(pending).group_by(outbox.c.lane)
    ready = or_(outbox.c.retry_at.is_(None), outbox.c.retry_at <= now)
    query = select(outbox).where(outbox.c.id.in_(firsts), ready).order_by(outbox.c.id).limit(limit)
    return [_post(row) for row in (await tx.execute(query)).mappings()]


async def attempting(tx: Tx, post_id: int, retry_at: datetime) -> None:
    """Count a try that is about to be made; without an outcome the row is due again at `retry_at`."""
    await tx.execute(
        update(outbox).where(outbox.c.id == post_id).values(attempts=outbox.c.attempts + 1, retry_at=retry_at)
    )


async def sent(tx: Tx, post_id: int, *, channel_id: int, message_id: int | None, at: datetime) -> None:
    """Say that a row went out and where to."""
    await tx.execute(
        update(outbox).where(outbox.c.id == post_id).values(sent_at=at, channel_id=channel_id, message_id=message_id)
    )


async def give_up(tx: Tx, post_id: int, reason: str, at: datetime) -> None:
    """Leave a row unsent for ever, with the reason kept for the operator; its lane goes on."""
    await tx.execute(update(outbox).where(outbox.c.id == post_id).values(given_up_at=at, given_up_for=reason))


async def by_message(tx: Tx, message_id: int) -> Post | None:
    """Return the row that a message came of, or None."""
    return await _newest(tx, select(outbox).where(outbox.c.message_id == message_id))


async def of_challenge(tx: Tx, challenge_id: int, kind: str) -> Post | None:
    """Return the newest row of a kind for a challenge, sent or not, or None."""
    return await _newest(tx, select(outbox).where(outbox.c.challenge_id == challenge_id, outbox.c.kind == kind))


async def backlog(tx: Tx) -> int:
    """Return how many rows are neither sent nor given up."""
    return (await tx.execute(select(func.count()).select_from(outbox).where(pending))).scalar_one()


async def _newest(tx: Tx, query: Select[Any]) -> Post | None:
    row = (await tx.execute(query.order_by(outbox.c.id.desc()).limit(1))).mappings().first()
    return None if row is None else _post(row)


def _post(row: RowMapping) -> Post:
    return Post(
        id=row["id"],
        lane=row["lane"],
        kind=row["kind"],
        body=row["body"],
        match_id=row["match_id"],
        challenge_id=row["challenge_id"],
        seq=row["seq"],
        created_at=row["created_at"],
        attempts=row["attempts"],
        sent_at=row["sent_at"],
        channel_id=row["channel_id"],
        message_id=row["message_id"],
    )

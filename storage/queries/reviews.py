"""Reviews of finished matches, one a match. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select, update

from storage.schema import reviews

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from storage.engine.database import Tx


async def ask(tx: Tx, match_id: int, at: datetime) -> None:
    """Store that a match is to be reviewed, for one that isn't yet. Lock the match first."""
    await tx.execute(insert(reviews).values(match_id=match_id, asked_at=at))


async def store(tx: Tx, match_id: int, content: Mapping[str, Any]) -> None:
    """Store what the review of a match has found, as JSON values; a review that is stored already stays as it is."""
    if not await of_match(tx, match_id):
        await tx.execute(update(reviews).where(reviews.c.match_id == match_id).values(content=dict(content)))


async def of_match(tx: Tx, match_id: int) -> dict[str, Any] | None:
    """Return the review of a match: an empty object while it is being found, None if nobody asked for it."""
    return (await tx.execute(select(reviews.c.content).where(reviews.c.match_id == match_id))).scalar()

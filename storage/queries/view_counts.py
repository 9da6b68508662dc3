"""How often matches are replayed and watched, hour by hour. All calls run in the caller's transaction.

An hour is a number: the full hours since 1970. Nothing says who looked at a match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.schema import match_views, matches

if TYPE_CHECKING:
    from storage.engine.database import Tx


async def add(tx: Tx, match_id: int, hour: int) -> None:
    """Count one view of a match in an hour."""
    more = (
        update(match_views)
        .where(match_views.c.match_id == match_id, match_views.c.hour == hour)
        .values(views=match_views.c.views + 1)
        .returning(match_views.c.views)
    )
    if (await tx.execute(more)).first() is not None:
        return
    try:
        async with tx.begin_nested():
            await tx.execute(insert(match_views).values(match_id=match_id, hour=hour, views=1))
    except IntegrityError:  # another process counted the first one
        await tx.execute(more)


async def most_viewed(tx: Tx, guild_id: int, hours: range, most: int) -> list[tuple[int, int]]:
    """Return the matches of a server that were viewed most in some hours, each with its views, the first one most.

    Of matches that were viewed as often, the one comes first that was viewed last, or began last.
    """
    total = func.sum(match_views.c.views)
    query = (
        select(match_views.c.match_id, total)
        .join(matches, matches.c.id == match_views.c.match_id)
        .where(matches.c.guild_id == guild_id, match_views.c.hour.between(hours.start, hours.stop - 1))
        .group_by(match_views.c.match_id)
        .order_by(total.desc(), func.max(match_views.c.hour).desc(), match_views.c.match_id.desc())
        .limit(most)
    )
    return [(int(row[0]), int(row[1])) for row in await tx.execute(query)]


async def exist_before(tx: Tx, hour: int) -> bool:
    """Return whether there are views from before an hour."""
    return (await tx.execute(select(match_views.c.hour).where(match_views.c.hour < hour).limit(1))).first() is not None


async def forget_before(tx: Tx, hour: int) -> None:
    """Remove the views from before an hour."""
    await tx.execute(delete(match_views).where(match_views.c.hour < hour))

"""How often people moved in time. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import exists, func, select

from storage.schema import clocks, events, matches, seats

if TYPE_CHECKING:
    from collections.abc import Collection

    from storage.engine.database import Tx


class TimeRecord(NamedTuple):
    """How many matches with a clock a person played to the end, and in how many of them they ran out of time."""

    matches: int
    late: int


async def of_people(tx: Tx, user_ids: Collection[int], late_text: str) -> dict[int, TimeRecord]:
    """Return the records of people; `late_text` is the text of the event by which a late seat leaves."""
    left = exists().where(
        events.c.match_id == seats.c.match_id,
        events.c.seat == seats.c.seat,
        events.c.kind == "leave",
        events.c.text == late_text,
    )
    late = func.count().filter(seats.c.gone & left)
    query = (
        select(seats.c.user_id, func.count().label("matches"), late.label("late"))
        .join(matches, matches.c.id == seats.c.match_id)
        .join(clocks, clocks.c.match_id == seats.c.match_id)
        .where(seats.c.user_id.in_(user_ids), matches.c.ended_at.is_not(None))
        .group_by(seats.c.user_id)
    )
    return {row.user_id: TimeRecord(row.matches, row.late) for row in await tx.execute(query)}

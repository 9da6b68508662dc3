"""How far messages were read, and which are recorded. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, func, insert, select, union_all, update

from storage.queries.batches import IDS, fetch_in_batches, in_batches
from storage.queries.rows import FORMER_IDS
from storage.schema import (
    audit_log,
    challenge_people,
    challenges,
    events,
    matches,
    notes,
    outbox,
    plans,
    read_markers,
    seats,
    tournaments,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime

    from storage.engine.database import Tx


@dataclass(frozen=True, slots=True)
class ReadMarker:
    """The last message read in a channel, and the user of a channel for direct messages, else None."""

    message_id: int
    user_id: int | None = None


async def load_all(tx: Tx) -> dict[int, ReadMarker]:
    """Return all read markers, by channel."""
    rows = await tx.execute(select(read_markers))
    return {row.channel_id: ReadMarker(row.message_id, row.user_id) for row in rows}


async def advance(tx: Tx, news: Mapping[int, ReadMarker]) -> None:
    """Advance the read markers of some channels. A stored one never goes back and keeps its user."""
    for channels in in_batches(news):
        known = set(
            (
                await tx.execute(select(read_markers.c.channel_id).where(read_markers.c.channel_id.in_(channels)))
            ).scalars()
        )
        added = [_row(each, news[each]) for each in channels if each not in known]
        if added:
            await tx.execute(insert(read_markers), added)
        older = read_markers.c.channel_id == bindparam("here"), read_markers.c.message_id < bindparam("last")
        moved = [{"here": each, "last": news[each].message_id} for each in channels if each in known]
        if moved:
            await tx.execute(update(read_markers).where(*older).values(message_id=bindparam("last")), moved)


async def active_channels(tx: Tx, channels: Collection[int]) -> set[int]:
    """Return those of these channels that are the home of an active match."""
    home = func.coalesce(matches.c.thread_id, matches.c.channel_id)
    query = select(home).where(matches.c.ended_at.is_(None), home.in_(IDS))
    return {row[0] for row in await fetch_in_batches(tx, query, channels)}


async def recent_people(tx: Tx, since: datetime) -> list[int]:
    """Return the users of Discord who were challenged or played at `since` or later, the latest first."""
    challenged = select(challenge_people.c.user_id, challenges.c.created_at.label("at")).join(challenges)
    played = select(seats.c.user_id, matches.c.since.label("at")).join(matches)
    met = union_all(
        challenged.where(challenges.c.created_at >= since), played.where(matches.c.since >= since)
    ).subquery()
    former = met.c.user_id.between(FORMER_IDS.start, FORMER_IDS.stop - 1)
    users = select(met.c.user_id).where(met.c.user_id > 0, ~former)  # no computer players
    query = users.group_by(met.c.user_id).order_by(func.max(met.c.at).desc(), met.c.user_id)
    return list((await tx.execute(query)).scalars())


async def recorded_sources(tx: Tx, messages: Collection[int]) -> set[int]:
    """Return which of these messages made an event, a challenge, a note, a tournament, an audit entry or a reply.

    A plan is known by the last message that changed it.
    """
    found: set[int] = set()
    for table in (events, challenges, notes, plans, tournaments, audit_log, outbox):
        query = select(table.c.source_id).where(table.c.source_id.in_(IDS))
        found |= {row.source_id for row in await fetch_in_batches(tx, query, messages)}
    return found


def _row(channel_id: int, last: ReadMarker) -> dict[str, int | None]:
    return {"channel_id": channel_id, "message_id": last.message_id, "user_id": last.user_id}

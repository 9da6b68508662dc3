"""How far people's messages were heard, and which were acted on. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, func, insert, select, union_all, update

from storage.tables.schema import challenge_people, challenges, events, matches, notes, outbox, read_markers, seats

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from datetime import datetime

    from sqlalchemy import ColumnElement

    from storage.engine.database import Tx

_AT_ONCE = 500
"""Ids in one query: databases bound how many values a statement may carry."""


@dataclass(frozen=True, slots=True)
class ReadMarker:
    """The last message taken up in a channel, and whom its direct messages are with; None for a guild's channel."""

    message_id: int
    user_id: int | None = None


async def load_all(tx: Tx) -> dict[int, ReadMarker]:
    """Return how far was heard in each channel that is on record."""
    rows = await tx.execute(select(read_markers))
    return {row.channel_id: ReadMarker(row.message_id, row.user_id) for row in rows}


async def advance(tx: Tx, news: Mapping[int, ReadMarker]) -> None:
    """Say how far was heard in some channels. What is on record never goes back, and keeps its user."""
    for channels in _portions(news):
        known = set(
            (
                await tx.execute(select(read_markers.c.channel_id).where(read_markers.c.channel_id.in_(channels)))
            ).scalars()
        )
        fresh = [_row(each, news[each]) for each in channels if each not in known]
        if fresh:
            await tx.execute(insert(read_markers), fresh)
        older = read_markers.c.channel_id == bindparam("here"), read_markers.c.message_id < bindparam("last")
        moved = [{"here": each, "last": news[each].message_id} for each in channels if each in known]
        if moved:
            await tx.execute(update(read_markers).where(*older).values(message_id=bindparam("last")), moved)


async def active_channels(tx: Tx, channels: Collection[int]) -> set[int]:
    """Return those of some channels where an active match lives."""
    found: set[int] = set()
    for portion in _portions(channels):
        found.update((await tx.execute(select(_home()).where(_active(), _home().in_(portion)))).scalars())
    return found


async def recent_people(tx: Tx, since: datetime) -> list[int]:
    """Return the people who were challenged, or played, at `since` or later; those met last come first."""
    challenged = select(challenge_people.c.user_id, challenges.c.created_at.label("at")).join(challenges)
    played = select(seats.c.user_id, matches.c.since.label("at")).join(matches)
    met = union_all(
        challenged.where(challenges.c.created_at >= since), played.where(matches.c.since >= since)
    ).subquery()
    query = select(met.c.user_id).group_by(met.c.user_id).order_by(func.max(met.c.at).desc(), met.c.user_id)
    return list((await tx.execute(query)).scalars())


async def recorded_sources(tx: Tx, messages: Collection[int]) -> set[int]:
    """Return those of some messages that are on record: as an event, a challenge, a note, or something answered."""
    found: set[int] = set()
    for portion in _portions(messages):
        for table in (events, challenges, notes, outbox):
            query = select(table.c.source_id).where(table.c.source_id.in_(portion))
            found.update((await tx.execute(query)).scalars())
    return found


def _row(channel_id: int, last: ReadMarker) -> dict[str, int | None]:
    return {"channel_id": channel_id, "message_id": last.message_id, "user_id": last.user_id}


def _portions(ids: Collection[int]) -> Iterator[list[int]]:
    listed = list(ids)
    return (listed[start : start + _AT_ONCE] for start in range(0, len(listed), _AT_ONCE))


def _home() -> ColumnElement[int]:
    return func.coalesce(matches.c.thread_id, matches.c.channel_id)


def _active() -> ColumnElement[bool]:
    return matches.c.ended_at.is_(None)

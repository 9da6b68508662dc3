"""The append-only log of every match, the truth of what happened. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.errors import Repeated, Taken
from storage.matches import renewed, sure
from storage.records import Event
from storage.schema import events, matches, seats

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, RowMapping

    from storage.database import Tx
    from storage.records import EventKind, Match


async def append(  # noqa: PLR0913 - a record has that many fields
    tx: Tx,
    match: Match,
    *,
    kind: EventKind,
    seat: int | None,
    user_id: int | None,
    text: str,
    source_id: int | None,
    at: datetime,
    position: str,
    to_move: int | None,
) -> Match:
    """Add the event that follows the `match` as the caller saw it, and return the match as it then is.

    `position` and `to_move` say what the event leads to; with None to move the match ends, and a `leave` notes that
    the seat is gone. Raises `Repeated` when the
    source id is on record, else `Taken` when another event came first; either way nothing of it is written, and the
    transaction can go on.
    """
    seq = match.seq + 1
    row = insert(events).values(
        match_id=match.id,
        seq=seq,
        kind=kind,
        seat=seat,
        user_id=user_id,
        text=text,
        source_id=source_id,
        at=at,
    )
    step = (
        update(matches)
        .where(matches.c.id == match.id, matches.c.seq == match.seq)
        .values(seq=seq, position=position, to_move=to_move, since=at, ended_at=at if to_move is None else None)
        .returning(*matches.c)
    )
    try:
        async with tx.begin_nested():
            # The match first: whoever holds its row writes the event, and nobody waits for both in a circle.
            stepped = (await tx.execute(step)).mappings().first()
            if stepped is None:
                if source_id is not None and await by_source(tx, source_id):
                    raise Repeated(f"source {source_id} is on record")
                raise Taken(f"match {match.id} no longer stands at {match.seq}")
            await tx.execute(row)
    except IntegrityError as error:
        if source_id is not None and await by_source(tx, source_id):
            raise Repeated(f"source {source_id} is on record") from error
        if await those(tx, events.c.match_id == match.id, events.c.seq == seq):
            raise Taken(f"match {match.id} already has an event {seq}") from error
        raise
    if kind == "leave":
        await tx.execute(update(seats).where(seats.c.match_id == match.id, seats.c.seat == seat).values(gone=True))
        return await sure(tx, match.id)
    return renewed(match, stepped)


async def of_match(tx: Tx, match_id: int, upto: int | None = None) -> list[Event]:
    """Return the log of a match in order, up to and including the event `upto`."""
    here = events.c.match_id == match_id
    return await those(tx, here if upto is None else here & (events.c.seq <= upto))


async def by_source(tx: Tx, source_id: int) -> Event | None:
    """Return the event that a message or interaction brought, or None."""
    return next(iter(await those(tx, events.c.source_id == source_id)), None)


async def those(tx: Tx, *conditions: ColumnElement[bool]) -> list[Event]:
    """Return the events that meet the conditions, match by match in order."""
    query = select(events).where(*conditions).order_by(events.c.match_id, events.c.seq)
    return [_event(row) for row in (await tx.execute(query)).mappings()]


def _event(row: RowMapping) -> Event:
    return Event(
        match_id=row["match_id"],
        seq=row["seq"],
        kind=row["kind"],
        seat=row["seat"],
        user_id=row["user_id"],
        text=row["text"],
        source_id=row["source_id"],
        at=row["at"],
    )

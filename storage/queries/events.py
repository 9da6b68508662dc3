"""The append-only logs of matches. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.engine.errors import AlreadyStored, WriteConflict
from storage.queries import outcomes
from storage.queries.matches import require
from storage.queries.rows import Event
from storage.schema import events, gave_seat_up, matches, seats

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlalchemy import ColumnElement, Executable

    from storage.engine.database import Tx
    from storage.queries.rows import Match, NewEvent

_ALL = select(events).order_by(events.c.match_id, events.c.seq)
_BY_SOURCE = _ALL.where(events.c.source_id == bindparam("source"))
_OF_MATCH = _ALL.where(events.c.match_id == bindparam("match"))
_UPTO = _OF_MATCH.where(events.c.seq <= bindparam("upto"))
_BETWEEN = _UPTO.where(events.c.seq > bindparam("after"))
_AT = _OF_MATCH.where(events.c.seq == bindparam("at"))
_LEFT = select(events.c.match_id).where(events.c.user_id == bindparam("user"), gave_seat_up)
_INSERT = insert(events)
_UPDATE_MATCH = (
    update(matches)
    .where(
        matches.c.id == bindparam("match"),
        matches.c.seq == bindparam("seen"),
        ~exists().where(events.c.source_id == bindparam("source")),
    )
    .returning(matches.c.rules, matches.c.thread_id)
)
_LEAVE = (
    update(seats).where(seats.c.match_id == bindparam("match"), seats.c.seat == bindparam("left")).values(gone=True)
)


async def append(tx: Tx, match: Match, new: NewEvent, *, at: datetime) -> Match:
    """Add the event that follows the `match` as the caller saw it, and return the match after it.

    Nobody to move ends the match, and a `leave` marks the seat as gone. The event's time is `at`, or that of the event
    before if it is later, because the clocks of two processes differ and a clock can step back. Raises `AlreadyStored`
    when the source id is stored, else `WriteConflict` when another event came first; then nothing is written, and the
    transaction can go on. It can't go on only if another process is storing the same source for another match at this
    moment.
    """
    at = max(at, match.since)
    now = {
        "seq": match.seq + 1,
        "position": new.position,
        "to_move": new.to_move,
        "since": at,
        "ended_at": at if new.to_move is None else None,
    }
    # The match comes first: the transaction that locks its row writes the event, so there is no deadlock.
    seen = {"match": match.id, "seen": match.seq, "source": new.source_id}
    updated = (await tx.execute(_UPDATE_MATCH, seen | now)).first()
    if updated is None:
        if new.source_id is not None and await by_source(tx, new.source_id):
            raise AlreadyStored(f"source {new.source_id} is on record")
        raise WriteConflict(f"match {match.id} no longer stands at {match.seq}")
    event = Event(match.id, match.seq + 1, new.kind, new.seat, new.user_id, new.text, new.source_id, at, new.by_plan)
    try:
        await tx.execute(_INSERT, to_row(event))
    except IntegrityError as error:
        if "source_id" not in str(error.orig):
            raise
        raise AlreadyStored(f"source {new.source_id} is being stored for another match") from error
    if new.to_move is None:
        await outcomes.expect(tx, match)
    if new.kind == "leave":
        await tx.execute(_LEAVE, {"match": match.id, "left": new.seat})
        return await require(tx, match.id)
    return replace(match, **now, rules=updated.rules, thread_id=updated.thread_id)


async def of_match(tx: Tx, match_id: int, upto: int | None = None) -> list[Event]:
    """Return the log of a match in order, up to and including the event `upto`."""
    if upto is None:
        return await _fetch(tx, _OF_MATCH, {"match": match_id})
    return await _fetch(tx, _UPTO, {"match": match_id, "upto": upto})


async def between(tx: Tx, match_id: int, after: int, upto: int) -> list[Event]:
    """Return the events of a match in order that follow `after`, up to and including `upto`."""
    return await _fetch(tx, _BETWEEN, {"match": match_id, "after": after, "upto": upto})


async def get(tx: Tx, match_id: int, seq: int) -> Event | None:
    """Return the event of a match with this seq, or None."""
    return next(iter(await _fetch(tx, _AT, {"match": match_id, "at": seq})), None)


async def by_source(tx: Tx, source_id: int) -> Event | None:
    """Return the event that came by a message or interaction, or None."""
    return next(iter(await _fetch(tx, _BY_SOURCE, {"source": source_id})), None)


async def left_seat(tx: Tx, match_id: int, user_id: int) -> bool:
    """Return whether a person had a seat of a match in which somebody else plays on."""
    query = _LEFT.where(events.c.match_id == bindparam("match"))
    return (await tx.execute(query, {"user": user_id, "match": match_id})).first() is not None


async def find(tx: Tx, *conditions: ColumnElement[bool]) -> list[Event]:
    """Return the events that meet the conditions, match by match in order."""
    return await _fetch(tx, _ALL.where(*conditions), {})


async def _fetch(tx: Tx, query: Executable, given: Mapping[str, Any]) -> list[Event]:
    return [Event(*row) for row in await tx.execute(query, given)]


def to_row(event: Event) -> dict[str, Any]:
    """Return an event as a row of the table."""
    return {name: getattr(event, name) for name in Event.__slots__}

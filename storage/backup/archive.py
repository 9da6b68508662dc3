"""Read and add whole matches with their logs. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from sqlalchemy import func, insert, select

from storage.engine.errors import AlreadyStored
from storage.queries import key_value, outcomes
from storage.queries.batches import in_batches
from storage.queries.events import find as events_where, to_row as event_row
from storage.queries.matches import CHECKED_SEEDS, find as matches_where
from storage.schema import corrections, events, matches, seats

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from storage.engine.database import Tx
    from storage.queries.rows import Event, Match


async def count(tx: Tx) -> int:
    """Return how many matches there are."""
    return (await tx.execute(select(func.count()).select_from(matches))).scalar_one()


async def count_ended(tx: Tx) -> tuple[int, int]:
    """Return how many matches have ended, and how many events they have: what changes as matches end."""
    ended = select(func.count(), func.coalesce(func.sum(matches.c.seq), 0)).where(matches.c.ended_at.is_not(None))
    count, events_of_all = (await tx.execute(ended)).one()
    return count, int(events_of_all)


async def read_after(
    tx: Tx,
    match_id: int,
    limit: int,
    only: Collection[int] | None = None,
    excluded: Collection[int] = (),
    since: datetime | None = None,
) -> list[tuple[Match, list[Event]]]:
    """Return the first `limit` matches whose ids are above `match_id`, in order, each with its whole log.

    Matches in `excluded` are left out, with `only` all that it doesn't name, and with `since` those in which nothing
    has happened from that time on.
    """
    query = select(matches.c.id).where(matches.c.id > match_id).order_by(matches.c.id).limit(limit)
    if only is not None:
        query = query.where(matches.c.id.in_(sorted(one for one in only if one > match_id)[:limit]))
    query = query.where(matches.c.id.not_in(excluded)) if excluded else query
    if since is not None:
        happened = select(events.c.match_id).where(events.c.match_id == matches.c.id, events.c.at >= since).exists()
        corrected = select(corrections.c.number).where(
            corrections.c.match_id == matches.c.id, corrections.c.at >= since
        )
        query = query.where((matches.c.created_at >= since) | happened | corrected.exists())
    ids = list((await tx.execute(query)).scalars())
    found = await matches_where(tx, matches.c.id.in_(ids))
    rows = await events_where(tx, events.c.match_id.in_(ids))
    logs = {key: list(log) for key, log in groupby(rows, key=lambda event: event.match_id)}
    return [(match, logs.get(match.id, [])) for match in found]


async def add(tx: Tx, match: Match, log: Sequence[Event]) -> int:
    """Add a match with its whole log, and return its new id; the ids that they come with are ignored.

    Nothing is posted. Raises `AlreadyStored` when the source id of one of the events is stored, or, for a match whose
    events have no sources, when a match of the same game, people and start time is. The caller then rolls back.
    """
    await _check_new(tx, match, log)
    row = insert(matches).values(
        game=match.game,
        rules=match.rules,
        options=match.options,
        seed=match.seed,
        guild_id=match.guild_id,
        channel_id=match.channel_id,
        thread_id=match.thread_id,
        seq=match.seq,
        position=match.position,
        to_move=match.to_move,
        created_at=match.created_at,
        since=match.since,
        ended_at=match.ended_at,
        look=match.look,
        rated=match.rated,
        start=match.start,
    )
    match_id: int = (await tx.execute(row.returning(matches.c.id))).scalar_one()
    people = [
        {"match_id": match_id, "seat": seat, "user_id": one.id, "name": one.name, "gone": seat in match.gone}
        for seat, one in enumerate(match.seats, 1)
    ]
    await tx.execute(insert(seats), people)
    await key_value.write_once(tx, CHECKED_SEEDS, str(match_id))
    if log:
        await tx.execute(insert(events), [event_row(replace(event, match_id=match_id)) for event in log])
    if match.ended_at is not None:
        await outcomes.expect(tx, replace(match, id=match_id))
    return match_id


async def _check_new(tx: Tx, match: Match, log: Sequence[Event]) -> None:
    sources = [event.source_id for event in log if event.source_id is not None]
    for batch in in_batches(sources):
        known = await events_where(tx, events.c.source_id.in_(batch))
        if known:
            raise AlreadyStored(f"what source {known[0].source_id} brought is on record, in match #{known[0].match_id}")
    if not sources:
        people = [person.id for person in match.seats]
        for other in await matches_where(tx, matches.c.game == match.game, matches.c.created_at == match.created_at):
            if [person.id for person in other.seats] == people:
                raise AlreadyStored(f"match #{other.id} is of the same game, people and beginning")

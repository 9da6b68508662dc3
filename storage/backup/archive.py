"""Whole matches with their logs: read in chunks, added at once. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from sqlalchemy import func, insert, select

from storage.engine.errors import Repeated
from storage.tables.events import row as event_row
from storage.tables.events import where as events_where
from storage.tables.matches import where as matches_where
from storage.tables.schema import events, matches, seats

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from storage.engine.database import Tx
    from storage.tables.models import Event, Match

_AT_ONCE = 500
"""How many values one query names: SQLite takes 999 on old systems."""


async def count(tx: Tx) -> int:
    """Return how many matches there are."""
    return (await tx.execute(select(func.count()).select_from(matches))).scalar_one()


async def after(
    tx: Tx, match_id: int, limit: int, only: Collection[int] | None = None, besides: Collection[int] = ()
) -> list[tuple[Match, list[Event]]]:
    """Return the first `limit` matches whose ids are above `match_id`, in order, each with its whole log.

    With `only`, other matches are passed over, and in any case those of `besides`.
    """
    query = select(matches.c.id).where(matches.c.id > match_id).order_by(matches.c.id).limit(limit)
    if only is not None:
        query = query.where(matches.c.id.in_(sorted(one for one in only if one > match_id)[:limit]))
    query = query.where(matches.c.id.not_in(besides)) if besides else query
    ids = list((await tx.execute(query)).scalars())
    found = await matches_where(tx, matches.c.id.in_(ids))
    rows = await events_where(tx, events.c.match_id.in_(ids))
    logs = {key: list(log) for key, log in groupby(rows, key=lambda event: event.match_id)}
    return [(match, logs.get(match.id, [])) for match in found]


async def add(tx: Tx, match: Match, log: Sequence[Event]) -> int:
    """Add a match with its whole log under a new id, which is returned; the ids that both carry don't count.

    Nothing is posted of it. Raises `Repeated` when the source id of one of its events is on record, or, for a match of
    which nobody sent anything, when there is one of the same game, seed and beginning; what was written of it is then
    up to the caller to roll back.
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
    )
    match_id: int = (await tx.execute(row.returning(matches.c.id))).scalar_one()
    people = [
        {"match_id": match_id, "seat": seat, "user_id": one.id, "name": one.name, "gone": seat in match.gone}
        for seat, one in enumerate(match.seats, 1)
    ]
    await tx.execute(insert(seats), people)
    if log:
        await tx.execute(insert(events), [event_row(replace(event, match_id=match_id)) for event in log])
    return match_id


async def _check_new(tx: Tx, match: Match, log: Sequence[Event]) -> None:
    sources = [event.source_id for event in log if event.source_id is not None]
    for start in range(0, len(sources), _AT_ONCE):
        known = await events_where(tx, events.c.source_id.in_(sources[start : start + _AT_ONCE]))
        if known:
            raise Repeated(f"what source {known[0].source_id} brought is on record, in match #{known[0].match_id}")
    if not sources:
        same = (matches.c.game == match.game) & (matches.c.seed == match.seed)
        twin = select(matches.c.id).where(same, matches.c.created_at == match.created_at).limit(1)
        found = (await tx.execute(twin)).scalar_one_or_none()
        if found is not None:
            raise Repeated(f"match #{found} is of the same game, seed and beginning")

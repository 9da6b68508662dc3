"""Where the record holds something about a person, and what it holds. All calls run in the caller's transaction.

The columns with ids of people are listed here by what becomes of them: `privacy show` and `erasure` go by these lists.
What else there is about people (names, texts, channels, messages) each of the two knows by itself; the lists of it are
in `tests/storage/queries/test_personal_data.py`, which compares all lists with the schema and with PRIVACY.md.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sqlalchemy import Text, cast, or_, select, union

from storage.queries.batches import in_batches
from storage.schema import (
    analyses,
    audit_log,
    blocks,
    challenge_people,
    challenges,
    corrections,
    crowd_members,
    deletions,
    events,
    failed_jobs,
    gave_seat_up,
    guesses,
    matches,
    net_days,
    notes,
    offer_votes,
    outbox,
    pairing_people,
    pending,
    people,
    plans,
    proposals,
    puzzle_attempts,
    queued_moves,
    ratings,
    read_markers,
    seats,
    tournament_people,
    tournaments,
    vacations,
    votes,
    watchers,
    web_sessions,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Column, Select, Subquery, Table

    from storage.engine.database import Tx

RENAMED = (
    challenge_people.c.user_id,
    seats.c.user_id,
    events.c.user_id,
    ratings.c.user_id,
    net_days.c.user_id,
    tournaments.c.organizer_id,
    tournament_people.c.user_id,
    pairing_people.c.user_id,
    corrections.c.user_id,
    audit_log.c.user_id,
    blocks.c.blocked_by,
    crowd_members.c.user_id,
    proposals.c.user_id,
    votes.c.user_id,
    offer_votes.c.user_id,
)
"""Ids of people in rows about matches and events, and about others, which stay: another id takes their place."""
DELETED = (
    people.c.user_id,
    vacations.c.user_id,
    watchers.c.user_id,
    guesses.c.user_id,
    analyses.c.user_id,
    puzzle_attempts.c.user_id,
    read_markers.c.user_id,
    deletions.c.user_id,
    audit_log.c.subject_id,
    web_sessions.c.user_id,
)
"""Ids of people in rows that are about them alone and go with them."""
KEPT = (blocks.c.user_id,)
"""Ids of people that stay, alone: a block would be worth nothing if a deletion lifted it."""

JOBS_OF_PEOPLE = ("digest", "deletion")
"""The kinds of failed jobs whose key is a person."""
Row = dict[str, Any]


async def matches_of(tx: Tx, user_id: int) -> list[int]:
    """Return the matches in which a person has or had a seat, in order."""
    own = _matches_of(user_id)
    return list((await tx.execute(select(own.c.match_id).order_by(own.c.match_id))).scalars())


async def matches_with_notes(tx: Tx, user_id: int) -> list[int]:
    """Return those of the same matches that have notes, by anybody."""
    own = _matches_of(user_id)
    has_notes = select(notes.c.id).where(notes.c.match_id == own.c.match_id).exists()
    return list((await tx.execute(select(own.c.match_id).where(has_notes).order_by(own.c.match_id))).scalars())


def _matches_of(user_id: int) -> Subquery:
    left = select(events.c.match_id).where(events.c.user_id == user_id, gave_seat_up)
    return union(select(seats.c.match_id).where(seats.c.user_id == user_id), left).subquery()


async def posts_about(tx: Tx, user_id: int) -> list[Row]:
    """Return the outbox rows that name a person by id: those for them, and those that say what they did."""
    number = str(user_id)
    said = or_(cast(outbox.c.body, Text).contains(number), outbox.c.lane.contains(number))
    whole = re.compile(rf"(?<!\d){number}(?!\d)")
    found = await _fetch(tx, select(outbox).where(said).order_by(outbox.c.id))
    return [row for row in found if whole.search(f"{row['lane']} {row['body']}")]


async def awaits_posts(tx: Tx, user_id: int) -> bool:
    """Return whether outbox rows wait to be sent to a person by direct message."""
    waiting = select(outbox.c.body).where(pending, cast(outbox.c.body, Text).contains(str(user_id)))
    return any(str(body.get("user")) == str(user_id) for body in (await tx.execute(waiting)).scalars())


async def rows_of(tx: Tx, user_id: int, note_ids: Collection[int]) -> dict[str, list[Row]]:
    """Return all rows about a person, by table in alphabetical order; `note_ids` are those of the notes they wrote.

    Of a match there is what the person did, had and wrote, and which match it was; nothing of the others in it. Of what
    managers did there is no other person either.
    """
    ids = (*RENAMED, *DELETED, *KEPT)
    found: dict[str, list[Row]] = {}
    for table in {column.table for column in ids}:
        found[table.name] = await _rows_by(tx, table, [each for each in ids if each.table is table], user_id)
    for table in (plans, queued_moves):
        own = (seats.c.match_id == table.c.match_id) & (seats.c.seat == table.c.seat)
        found[table.name] = await _fetch(tx, select(table).join(seats, own).where(seats.c.user_id == user_id))
    found["notes"] = await _rows_among(tx, notes, note_ids)
    found["outbox"] = await posts_about(tx, user_id)
    jobs = select(failed_jobs).where(failed_jobs.c.kind.in_(JOBS_OF_PEOPLE), failed_jobs.c.key == user_id)
    found["set_aside_jobs"] = await _fetch(tx, jobs)
    found["matches"] = await _rows_among(tx, matches, [row["match_id"] for row in found["seats"]])
    found["challenges"] = await _rows_among(tx, challenges, [row["challenge_id"] for row in found["challenge_people"]])
    return dict(sorted(found.items()))


async def _rows_by(tx: Tx, table: Table, columns: Collection[Column[Any]], user_id: int) -> list[Row]:
    """Return the rows that have a person in one of some columns, without the other people in these."""
    has_person = or_(*(column == user_id for column in columns))
    rows = await _fetch(tx, select(table).where(has_person).order_by(*table.primary_key))
    others = [{each.name: None for each in columns if row[each.name] != user_id} for row in rows]
    return [row | blank for row, blank in zip(rows, others, strict=True)]


async def _rows_among(tx: Tx, table: Table, ids: Collection[int]) -> list[Row]:
    """Return the rows of a table with these ids, in their order."""
    return [
        row for batch in in_batches(sorted(ids)) for row in await _fetch(tx, select(table).where(table.c.id.in_(batch)))
    ]


async def _fetch(tx: Tx, query: Select[Any]) -> list[Row]:
    return [{str(name): value for name, value in row.items()} for row in (await tx.execute(query)).mappings()]

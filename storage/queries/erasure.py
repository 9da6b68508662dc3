"""Erase what is kept of a person. All calls run in the caller's transaction.

Matches and events that others played in stay, with an id in the person's place that leads to nobody. What leads to the
person by way of Discord goes, too: the ids of their messages, and of their channel for direct messages.

`events` and `outbox` are read whole, because an index by person would have to be kept at each turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, func, select, true, update

from storage.queries import row_ids, web_sessions
from storage.queries.batches import in_batches
from storage.queries.erased_posts import Sources, erase_posts
from storage.queries.personal_data import DELETED, JOBS_OF_PEOPLE, RENAMED, matches_of
from storage.queries.rows import FORMER_NAME
from storage.schema import (
    audit_log,
    blocks,
    challenge_people,
    challenges,
    crowd_members,
    deletions,
    events,
    failed_jobs,
    gave_seat_up,
    matches,
    notes,
    offer_votes,
    offers,
    plans,
    proposals,
    queued_moves,
    read_markers,
    seats,
    tournament_people,
    tournaments,
    vacations,
    votes,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from storage.engine.database import Tx


async def erase(tx: Tx, user_id: int, former_id: int, new_source: Callable[[], int], note_ids: Collection[int]) -> None:
    """Erase a person who plays in no active match; `former_id` takes their place in matches and events.

    `new_source` returns numbers that no message has, in the place of those of their messages. `note_ids` are those of
    the notes that they wrote.
    """
    match_ids = await matches_of(tx, user_id)
    for batch in in_batches(match_ids):
        await tx.execute(select(matches.c.id).where(matches.c.id.in_(batch)).order_by(matches.c.id).with_for_update())
    await _erase_names(tx, user_id, match_ids)
    await _erase_writing(tx, user_id, note_ids)
    sources = Sources(new_source)
    await _replace_sources(tx, user_id, match_ids, note_ids, sources)
    await erase_posts(tx, user_id, former_id, match_ids, sources)
    bare = {"blocked_by": None, "blocked_at": None, "reason": ""}
    await tx.execute(update(blocks).where(blocks.c.user_id == user_id).values(bare))
    for column in RENAMED:
        await tx.execute(update(column.table).where(column == user_id).values({column.name: former_id}))
    gone = (await tx.execute(select(vacations.c.id).where(vacations.c.user_id == user_id))).scalars()
    await row_ids.add_skipped(tx, vacations, gone)
    await web_sessions.end(tx, user_id)
    for column in DELETED:
        if column.table is not deletions:
            await tx.execute(delete(column.table).where(column == user_id))
    await tx.execute(delete(failed_jobs).where(failed_jobs.c.kind.in_(JOBS_OF_PEOPLE), failed_jobs.c.key == user_id))


async def erase_read_markers(tx: Tx, user_id: int) -> None:
    """Forget how far the direct messages with a person were read."""
    await tx.execute(delete(read_markers).where(read_markers.c.user_id == user_id))


async def is_known(tx: Tx, number: int) -> bool:
    """Return whether an id stands for somebody in a match or an event."""
    for column in RENAMED:
        if (await tx.execute(select(column).where(column == number).limit(1))).first() is not None:
            return True
    return False


async def _erase_names(tx: Tx, user_id: int, match_ids: Sequence[int]) -> None:
    """Replace a person's names, also in those of the computer players who played on for them."""
    gave_up = events.c.user_id == user_id, gave_seat_up
    names = set((await tx.execute(select(events.c.text).where(*gave_up))).scalars())
    for table in (challenge_people, crowd_members, seats, tournament_people):
        await tx.execute(update(table).where(table.c.user_id == user_id).values(name=FORMER_NAME))
    await tx.execute(update(events).where(*gave_up).values(text=FORMER_NAME))
    if not names:
        return
    for match_id in match_ids:
        for table, column, more in ((seats, seats.c.name, true()), (events, events.c.text, gave_seat_up)):
            of_computers = table.c.match_id == match_id, table.c.user_id < 0, more
            for name in names:
                tidied = func.replace(column, name, FORMER_NAME)
                await tx.execute(update(table).where(*of_computers).values({column.name: tidied}))


async def _erase_writing(tx: Tx, user_id: int, note_ids: Collection[int]) -> None:
    """Erase the notes that a person wrote, whose rows stay, and the plans and queued moves of their seats."""
    for note_id in note_ids:
        await tx.execute(update(notes).where(notes.c.id == note_id).values(text=""))
    for table in (plans, queued_moves):
        own = seats.c.match_id == table.c.match_id, seats.c.seat == table.c.seat, seats.c.user_id == user_id
        await tx.execute(delete(table).where(select(seats.c.seat).where(*own).exists()))


async def _replace_sources(
    tx: Tx, user_id: int, match_ids: Sequence[int], note_ids: Collection[int], sources: Sources
) -> None:
    """Replace the ids of a person's messages and interactions, and those of all offers in their matches."""
    made = select(challenge_people.c.challenge_id).where(
        challenge_people.c.user_id == user_id, challenge_people.c.place == 0
    )
    for table, own in (
        (events, events.c.user_id == user_id),
        (challenges, challenges.c.id.in_(made) & (challenges.c.source_id > 0)),  # those of pairings name no message
        (tournaments, tournaments.c.organizer_id == user_id),
        (audit_log, audit_log.c.user_id == user_id),
        *((each, each.c.user_id == user_id) for each in (crowd_members, proposals, votes, offer_votes)),
        *((notes, notes.c.id == note_id) for note_id in note_ids),
        *((offers, offers.c.match_id.in_(batch) & (offers.c.source_id > 0)) for batch in in_batches(match_ids)),
    ):
        keys = list(table.primary_key)
        rows = (await tx.execute(select(*keys, table.c.source_id).where(own, table.c.source_id.is_not(None)))).all()
        if rows:
            this = (key == bindparam(f"this_{key.name}") for key in keys)
            changes = [
                {f"this_{key.name}": value for key, value in zip(keys, row, strict=False)}
                | {"source_id": sources.replace(row[-1])}
                for row in rows
            ]
            await tx.execute(update(table).where(*this), changes)

"""Notes of players on their matches. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.engine.errors import AlreadyStored
from storage.queries.rows import Note
from storage.schema import notes

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import RowMapping

    from storage.engine.database import Tx
    from storage.queries.rows import Match


async def add(tx: Tx, match: Match, seat: int, text: str, *, source_id: int, at: datetime) -> Note:
    """Store a note by the player of a seat on a match as it stands.

    `source_id` is the message or interaction that brought it. Raises `AlreadyStored` when that brought a note before,
    even one that was removed; the transaction can go on.
    """
    row = insert(notes).values(
        match_id=match.id, seat=seat, seq=match.seq, text=text, source_id=source_id, created_at=at
    )
    try:
        async with tx.begin_nested():
            return _note((await tx.execute(row.returning(*notes.c))).mappings().one())
    except IntegrityError as error:
        known = await tx.execute(select(notes.c.id).where(notes.c.source_id == source_id))
        if known.first() is None:
            raise
        raise AlreadyStored(f"source {source_id} brought a note before") from error


async def of_match(tx: Tx, match_id: int) -> list[Note]:
    """Return the notes on a match by seat, oldest first. Removed ones are included, with an empty text."""
    query = select(notes).where(notes.c.match_id == match_id).order_by(notes.c.seat, notes.c.id)
    return [_note(row) for row in (await tx.execute(query)).mappings()]


async def remove(tx: Tx, note_id: int) -> None:
    """Erase the text of a note. Its row stays, so that the others keep their numbers and its source stays known."""
    await tx.execute(update(notes).where(notes.c.id == note_id).values(text=""))


def _note(row: RowMapping) -> Note:
    return Note(**row)

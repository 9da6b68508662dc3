"""Load what is kept of a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.referee.log.notes import list_own_notes
from storage.queries import matches, personal_data

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx


async def load_personal_data(context: Context, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """Return all stored rows about a person by table; of matches, nothing that another player did or wrote."""
    async with context.database.read() as tx:
        return await personal_data.rows_of(tx, user_id, await find_notes(tx, user_id))


async def find_notes(tx: Tx, user_id: int) -> list[int]:
    """Return the ids of the notes that a person wrote."""
    return [
        note.id
        for match_id in await personal_data.matches_with_notes(tx, user_id)
        for note in await list_own_notes(tx, await matches.require(tx, match_id), user_id)
    ]

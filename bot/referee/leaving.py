"""Resignation: a seat leaves, the rules say what becomes of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.answers import Again, Refused
from bot.referee.lookup import find, numbered, seat_in
from bot.referee.table import Reached
from bot.referee.thought import think, think_between
from bot.referee.turns import record
from storage.database import Repeated, Taken

if TYPE_CHECKING:
    from bot.referee.asked import Asked
    from bot.referee.table import Table
    from storage.records import Match


async def about_to_resign(table: Table, asked: Asked, number: int | None) -> Match:
    """Return the match that a person wants to resign, for them to confirm. Raises `Refused`."""
    match = await find(table, asked, number, "resign")
    seat_in(match, asked.user_id)
    return match


@think_between
async def resign(table: Table, asked: Asked, match_id: int) -> Match | Again:
    """Resign a match. Raises `Refused`."""
    async with table.database.read() as tx:
        match = await numbered(tx, asked, match_id)
        seat = seat_in(match, asked.user_id)
        before = await table.reached(tx, match)
    after = Reached(await think(table.game(match).leave, before.state, seat), before.ply)
    try:
        return await record(table, match, after, asked, kind="leave", text="resigned")
    except Repeated:
        return Again()
    except Taken:
        raise Refused(f"#{match.id} went on at this very moment. Look at the board, then resign again.") from None

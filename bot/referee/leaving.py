"""Resignation: a seat leaves, the rules say what becomes of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import words
from bot.referee.answers import Again, Choose, Refused
from bot.referee.lookup import meant
from bot.referee.table import think
from bot.referee.turns import record
from storage import matches
from storage.database import Repeated, Taken
from storage.records import Match

if TYPE_CHECKING:
    from bot.referee.asked import Asked
    from bot.referee.table import Table


async def about_to_resign(table: Table, asked: Asked, number: int | None) -> Match | Choose:
    """Return the match that a person wants to resign, for them to confirm. Raises `Refused`."""
    async with table.database.read() as tx:
        found = await meant(tx, asked, number, to_move=False)
    if isinstance(found, Match):
        _may_leave(found, asked.user_id)
    return found


async def resign(table: Table, asked: Asked, match_id: int) -> Match | Again:
    """Resign a match. Raises `Refused`."""
    async with table.database.read() as tx:
        match = await matches.get(tx, match_id)
        if match is None:
            raise Refused(f"There is no match #{match_id}.")
        seat = _may_leave(match, asked.user_id)
        state = await table.state(tx, match)
    after = await think(table.game(match).leave, state, seat)
    try:
        return await record(table, match, after, asked, kind="leave", text="resigned")
    except Repeated:
        return Again()
    except Taken:
        raise Refused(f"#{match.id} went on at this very moment. Look at the board, then resign again.") from None


def _may_leave(match: Match, user_id: int) -> int:
    seat = match.seat_of(user_id)
    if seat is None:
        raise Refused(f"You don't play in #{match.id}.")
    if match.ended_at is not None:
        raise Refused(f"#{match.id} is over since {words.ago(match.ended_at)}.")
    if seat in match.gone:
        raise Refused(f"You have left #{match.id} already.")
    return seat

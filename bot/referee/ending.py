"""A match is ended without a result: by a server admin, or because its rules are gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import words
from bot.referee.answers import Again, Refused
from bot.referee.lookup import numbered
from bot.referee.recording import store
from storage.database import Repeated, Taken

if TYPE_CHECKING:
    from bot.referee.asked import Asked
    from bot.referee.table import Table
    from storage.database import Tx
    from storage.records import Match

LONGEST_REASON = 200


async def about_to_abandon(table: Table, asked: Asked, match_id: int, reason: str, *, admin: bool) -> tuple[Match, str]:
    """Return the match that a server admin wants to end, and the reason tidied up, to be confirmed. Raises `Refused`.

    `admin` says whether whoever asks may manage the server that they ask on.
    """
    tidied = words.tidy(reason).replace("`", "'")
    if len(tidied) > LONGEST_REASON:
        raise Refused(f"A reason has at most {LONGEST_REASON} characters; this one has {len(tidied)}.")
    async with table.database.read() as tx:
        return await _abandonable(tx, asked, match_id, admin=admin), tidied


async def abandon(table: Table, asked: Asked, match_id: int, reason: str, *, admin: bool) -> Match | Again:
    """End a match of the server for everybody. Raises `Refused`."""
    async with table.database.read() as tx:
        match = await _abandonable(tx, asked, match_id, admin=admin)
    try:
        return await end(table, match, reason, user_id=asked.user_id, source_id=asked.source_id)
    except Repeated:
        return Again()
    except Taken:
        raise Refused(f"#{match.id} went on at this very moment. Look at the board, then end it again.") from None


async def end(table: Table, match: Match, reason: str, *, user_id: int | None, source_id: int | None) -> Match:
    """Store that a match is over without a result, and what must be posted of it, in one transaction.

    `user_id` is who ended it, None where nobody did. Raises `Taken` and `Repeated`.
    """
    async with table.database.write() as tx:
        stored = await store(
            table,
            tx,
            match,
            kind="end",
            seat=None,
            user_id=user_id,
            text=reason,
            source_id=source_id,
            position=match.position,
            to_move=None,
        )
    table.wake.set()
    return stored


async def _abandonable(tx: Tx, asked: Asked, match_id: int, *, admin: bool) -> Match:
    if not admin:
        raise Refused("Only who may manage this server can end a match for others. `/resign` gives up one of yours.")
    match = await numbered(tx, asked, match_id)
    if match.ended_at is not None:
        raise Refused(f"#{match.id} is over since {words.ago(match.ended_at)}.")
    return match

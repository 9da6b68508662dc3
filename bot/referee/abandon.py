"""A match is ended without a result: by a server admin, or because its rules are gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.find_match import numbered
from bot.referee.log.append import store
from bot.referee.results import AlreadyDone
from storage.engine.database import Repeated, Taken

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.tables.models import Match

LONGEST_REASON = 200


async def about_to_abandon(
    context: Context, request: Request, match_id: int, reason: str, *, admin: bool
) -> tuple[Match, str]:
    """Return the match that a server admin wants to end, and the reason tidied up, to be confirmed. Raises `RequestRejected`.

    `admin` says whether whoever asks may manage the server that they ask on.
    """
    tidied = formatting.tidy(reason).replace("`", "'")
    if len(tidied) > LONGEST_REASON:
        raise RequestRejected(f"A reason has at most {LONGEST_REASON} characters; this one has {len(tidied)}.")
    async with context.database.read() as tx:
        return await _abandonable(tx, request, match_id, admin=admin), tidied


async def abandon(
    context: Context, request: Request, match_id: int, reason: str, *, admin: bool
) -> Match | AlreadyDone:
    """End a match of the server for everybody. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        match = await _abandonable(tx, request, match_id, admin=admin)
    try:
        return await end(context, match, reason, user_id=request.user_id, source_id=request.source_id)
    except Repeated:
        return AlreadyDone()
    except Taken:
        raise RequestRejected(
            f"#{match.id} went on at this very moment. Look at the board, then end it again."
        ) from None


async def end(context: Context, match: Match, reason: str, *, user_id: int | None, source_id: int | None) -> Match:
    """Store that a match is over without a result, and what must be posted of it, in one transaction.

    `user_id` is who ended it, None where nobody did. Raises `Taken` and `Repeated`.
    """
    async with context.database.write() as tx:
        stored = await store(
            context,
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
    context.wake.set()
    return stored


async def _abandonable(tx: Tx, request: Request, match_id: int, *, admin: bool) -> Match:
    if not admin:
        raise RequestRejected(
            "Only who may manage this server can end a match for others. `/resign` gives up one of yours."
        )
    match = await numbered(tx, request, match_id)
    if match.ended_at is not None:
        raise RequestRejected(f"#{match.id} is over since {formatting.ago(match.ended_at)}.")
    return match

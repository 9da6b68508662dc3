"""End a match without a result, as a server manager can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting, rejections
from bot.referee.errors import RequestRejected
from bot.referee.find_match import get_match
from bot.referee.guilds.audit_log import record
from bot.referee.log.append import end_without_result
from bot.referee.request_results import AlreadyDone
from games.translation import gettext as _
from storage.engine.database import AlreadyStored, WriteConflict

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.rows import Match

MAX_REASON = 200


async def check_abandon(
    context: Context, request: Request, match_id: int, reason: str, *, manager: bool
) -> tuple[Match, str]:
    """Return the match that a server manager wants to end, and the reason tidied up, to be confirmed.

    `manager` says whether the person may manage the server. Raises `RequestRejected`.
    """
    tidied = formatting.tidy(reason).replace("`", "'")
    if len(tidied) > MAX_REASON:
        raise RequestRejected(rejections.reason_too_long(MAX_REASON, len(tidied)))
    async with context.database.read() as tx:
        return await _match_to_abandon(tx, request, match_id, manager=manager), tidied


async def abandon_match(
    context: Context, request: Request, match_id: int, reason: str, *, manager: bool
) -> Match | AlreadyDone:
    """End a match of the server for everybody. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        match = await _match_to_abandon(tx, request, match_id, manager=manager)
    try:
        async with context.write() as tx:
            ended = await end_without_result(
                context, tx, match, reason, user_id=request.user_id, source_id=request.source_id
            )
            await record(context, tx, request, "abandon", match_id=match.id, details={"reason": reason})
    except AlreadyStored:
        return AlreadyDone()
    except WriteConflict:
        raise RequestRejected(rejections.moved_on_now(match.id, "end")) from None
    return ended


async def _match_to_abandon(tx: Tx, request: Request, match_id: int, *, manager: bool) -> Match:
    if not manager:
        raise RequestRejected(_(rejections.ONLY_MANAGERS_END_MATCHES))
    match = await get_match(tx, request, match_id)
    if match.ended_at is not None:
        raise RequestRejected(rejections.ended(match))
    return match

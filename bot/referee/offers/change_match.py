"""Change what is on offer in a match while it is held."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee import rejections
from bot.referee.errors import RequestRejected
from bot.referee.find_match import get_active_seat, get_match
from bot.referee.log.turn_start import turn_start_id
from bot.referee.request_results import AlreadyDone
from bot.referee.rules_thread import rules_outside_transaction
from storage.engine.database import AlreadyStored, WriteConflict
from storage.queries import matches, read_markers

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.rows import Match


@dataclass(frozen=True, slots=True)
class OfferResult:
    """A match after a request about an offer, and a sentence for a player who doesn't see its thread."""

    match: Match
    sentence: str


@rules_outside_transaction
async def change_match(
    context: Context,
    request: Request,
    match_id: int,
    act: Callable[[Tx, Match, int], Awaitable[OfferResult]],
) -> OfferResult | AlreadyDone:
    """Run `act` for the person's seat while the match is held. Returns `AlreadyDone` for a repeated request.

    Raises `RequestRejected`, also if the match has to wait for its rules.
    """
    try:
        async with context.write() as tx:
            if await read_markers.recorded_sources(tx, [request.source_id]):
                return AlreadyDone()
            await matches.lock(tx, match_id)
            match = await get_match(tx, request, match_id)
            seat = get_active_seat(match, request.user_id)
            context.game(match)
            if request.source_id < await turn_start_id(context, tx, match):
                raise RequestRejected(rejections.moved_on_since(match))
            result = await act(tx, match, seat)
    except AlreadyStored:
        return AlreadyDone()
    except WriteConflict:
        raise RequestRejected(rejections.moved_on_now(match_id, "offer")) from None
    return result

"""Find a match that is played with a clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.clocks import rejections
from bot.referee.errors import RequestRejected
from bot.referee.find_match import get_active_seat, get_match
from storage.queries import clocks, matches

if TYPE_CHECKING:
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.clocks import Clock
    from storage.queries.rows import Match


async def hold_clocked_match(tx: Tx, request: Request, match_id: int) -> tuple[Match, Clock, int]:
    """Hold a match that a person plays in; return it, its clock and the seat to move. Raises `RequestRejected`."""
    await matches.lock(tx, match_id)
    match = await get_match(tx, request, match_id)
    get_active_seat(match, request.user_id)
    clock = await clocks.lock(tx, match.id)
    if clock is None or match.to_move is None:
        raise RequestRejected(rejections.no_clock(match.id))
    return match, clock, match.to_move

"""Who may ask for a hint, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match, get_active_seat, require_single
from bot.referee.rules_thread import rules_outside_transaction
from bot.referee.turns import rejections
from bot.referee.turns.computer_turns import Turn

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Request


@rules_outside_transaction
async def find_turn_for_hint(context: Context, request: Request, number: int | None) -> Turn:
    """Return the turn in which a person asks for a hint: theirs, in a match with computer players alone.

    Raises `RequestRejected`, in every match in which people play each other.
    """
    async with context.database.read() as tx:
        match = require_single(await find_match(tx, request, number), "match hint")
        seat = get_active_seat(match, request.user_id)
        others = [person for person in match.seats if person.id != request.user_id]
        if any(person.level is None for person in others):
            raise RequestRejected(rejections.hint_between_people(match))
        if match.to_move != seat:
            raise RequestRejected(rejections.wait_for_turn(match))
        return Turn(match, await context.match_state(tx, match))

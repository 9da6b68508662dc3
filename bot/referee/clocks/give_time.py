"""Give time to the player to move."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.clocks import rejections
from bot.referee.clocks.clock import add_time, time_left
from bot.referee.clocks.clocked_match import hold_clocked_match
from bot.referee.context import lane
from bot.referee.errors import RequestRejected
from bot.referee.request_results import AlreadyDone
from bot.referee.requests import parse_match_number
from bot.referee.times.time_control import LONGEST, describe_length, format_length, parse_length
from games.translation import gettext as _
from storage.engine.database import AlreadyStored
from storage.queries import outbox

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.queries.rows import Match

_MATCH_AND_LENGTH = re.compile(r"(#\d{1,9}|\d{1,9}(?=\s+\d))\s+(.+)", re.ASCII)
"""A number alone is that of a match if another one follows: not in `2 days`."""


@dataclass(frozen=True, slots=True)
class GivenTime:
    """Time of some `length` was given in a match; the new `deadline` is None if the clock is paused."""

    match: Match
    length: timedelta
    deadline: datetime | None


def parse_given_time(typed: str) -> tuple[int | None, timedelta]:
    """Parse `#42 1d`, or `1d` alone, into the match and how much time. Raises `RequestRejected`."""
    found = _MATCH_AND_LENGTH.fullmatch(typed.strip())
    number, length = (found[1], found[2]) if found else (None, typed)
    if not length.strip():
        raise RequestRejected(_(rejections.NO_LENGTH))
    return parse_match_number(number), parse_length(length)


async def give_time(context: Context, request: Request, match_id: int, length: timedelta) -> GivenTime | AlreadyDone:
    """Give time to the player to move in a match, counted from now if they are late. Raises `RequestRejected`."""
    try:
        async with context.write() as tx:
            match, clock, seat = await hold_clocked_match(tx, request, match_id)
            player = match.seats[seat - 1]
            if player.id == request.user_id:
                raise RequestRejected(_(rejections.OWN_MOVE))
            if await time_left(context, tx, match, clock) + length > LONGEST:
                raise RequestRejected(rejections.too_much_time(player, describe_length(LONGEST)))
            clock_then = await add_time(context, tx, match, clock, length)
            await outbox.add(
                tx,
                lane=lane(match),
                kind="gift",
                body={"from": request.user_id, "to": player.id, "length": format_length(length)},
                at=context.now(),
                match_id=match.id,
                seq=match.seq,
                source_id=request.source_id,
            )
    except AlreadyStored:
        return AlreadyDone()
    return GivenTime(match, length, clock_then.deadline)

"""Players give time to the one who is to move."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.clocks import clock as clocks
from bot.referee.clocks.claim import clocked
from bot.referee.clocks.time_control import LONGEST, read_length, spoken, written
from bot.referee.context import lane
from bot.referee.errors import RequestRejected
from bot.referee.requests import parse_match_number
from bot.referee.results import AlreadyDone
from storage.engine.database import Repeated
from storage.tables import outbox

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.tables.models import Match

_NUMBERED = re.compile(r"(#?\d{1,9})\s+(.+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Given:
    """So much time was given in a match, so that whoever is to move has until then: None if the clock is paused."""

    match: Match
    length: timedelta
    deadline: datetime | None


def read_gift(text: str) -> tuple[int | None, timedelta]:
    """Read `#42 1d`, or `1d` alone: the match, and how much time. Raises `RequestRejected`."""
    found = _NUMBERED.fullmatch(text.strip())
    number, length = (found[1], found[2]) if found else (None, text)
    if not length.strip():
        raise RequestRejected(
            "Say how much time you give: `1d`, `12h` or `90m`, and before it the match, as in `#42 1d`."
        )
    return parse_match_number(number), read_length(length)


async def give(context: Context, request: Request, match_id: int, length: timedelta) -> Given | AlreadyDone:
    """Give time to whoever is to move in a match, from now on if that one is late. Raises `RequestRejected`."""
    try:
        async with context.database.write() as tx:
            match, clock, seat = await clocked(tx, request, match_id)
            to = match.seats[seat - 1]
            if to.id == request.user_id:
                raise RequestRejected("Time is given by the others: it is your own move.")
            if await clocks.remaining(context, tx, match, clock) + length > LONGEST:
                raise RequestRejected(
                    f"With that {formatting.name(to)} would have more than {spoken(LONGEST)}: give less."
                )
            given = await clocks.give(context, tx, match, clock, length)
            await outbox.add(
                tx,
                lane=lane(match),
                kind="gift",
                body={"from": request.user_id, "to": to.id, "length": written(length)},
                at=context.now(),
                match_id=match.id,
                seq=match.seq,
                source_id=request.source_id,
            )
    except Repeated:
        return AlreadyDone()
    context.wake.set()
    return Given(match, length, given.deadline)

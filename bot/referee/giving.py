"""Players give time to the one who is to move."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee import clocks, words
from bot.referee.answers import Again, Refused
from bot.referee.asked import read_number
from bot.referee.claiming import clocked
from bot.referee.clock import LONGEST, read_length, spoken, written
from bot.referee.table import lane
from storage import outbox
from storage.database import Repeated

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from bot.referee.asked import Asked
    from bot.referee.table import Table
    from storage.records import Match

_NUMBERED = re.compile(r"(#?\d{1,9})\s+(.+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Given:
    """So much time was given in a match, so that whoever is to move has until then: None if the clock is paused."""

    match: Match
    length: timedelta
    deadline: datetime | None


def read_gift(text: str) -> tuple[int | None, timedelta]:
    """Read `#42 1d`, or `1d` alone: the match, and how much time. Raises `Refused`."""
    found = _NUMBERED.fullmatch(text.strip())
    number, length = (found[1], found[2]) if found else (None, text)
    if not length.strip():
        raise Refused("Say how much time you give: `1d`, `12h` or `90m`, and before it the match, as in `#42 1d`.")
    return read_number(number), read_length(length)


async def give(table: Table, asked: Asked, match_id: int, length: timedelta) -> Given | Again:
    """Give time to whoever is to move in a match, from now on if that one is late. Raises `Refused`."""
    try:
        async with table.database.write() as tx:
            match, clock, seat = await clocked(tx, asked, match_id)
            to = match.seats[seat - 1]
            if to.id == asked.user_id:
                raise Refused("Time is given by the others: it is your own move.")
            if await clocks.remaining(table, tx, match, clock) + length > LONGEST:
                raise Refused(f"With that {words.name(to)} would have more than {spoken(LONGEST)}: give less.")
            given = await clocks.give(table, tx, match, clock, length)
            await outbox.put(
                tx,
                lane=lane(match),
                kind="gift",
                body={"from": asked.user_id, "to": to.id, "length": written(length)},
                at=table.now(),
                match_id=match.id,
                seq=match.seq,
                source_id=asked.source_id,
            )
    except Repeated:
        return Again()
    table.wake.set()
    return Given(match, length, given.deadline)

"""A pause that all agreed to: the clock of a match stands still until its turn is over, or until a player ends that."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee import clocks, words
from bot.referee.answers import Again, Refused
from bot.referee.lookup import numbered, seat_in
from bot.referee.table import lane
from storage import clocks as stored
from storage import heard, matches, outbox, pauses

if TYPE_CHECKING:
    from bot.referee.asked import Asked
    from bot.referee.table import Table
    from storage.clocks import Clock
    from storage.database import Tx
    from storage.records import Match


async def pausable(table: Table, tx: Tx, match: Match) -> Clock:
    """Return the clock of a match, which the caller holds, held as well, if it can be paused. Raises `Refused`."""
    clock = await stored.hold(tx, match.id)
    if clock is None or match.to_move is None:
        raise Refused(f"#{match.id} is played without a clock, so there is nothing to pause.")
    if await pauses.standing(tx, [match.id]):
        raise Refused(f"The clock of #{match.id} is paused already. `/resume #{match.id}` ends that.")
    if await clocks.remaining(table, tx, match, clock) <= timedelta():
        late = words.name(match.seats[match.to_move - 1])
        raise Refused(f"{late}'s time in #{match.id} is up, so the clock can't be paused. `/givetime` gives more.")
    return clock


async def begin(table: Table, tx: Tx, match: Match) -> None:
    """Let the clock of a match, which the caller holds, stand still from now on, and say so. Raises `Refused`."""
    clock = await pausable(table, tx, match)
    await pauses.begin(tx, match.id, table.now())
    await clocks.renew(table, tx, match, clock)
    await outbox.put(tx, lane=lane(match), kind="paused", body={}, at=table.now(), match_id=match.id, seq=match.seq)


async def resume(table: Table, asked: Asked, match_id: int) -> Match | Again:
    """Let the clock of a match run on, which any player may do who is still in. Raises `Refused`."""
    async with table.database.write() as tx:
        if await heard.acted_on(tx, [asked.source_id]):
            return Again()
        await matches.hold(tx, match_id)
        match = await numbered(tx, asked, match_id)
        seat_in(match, asked.user_id)
        clock = await stored.hold(tx, match.id)
        if clock is None or not await pauses.end(tx, match.id, table.now()):
            raise Refused(f"#{match.id} is not paused.")
        await clocks.renew(table, tx, match, clock)
        await outbox.put(
            tx,
            lane=lane(match),
            kind="resumed",
            body={"by": asked.user_id},
            at=table.now(),
            match_id=match.id,
            seq=match.seq,
            source_id=asked.source_id,
        )
    table.wake.set()
    return match

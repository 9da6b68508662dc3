"""Time that is up: the late seat leaves, claimed by another player or at once, and the rules say what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import clocks, words
from bot.referee.answers import Again, Refused
from bot.referee.lookup import numbered, seat_in
from bot.referee.recording import store
from bot.referee.table import Reached
from bot.referee.thought import think, think_between
from storage import clocks as stored
from storage import events, matches

if TYPE_CHECKING:
    from bot.referee.asked import Asked
    from bot.referee.table import Table
    from storage.clocks import Clock
    from storage.database import Tx
    from storage.records import Match

LATE = "ran out of time"
"""The text of the event by which a late seat leaves."""


@think_between
async def claim(table: Table, asked: Asked, match_id: int, seq: int | None = None) -> Match | Again:
    """Take the seat to move out of a match, because its time is up, and return the match as it then is.

    `seq` is the event after which the claim was offered, None where it was not. Raises `Refused`.
    """
    async with table.database.write() as tx:
        if await events.by_source(tx, asked.source_id):
            return Again()
        match, clock, late = await clocked(tx, asked, match_id)
        if seq is not None and match.seq != seq:
            raise Refused(f"#{match.id} went on since then: look at its last board.")
        if match.seats[late - 1].id == asked.user_id:
            raise Refused("It is your own time that runs. As long as nobody claims it, you can still move.")
        deadline = (await clocks.anew(table, tx, match, clock)).deadline
        if deadline is None:
            raise Refused(f"The clock of #{match.id} is paused by agreement. `/resume #{match.id}` ends that.")
        if deadline > table.now():
            due = words.until(deadline)
            raise Refused(f"{words.name(match.seats[late - 1])} has time until {due} in #{match.id}.")
        done, after = await leave_late(table, tx, match, late, by=asked)
    table.remember(done.id, done.seq, after)
    table.wake.set()
    return done


async def leave_late(
    table: Table, tx: Tx, match: Match, late: int, *, by: Asked | None = None
) -> tuple[Match, Reached]:
    """Let a late seat leave, and return the match and what it leads to; `by` claimed it, or nobody did."""
    game, before = table.game(match), await table.reached(tx, match)
    after = await think(game.leave, before.state, late)
    done = await store(
        table,
        tx,
        match,
        kind="leave",
        seat=late,
        user_id=by and by.user_id,
        text=LATE,
        source_id=by and by.source_id,
        position=game.position(after),
        to_move=game.to_move(after),
    )
    return done, Reached(after, before.ply)


async def clocked(tx: Tx, asked: Asked, match_id: int) -> tuple[Match, Clock, int]:
    """Return a match that a person plays in, its clock and the seat to move, all held. Raises `Refused`."""
    await matches.hold(tx, match_id)
    match = await numbered(tx, asked, match_id)
    seat_in(match, asked.user_id)
    clock = await stored.hold(tx, match.id)
    if clock is None or match.to_move is None:
        raise Refused(f"#{match.id} is played without a clock.")
    return match, clock, match.to_move

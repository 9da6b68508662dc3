"""When a player counts as late, so that the others can ask for a substitute."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.clocks.clock import recalculate_clock
from storage.queries import clocks, vacations

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Match

SILENCE = timedelta(days=14)
"""After how long without a move a player counts as late in a match without a clock."""


async def is_player_late(context: Context, tx: Tx, match: Match) -> bool:
    """Return whether the time of the person to move is up; without a clock it is after `SILENCE`."""
    if match.to_move is None or match.computer_to_move:
        return False
    clock = await clocks.lock(tx, match.id)
    if clock is None:
        mover = match.seats[match.to_move - 1].id
        away = await vacations.away(tx, {mover}, context.now())
        return match.since + SILENCE <= context.now() and not away
    deadline = (await recalculate_clock(context, tx, match, clock)).deadline
    return deadline is not None and deadline <= context.now()

"""Highlights: the turning point of a match that has ended, as a stretch of it to be replayed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.history.lead_change import find_lead_change
from bot.referee.replays import load_replay_source
from bot.referee.rules_thread import rules_outside_transaction, run_rules
from storage.queries import events, matches

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.history.lead_change import LeadChange
    from bot.referee.replays import ReplaySource


@dataclass(frozen=True, slots=True)
class Highlight:
    """The turning point of a match, and the stretch around it."""

    point: LeadChange
    source: ReplaySource


@rules_outside_transaction
async def load_highlight(context: Context, match_id: int) -> Highlight | None:
    """Return the highlight of a match that has ended, None if it has no turning point.

    Raises `RequestRejected` if its rules aren't installed or fail.
    """
    async with context.database.read() as tx:
        match = await matches.require(tx, match_id)
        log = await events.of_match(tx, match.id, upto=match.seq)
        await context.state(tx, match, 0)
    point = await run_rules(find_lead_change, context.game(match), match, tuple(log))
    if point is None:
        return None
    async with context.database.read() as tx:
        return Highlight(point, await load_replay_source(context, tx, match, match.seq, point.plies, point.ply))

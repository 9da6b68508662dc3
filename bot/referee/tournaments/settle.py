"""Take up how matches of events ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.history.outcome import match_result
from bot.referee.job_runner import JobType
from bot.referee.rules_thread import run_rules
from bot.referee.tournaments.outcome import find_outcome
from bot.referee.tournaments.withdraw import note_loss_on_time
from storage.queries import corrections, events, matches, pairings, tournaments

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Pairing, PairingSeat


async def settle_match(context: Context, tx: Tx, match_id: int) -> None:
    """Store how a match of an event ended, warn or withdraw who lost it on time, and let the event go on.

    Does nothing if that is done already.
    """
    pairing = await pairings.of_match(tx, match_id)
    tournament = await tournaments.lock(tx, pairing.tournament_id) if pairing else None
    pairing, now = await pairings.of_match(tx, match_id), context.now()
    if pairing is None or tournament is None or pairing.settled_at is not None:
        return
    outcome = await find_outcome_of(context, tx, pairing)
    await pairings.settle(tx, pairing.id, outcome, now)
    if tournament.status == "running":
        await tournaments.change(tx, tournament.id, changed_at=now, due_at=now)
        for seat in outcome:
            if seat.late:
                await note_loss_on_time(context, tx, tournament, seat.user_id, match_id)


RESULTS = JobType("pairing", lambda _, tx: pairings.ended(tx), settle_match)
"""Results of matches that ended are taken up, each in a transaction that holds the event."""


async def find_outcome_of(context: Context, tx: Tx, pairing: Pairing) -> list[PairingSeat]:
    """Return how the match of a pairing ended, seat by seat; a correction counts in place of the match's own result."""
    match = await matches.require(tx, pairing.match_id or 0)
    log = await events.of_match(tx, match.id)
    if corrected := await corrections.of_match(tx, match.id):
        return find_outcome(match, log, None, corrected[-1].places)
    state, last = await context.state(tx, match), log[-1] if log else None
    result = await run_rules(match_result, context.game(match), match, last, state, key=("paired", match.id))
    return find_outcome(match, log, result, None)

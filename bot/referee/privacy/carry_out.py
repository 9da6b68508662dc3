"""Carry out deletions, step by step: each is a transaction, and what is left to do follows from what is stored.

Challenges are closed and events left first, then running matches are resigned. When nothing is left to be said to the
person, one transaction erases them.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.challenges.respond import leave_all_challenges
from bot.referee.errors import RequestRejected
from bot.referee.job_runner import JobType, run_jobs
from bot.referee.log.append import append_leave, end_without_result
from bot.referee.log.next_automatic_moves import RESIGNED
from bot.referee.privacy.personal_data import find_notes
from bot.referee.tournaments.advance import advance_tournaments
from bot.referee.tournaments.withdraw import leave_tournament
from games.translation import gettext_noop as N_
from storage.queries import deletions, erasure, matches, personal_data, tournaments
from storage.queries.rows import FORMER_IDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.referee.context import Context
    from storage.engine.database import Tx

SECOND_LOOK = timedelta(minutes=1)
"""How long after an erasure read markers are erased again: a process stores them some seconds late."""
RULES_GONE = N_("a player has left for good, and the rules of this game can't be asked")
"""Why a match ends as void that can't be resigned."""


async def carry_out_deletions(context: Context) -> None:
    """Do what can be done now for the people who asked for their deletion."""
    if not await run_jobs(context, (DELETIONS,)):
        return
    while await run_jobs(context, (RESIGNATIONS,)):
        pass  # several people may leave a match
    await advance_tournaments(context)
    await run_jobs(context, (DELETIONS,))
    await context.database.drop_old_rows()


async def _find_deletions(context: Context, tx: Tx) -> Iterable[int]:
    now = context.now()
    return [
        each.user_id
        for each in await deletions.everyone(tx)
        if each.erased_at is None or now - each.erased_at >= SECOND_LOOK
    ]


async def _delete(context: Context, tx: Tx, user_id: int) -> None:
    """Take a person out of all that goes on, and erase them once nothing does."""
    deletion = await deletions.lock(tx, user_id)
    if deletion is None:
        return
    if deletion.erased_at is not None:
        await erasure.erase_read_markers(tx, user_id)
        await deletions.remove(tx, user_id)
        return
    await leave_all_challenges(context, tx, user_id)
    for tournament_id in await tournaments.entered_by(tx, user_id):
        await leave_tournament(context, tx, tournament_id, user_id)
    if await deletions.plays(tx, user_id) or await personal_data.awaits_posts(tx, user_id):
        return
    former_id = _random_id(context)
    while await erasure.is_known(tx, former_id):
        former_id = _random_id(context)
    await erasure.erase(tx, user_id, former_id, lambda: _random_id(context), await find_notes(tx, user_id))
    await deletions.mark_erased(tx, user_id, context.now())


async def _resign(context: Context, tx: Tx, match_id: int) -> None:
    """Let the first seat of a match leave whose player is to be deleted; the next round finds further ones."""
    await matches.lock(tx, match_id)
    match = await matches.require(tx, match_id)
    people = {each.user_id for each in await deletions.everyone(tx)}
    leaving = [seat for seat, person in enumerate(match.seats, 1) if person.id in people and seat not in match.gone]
    if match.ended_at is not None or not leaving:
        return
    try:
        await append_leave(context, tx, match, leaving[0], RESIGNED)
    except RequestRejected:
        await end_without_result(context, tx, match, RULES_GONE, user_id=None, source_id=None)


def _random_id(context: Context) -> int:
    return context.rng.randrange(FORMER_IDS.start, FORMER_IDS.stop)


DELETIONS = JobType("deletion", _find_deletions, _delete)
"""People who asked for their deletion leave challenges and events, and are erased when nothing goes on."""
RESIGNATIONS = JobType("resignation", lambda _, tx: deletions.matches_to_resign(tx), _resign)
"""They resign their running matches."""

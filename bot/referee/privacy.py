"""What is kept of a person: showing it, and deleting it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.referee.challenges.answer import leave_all_challenges
from bot.referee.crowds import leave_all_crowds
from bot.referee.errors import RequestRejected
from bot.referee.job_runner import JobType, run_jobs
from bot.referee.log.append import append_leave, end_without_result
from bot.referee.log.automatic_moves import RESIGNED
from bot.referee.log.notes import list_own_notes
from bot.referee.tournaments.run import advance_tournaments
from bot.referee.tournaments.settle import leave_tournament
from games.translation import gettext_noop as N_
from storage.queries import blocks, challenges, deletions, erasure, matches, personal_data, tournaments
from storage.queries.rows import FORMER_IDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.referee.context import Context
    from storage.engine.database import Tx


@dataclass(frozen=True, slots=True)
class Consequences:
    """What a deletion does: how many running matches are resigned, challenges closed and events left.

    `matches` is in how many matches the person has or had a seat, `blocks` on how many servers they stay blocked.
    """

    running: int
    challenges: int
    events: int
    matches: int
    blocks: int


async def foresee_deletion(context: Context, user_id: int) -> Consequences:
    """Return what the deletion of a person would do."""
    async with context.database.read() as tx:
        return Consequences(
            sum(match.seat_of(user_id) not in match.gone for match in await matches.of_player(tx, user_id)),
            len(await challenges.open_with(tx, user_id)),
            len(await tournaments.entered_by(tx, user_id)),
            len(await personal_data.matches_of(tx, user_id)),
            await blocks.count_of_person(tx, user_id),
        )


async def delete_person(context: Context, user_id: int) -> bool:
    """Delete what is kept of a person, and return whether it is done.

    If not, due jobs go on: posts to the person still have to go out, such as the last boards of their matches.
    """
    async with context.database.write() as tx:
        await deletions.request(tx, user_id, context.now())
    await carry_out_deletions(context)
    async with context.database.read() as tx:
        waiting = [each.user_id for each in await deletions.everyone(tx) if each.erased_at is None]
    return user_id not in waiting


async def load_personal_data(context: Context, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """Return all stored rows about a person by table; of matches, nothing that another player did or wrote."""
    async with context.database.read() as tx:
        return await personal_data.rows_of(tx, user_id, await find_notes(tx, user_id))


async def find_notes(tx: Tx, user_id: int) -> list[int]:
    """Return the ids of the notes that a person wrote."""
    return [
        note.id
        for match_id in await personal_data.matches_with_notes(tx, user_id)
        for note in await list_own_notes(tx, await matches.require(tx, match_id), user_id)
    ]


SECOND_LOOK = timedelta(minutes=1)
"""How long after an erasure read markers are erased again: a process stores them some seconds late."""
RULES_GONE = N_("a player has left for good, and the rules of this game can't be run")
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
    await leave_all_crowds(context, tx, user_id)
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

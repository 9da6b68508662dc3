"""Withdraw people from events: by choice, or after losses on time. Their matches are settled without them.

The first loss on time brings a warning, the second withdraws, and so does the first of a person who never moved. With
fewer than half of their matches played, all results of a person are struck; else the rest are lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.history.outcome import WITHDREW
from bot.referee.job_runner import JobType
from bot.referee.log.append import append_leave
from bot.referee.tournaments.outcome import find_outcome_without_match
from bot.referee.tournaments.queue_posts import queue_notice, queue_post
from storage.queries import matches, pairings, tournaments

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Pairing, Tournament


async def note_loss_on_time(context: Context, tx: Tx, tournament: Tournament, user_id: int, match_id: int) -> None:
    """Warn or withdraw a person of an event, which the caller holds, who lost a match on time."""
    people = await tournaments.people(tx, tournament.id)
    person = next((each for each in people if each.user_id == user_id), None)
    if person is None or person.withdrawn_at is not None:
        return
    if person.warned or not await pairings.has_moved(tx, tournament.id, user_id):
        struck = await withdraw(context, tx, tournament, user_id)
        await queue_notice(context, tx, tournament.id, user_id, "struck" if struck else "withdrawn")
    else:
        await tournaments.change_person(tx, tournament.id, user_id, warned=True)
        await queue_notice(context, tx, tournament.id, user_id, "warned", match_id)


async def withdraw(context: Context, tx: Tx, tournament: Tournament, user_id: int) -> bool:
    """Withdraw a person from an event that the caller holds, and return whether all their results are struck.

    Matches that haven't begun are settled without them. Running ones end in transactions of their own (`WITHDRAWALS`).
    """
    now, found = context.now(), await pairings.of_tournament(tx, tournament.id)
    own = [each for each in found if user_id in each.people]
    played = sum(each.settled_at is not None for each in own)
    struck = tournament.stage == 0 and 2 * played < len(own)
    await tournaments.change_person(tx, tournament.id, user_id, withdrawn_at=now, struck=struck)
    await tournaments.change(tx, tournament.id, changed_at=now)
    await settle_without_matches(context, tx, tournament, found)
    return struck


async def leave_tournament(context: Context, tx: Tx, tournament_id: int, user_id: int) -> Tournament | None:
    """Take a person who is in an event off its list, or withdraw them if it runs, and return it; None if it is over."""
    tournament = await tournaments.lock(tx, tournament_id)
    if tournament is None or tournament.status not in {"open", "running"}:
        return None
    if tournament.status == "open":
        await tournaments.leave(tx, tournament.id, user_id)
        await queue_post(context, tx, tournament.id, "tournament_refresh")
    else:
        await withdraw(context, tx, tournament, user_id)
        await tournaments.change(tx, tournament.id, due_at=context.now())
    return tournament


async def settle_without_matches(context: Context, tx: Tx, tournament: Tournament, found: Collection[Pairing]) -> None:
    """Settle those pairings of an event that haven't begun without people who withdrew; larger tables do without."""
    people = await tournaments.people(tx, tournament.id)
    gone = {each.user_id for each in people if each.withdrawn_at is not None}
    fewest = context.rules(tournament.game).info.min_players
    for pairing in found:
        if pairing.settled_at is not None or pairing.match_id is not None or not gone.intersection(pairing.people):
            continue
        stayed = [user_id for user_id in pairing.people if user_id not in gone]
        if len(stayed) >= max(3, fewest):
            await pairings.seat_people(tx, pairing.id, stayed)
        else:
            await pairings.settle(tx, pairing.id, find_outcome_without_match(pairing.people, stayed), context.now())


async def _leave_match(context: Context, tx: Tx, match_id: int) -> None:
    """Let the first seat of a match leave whose player withdrew from its event; the next round finds further ones."""
    await matches.lock(tx, match_id)
    match, pairing = await matches.require(tx, match_id), await pairings.of_match(tx, match_id)
    if match.ended_at is not None or pairing is None:
        return
    people = await tournaments.people(tx, pairing.tournament_id)
    gone = {each.user_id for each in people if each.withdrawn_at is not None}
    leaving = [seat for seat, person in enumerate(match.seats, 1) if person.id in gone and seat not in match.gone]
    if leaving:
        await append_leave(context, tx, match, leaving[0], WITHDREW)


WITHDRAWALS = JobType("withdrawal", lambda _, tx: pairings.to_leave(tx), _leave_match)
"""Those who withdrew leave their running matches."""

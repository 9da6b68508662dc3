"""Take up how matches of events ended, or settle them without one when somebody withdraws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.context import run_rules
from bot.referee.history.history import OUT_OF_TIME, WITHDREW, find_first_players, mainline, match_result
from bot.referee.job_runner import JobType
from bot.referee.log.append import append_leave
from bot.referee.ratings import find_places
from bot.referee.tournaments.terms import queue_event_post, queue_notice, queue_round
from storage.queries import corrections, events, matches, pairings, tournaments
from storage.queries.rows import PairingSeat

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.referee.context import Context
    from games.contract import Result
    from storage.engine.database import Tx
    from storage.queries.rows import Event, Match, Pairing, Tournament


def find_outcome(
    match: Match, log: Sequence[Event], result: Result | None, corrected: Sequence[int] | None
) -> list[PairingSeat]:
    """Return how the match of a pairing ended, seat by seat, for those who began it.

    The `corrected` places, if there are any corrections, count in place of the match's own `result`; none say that it
    doesn't count. A correction doesn't change who ran out of time.
    """
    people = [person.id for person in find_first_players(match, log)]
    late = {event.seat for event in mainline(log) if (event.kind, event.text) == ("leave", OUT_OF_TIME)}
    if corrected is not None:
        places = dict(zip(people, corrected, strict=False))
    else:
        places = find_places(match, log, result) if result else {}
    return [PairingSeat(user_id, places.get(user_id), seat in late) for seat, user_id in enumerate(people, 1)]


def find_outcome_without_match(people: Sequence[int], stayed: Collection[int]) -> list[PairingSeat]:
    """Return how a pairing ends that isn't played, seat by seat: who withdrew comes last.

    If nobody `stayed`, it has no result.
    """
    if not stayed:
        return [PairingSeat(user_id) for user_id in people]
    return [PairingSeat(user_id, 1 if user_id in stayed else 1 + len(stayed)) for user_id in people]


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
    await queue_round(context, tx, tournament.id, tournament.stage)
    return struck


async def leave_tournament(context: Context, tx: Tx, tournament_id: int, user_id: int) -> Tournament | None:
    """Take a person who is in an event off its list, or withdraw them if it runs, and return it; None if it is over."""
    tournament = await tournaments.lock(tx, tournament_id)
    if tournament is None or tournament.status not in {"open", "running"}:
        return None
    if tournament.status == "open":
        await tournaments.leave(tx, tournament.id, user_id)
        await queue_event_post(context, tx, tournament.id, "tournament_refresh")
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
    await queue_round(context, tx, tournament.id, pairing.stage)
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

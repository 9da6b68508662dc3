"""Advance events: begin them, start their matches, draw rounds, end them and begin the next season."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from bot.referee.challenges.start import OPEN_FOR, start_match
from bot.referee.job_runner import JobType, run_jobs
from bot.referee.ratings import Rating
from bot.referee.tournaments import terms
from bot.referee.tournaments.draw import (
    bracket_size,
    draw_tables,
    first_round,
    form_groups,
    matches_of,
    next_round,
    order_for_next_season,
    qualifiers,
    round_robin,
    table_sizes,
    tie_winner,
)
from bot.referee.tournaments.settle import RESULTS, WITHDRAWALS, settle_without_matches
from bot.referee.tournaments.sign_up import open_sign_up
from bot.referee.tournaments.standings import final_orders, group_standings, results_of
from bot.referee.tournaments.terms import FEWEST, queue_event_post, queue_notice, queue_round
from storage.queries import challenges, pairings, ratings, tournaments
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Entrant, Pairing, Tournament


async def begin_tournament(context: Context, tx: Tx, tournament: Tournament) -> None:
    """Begin an event that the caller holds, or cancel it if too few people signed up."""
    entrants = await tournaments.people(tx, tournament.id)
    if len(entrants) < FEWEST[tournament.kind]:
        await cancel_tournament(context, tx, tournament, entrants)
        return
    ordered = await _order_by_strength(context, tx, tournament, entrants)
    seeds = {user_id: seed for seed, user_id in enumerate(ordered, 1)}
    groups = form_groups(tournament.kind, ordered)
    await tournaments.form_groups(tx, tournament.id, groups, seeds)
    seated = [
        (number, people) for number, group in enumerate(groups) for people in _pair_group(context, tournament, group)
    ]
    await pairings.add(tx, tournament.id, 0, seated)
    now = context.now()
    await tournaments.change(tx, tournament.id, status="running", changed_at=now, posted_at=now)
    await queue_event_post(context, tx, tournament.id, "tournament_refresh")


async def cancel_tournament(context: Context, tx: Tx, tournament: Tournament, people: Sequence[Entrant]) -> None:
    """Cancel an event that the caller holds, and tell those who signed up. Their matches go on as other matches do."""
    now = context.now()
    await tournaments.change(tx, tournament.id, status="cancelled", ended_at=now, due_at=None, changed_at=now)
    await queue_event_post(context, tx, tournament.id, "tournament_refresh")
    for person in people:
        if person.withdrawn_at is None:
            await queue_notice(context, tx, tournament.id, person.user_id, "cancelled")


async def _order_by_strength(context: Context, tx: Tx, tournament: Tournament, people: Sequence[Entrant]) -> list[int]:
    """Return the people of an event, the strongest first: by the season before, then by rating, then by sign-up."""
    signed_up = [each.user_id for each in people]
    ordered: list[int] = []
    if tournament.previous_id is not None:
        previous = await final_orders(tx, tournament.previous_id)
        ordered = order_for_next_season(previous, signed_up)
    new = [user_id for user_id in signed_up if user_id not in set(ordered)]
    known = {
        row.user_id: Rating(row.mu, row.sigma) for row in await ratings.before(tx, tournament.game, new, context.now())
    }
    return ordered + sorted(new, key=lambda user_id: -known.get(user_id, Rating()).mu)


def _pair_group(context: Context, tournament: Tournament, group: Sequence[int]) -> Sequence[tuple[int, ...]]:
    if tournament.kind != "tables":
        return round_robin(context.rng.sample(group, len(group)))
    info = context.rules(tournament.game).info
    sizes = table_sizes(len(group), tournament.size, max(3, info.min_players), info.max_players)
    return draw_tables(group, sizes, tournament.rounds, context.rng)


async def draw_next_round(tx: Tx, tournament: Tournament, people: Sequence[Entrant], found: Sequence[Pairing]) -> bool:
    """Store the next round of a cup whose present stage is settled; False if the last one has been played."""
    if tournament.stage == 0:
        seeds = _qualify(people, found)
        if len(seeds) < 2:
            return False
        for user_id in (each.user_id for each in people):
            await tournaments.change_person(tx, tournament.id, user_id, seed=seeds.get(user_id))
        groups = {each.user_id: each.group or 0 for each in people}
        ties = first_round(list(seeds), groups)
    else:
        winners = round_winners(tournament.stage, people, found)
        if len(winners) < 2:
            return False
        ties = next_round(winners, {each.user_id: each.seed or 0 for each in people})
    await pairings.add(tx, tournament.id, tournament.stage + 1, matches_of(ties))
    await tournaments.change(tx, tournament.id, stage=tournament.stage + 1)
    return True


def round_winners(stage: int, people: Sequence[Entrant], found: Sequence[Pairing]) -> list[int]:
    """Return who won the ties of a round, in their order, as far as both of its matches are settled."""
    seeds = {each.user_id: each.seed or 0 for each in people}
    of_round = [pairing for pairing in found if pairing.stage == stage]
    winners: list[int] = []
    for number in sorted({pairing.group for pairing in of_round}):
        tie = [pairing for pairing in of_round if pairing.group == number]
        if all(pairing.settled_at is not None for pairing in tie):
            high, low = sorted(tie[0].people, key=lambda user_id: seeds[user_id])
            winners.append(tie_winner(high, low, results_of(tie)))
    return winners


def _qualify(people: Sequence[Entrant], found: Sequence[Pairing]) -> dict[int, int]:
    """Return who goes on from the groups with their seeds, 1 the best: a power of two of those who still play."""
    gone = {each.user_id for each in people if each.withdrawn_at is not None}
    rows = [[row for row in group if row.person not in gone] for group in group_standings(people, found)]
    left, size = sum(map(len, rows)), bracket_size(len(people))
    while size > left:
        size //= 2
    return {user_id: seed for seed, user_id in enumerate(qualifiers(rows, size), 1)} if size else {}


MOST = 5
"""Matches that are started in a transaction, so that nobody's move waits for it."""
MOST_THREADS, THREADS_WITHIN = 25, timedelta(minutes=5)
"""Matches that begin in a channel before an event waits: half of the threads that Discord lets a channel have."""
WAIT = timedelta(seconds=30)
"""How long it waits then, before it looks again."""


class Started(NamedTuple):
    """How many matches of an event were started, and when more can be, None if there are no more."""

    matches: int
    go_on_at: datetime | None


async def start_matches(
    context: Context, tx: Tx, tournament: Tournament, people: Sequence[Entrant], found: Sequence[Pairing]
) -> Started:
    """Start pairings of an event that can be played now, the first ones first: `MOST` at most, and spread in time."""
    now, names = context.now(), {each.user_id: each.name for each in people}
    startable = list_startable(tournament.at_once, found)
    room = MOST_THREADS - await challenges.count_since(tx, tournament.channel_id, now - THREADS_WITHIN)
    begun = startable[: max(min(room, MOST), 0)]
    for pairing in begun:
        seated = [Person(user_id, names[user_id]) for user_id in pairing.people]
        await _start(context, tx, tournament, pairing, seated)
    if begun:
        await queue_round(context, tx, tournament.id, tournament.stage)
    if len(begun) == len(startable):
        return Started(len(begun), None)
    return Started(len(begun), now if len(begun) < room else now + WAIT)


def list_startable(at_once: int, found: Sequence[Pairing]) -> list[Pairing]:
    """Return the pairings of an event that can be played now, the first ones first: nobody plays more `at_once`."""
    playing = Counter(user_id for each in found if each.match_id and not each.settled_at for user_id in each.people)
    startable: list[Pairing] = []
    for pairing in found:
        waits = pairing.match_id is None and pairing.settled_at is None
        if waits and all(playing[user_id] < at_once for user_id in pairing.people):
            playing.update(pairing.people)
            startable.append(pairing)
    return startable


async def _start(context: Context, tx: Tx, tournament: Tournament, pairing: Pairing, seated: Sequence[Person]) -> None:
    """Start the match of a pairing: as a challenge in its event's channel that everybody has accepted.

    The challenge has no post of its own: that of the round lists the match.
    """
    now = context.now()
    challenge = await challenges.create(
        tx,
        people=seated,
        game=tournament.game,
        options=tournament.options,
        guild_id=tournament.guild_id,
        channel_id=tournament.channel_id,
        size=len(seated),
        seat=1,
        look={},
        clock=tournament.clock,
        theirs=True,
        source_id=-pairing.id,  # nobody sent it; no message has such a number
        at=now,
        expires_at=now + OPEN_FOR,
    )
    for seat, person in enumerate(seated[1:], 2):
        challenge = await challenges.accept(tx, challenge.id, person.id, seat)
    match = await start_match(context, tx, challenge, -pairing.id)
    await pairings.begin(tx, pairing.id, match.id)


KEPT_TERMS = (
    "guild_id",
    "channel_id",
    "name",
    "kind",
    "game",
    "options",
    "clock",
    "size",
    "rounds",
    "at_once",
    "organizer_id",
)
"""What the next season of a league has in common with the one before."""

DAY = timedelta(days=1)
"""How often the page of an event is posted at most."""


async def advance_tournaments(context: Context) -> None:
    """Advance the events in which something is due."""
    while await run_jobs(context, (WITHDRAWALS, RESULTS, TOURNAMENTS)):
        pass  # results make events due, and where many matches begin, each transaction begins a few


async def _advance(context: Context, tx: Tx, tournament_id: int) -> None:
    """Do what is due in an event."""
    tournament, now = await tournaments.lock(tx, tournament_id), context.now()
    if tournament is None or tournament.status in {"finished", "cancelled"}:
        return
    if tournament.status == "open":
        if tournament.starts_at > now:
            return
        await begin_tournament(context, tx, tournament)
    await _go_on(context, tx, await tournaments.require(tx, tournament_id))


TOURNAMENTS = JobType("tournament", lambda context, tx: tournaments.due(tx, context.now()), _advance)
"""Events go on in which something is due."""


async def _go_on(context: Context, tx: Tx, tournament: Tournament) -> None:
    """Start what can be played now, draw the next round, or end the event; and say when something is due again."""
    if tournament.status != "running":
        return
    people, found = await tournaments.people(tx, tournament.id), await pairings.of_tournament(tx, tournament.id)
    while all(pairing.settled_at is not None for pairing in found):
        if tournament.kind != "cup" or not await draw_next_round(tx, tournament, people, found):
            await _finish(context, tx, tournament)
            return
        tournament = await tournaments.require(tx, tournament.id)
        await settle_without_matches(context, tx, tournament, await pairings.of_tournament(tx, tournament.id))
        people, found = await tournaments.people(tx, tournament.id), await pairings.of_tournament(tx, tournament.id)
    now, started = context.now(), await start_matches(context, tx, tournament, people, found)
    changed_at = now if started.matches else tournament.changed_at
    if started.go_on_at is not None:
        await tournaments.change(tx, tournament.id, changed_at=changed_at, due_at=started.go_on_at)
        return
    await _schedule_page(context, tx, replace(tournament, changed_at=changed_at))


async def _schedule_page(context: Context, tx: Tx, tournament: Tournament) -> None:
    """Post the page of an event if it changed and was last posted a day ago, and say when it is due else."""
    now, posted_at, due_at = context.now(), tournament.posted_at, None
    if tournament.changed_at > posted_at:
        due_at = posted_at + DAY
        if due_at <= now:
            await queue_event_post(context, tx, tournament.id, "tournament_page")
            posted_at, due_at = now, None
    await tournaments.change(tx, tournament.id, changed_at=tournament.changed_at, posted_at=posted_at, due_at=due_at)


async def _finish(context: Context, tx: Tx, tournament: Tournament) -> None:
    """End an event, post its last page, and open sign-up for the next season of a league."""
    now = context.now()
    await tournaments.change(
        tx, tournament.id, status="finished", ended_at=now, due_at=None, changed_at=now, posted_at=now
    )
    await queue_event_post(context, tx, tournament.id, "tournament_refresh")
    await queue_event_post(context, tx, tournament.id, "tournament_page")
    if tournament.kind != "league":
        return
    await open_sign_up(
        context,
        tx,
        None,
        terms.SIGN_UP,
        **{term: getattr(tournament, term) for term in KEPT_TERMS},
        season=tournament.season + 1,
        previous_id=tournament.id,
    )

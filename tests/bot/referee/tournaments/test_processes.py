"""Two processes advance the same events at once: each match begins once, counts once, and each event ends once."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import asynccontextmanager
from datetime import timedelta
from itertools import combinations, count, cycle
from random import Random
from typing import TYPE_CHECKING, TypeAlias

import pytest
from sqlalchemy import select

from bot.referee.context import Context
from bot.referee.due_jobs import run_due_jobs
from bot.referee.requests import AlreadyDone
from bot.referee.tournaments.organize import correct_result, start_now
from bot.referee.tournaments.sign_up import sign_up, withdraw_person
from games import GAMES
from storage import schema
from storage.engine.database import Database
from storage.queries import failed_jobs, matches, tournaments
from storage.queries.rows import Person, Tournament
from tests.bot.referee.tournaments.tournament_context import DAY, GUILD, MANAGER, NOON, Organizer

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

Pair: TypeAlias = tuple[Organizer, Organizer]
PEOPLE = 6


@asynccontextmanager
async def make_pair(url: str) -> AsyncGenerator[Pair]:
    """Yield two processes on one database, as far as that can tell, with one clock."""
    time, sources = [NOON], count(1000)
    first, second = await asyncio.gather(Database.open(url), Database.open(url))
    try:
        yield (
            Organizer(Context(first, GAMES, now=lambda: time[0], rng=Random(1), outage_after=366 * DAY), time, sources),
            Organizer(
                Context(second, GAMES, now=lambda: time[0], rng=Random(2), outage_after=366 * DAY), time, sources
            ),
        )
    finally:
        await first.close()
        await second.close()


@pytest.fixture
async def pair(either_url: str) -> AsyncGenerator[Pair]:
    async with make_pair(either_url) as made:
        yield made


async def look(pair: Pair) -> None:
    """Let both processes look at once what is due, and again for what that made due."""
    for _ in range(3):
        await asyncio.gather(*(run_due_jobs(each.context, {GUILD}) for each in pair))


async def begin(pair: Pair) -> Tournament:
    """Begin a league that both processes find due at once."""
    made = await pair[0].create("league", at_once=2)
    await pair[0].sign_up(made, range(1, PEOPLE + 1))
    pair[0].time[0] += 7 * DAY
    await look(pair)
    return made


async def lose_all(pair: Pair, tournament: Tournament) -> None:
    """Let the person with the higher number resign each running match of an event, by way of both processes."""
    running = await pair[0].running(tournament)
    sides = zip(running, cycle(pair))
    await asyncio.gather(*(side.lose(match, max(each.id for each in match.seats)) for match, side in sides))


async def play_out(pair: Pair, tournament: Tournament) -> None:
    """Play an event to its end."""
    while (await pair[0].known(tournament)).status == "running":
        await lose_all(pair, tournament)
        pair[0].time[0] += timedelta(minutes=1)
        await look(pair)


async def check_ended_once(pair: Pair, tournament: Tournament) -> None:
    """Check that an event is over, with one match for each pairing, one season after it, and one last page."""
    found = await pair[0].pairings(tournament)
    assert Counter(tuple(sorted(each.people)) for each in found) == Counter(combinations(range(1, PEOPLE + 1), 2))
    begun = [each.match_id for each in found if each.match_id]
    async with pair[1].context.database.read() as tx:
        assert sorted(match.id for match in await matches.find(tx)) == sorted(begun)
        sources = [*(await tx.execute(select(schema.challenges.c.source_id))).scalars()]
        known = [await tournaments.require(tx, each.id) for each in await tournaments.in_guild(tx, GUILD)]
        kinds = Counter((await tx.execute(select(schema.outbox.c.kind))).scalars())
        assert await failed_jobs.list_all(tx) == []
    assert sorted(sources) == sorted(-each.id for each in found if each.match_id)
    assert [(each.status, each.previous_id) for each in known] == [("open", tournament.id), ("finished", None)]
    assert (kinds["tournament"], kinds["tournament_page"]) == (2, 1)
    assert all(each.settled_at for each in found)


async def test_each_match_begins_once_and_the_event_ends_once(pair: Pair) -> None:
    made = await begin(pair)
    await play_out(pair, made)

    await check_ended_once(pair, made)
    (rows,) = await pair[1].standings(made)
    assert [(row.person, row.points, row.played) for row in rows] == [
        (person, 2 * (PEOPLE - person), PEOPLE - 1) for person in range(1, PEOPLE + 1)
    ]


@pytest.mark.thorough
async def test_a_withdrawal_and_a_correction_while_both_advance_count_once(pair: Pair) -> None:
    made = await begin(pair)
    await lose_all(pair, made)
    await look(pair)
    settled = [each for each in await pair[0].pairings(made) if each.settled_at and PEOPLE not in each.people]
    drawn = settled[0]

    await asyncio.gather(
        correct_result(pair[0].context, pair[0].request(), drawn.match_id or 0, "draw", MANAGER),
        withdraw_person(pair[1].context, pair[1].request(PEOPLE), made.id, PEOPLE),
        *(run_due_jobs(each.context, {GUILD}) for each in pair),
    )
    await play_out(pair, made)

    await check_ended_once(pair, made)
    (rows,) = await pair[1].standings(made)
    expected = {person: 2 * (PEOPLE - 1 - person) for person in range(1, PEOPLE)}
    expected[min(drawn.people)] -= 1
    expected[max(drawn.people)] += 1
    assert {row.person: row.points for row in rows} == expected  # those of the person who left are struck


async def test_of_sign_ups_of_a_person_at_once_one_counts(pair: Pair) -> None:
    made = await pair[0].create("league")
    await pair[0].sign_up(made, (1, 2))
    results = await asyncio.gather(
        *(sign_up(each.context, each.request(3), made.id, Person(3, "P3")) for each in pair * 2)
    )
    assert sum(isinstance(result, Tournament) for result in results) == 1
    assert sum(isinstance(result, AlreadyDone) for result in results) == 3

    await start_now(pair[1].context, pair[1].request(), made.id, MANAGER)
    await look(pair)

    assert [each.user_id for each in await pair[0].people(made)] == [1, 2, 3]
    assert len(await pair[0].running(made)) == 3


@pytest.mark.thorough
async def test_a_loss_on_time_that_both_find_warns_once(pair: Pair) -> None:
    made = await pair[0].create("league")
    await pair[0].sign_up(made, (1, 2, 3))
    await start_now(pair[0].context, pair[0].request(), made.id, MANAGER)
    await look(pair)
    late, *others = await pair[0].running(made)
    for match in others:
        await pair[0].lose(match, match.seats[0].id)
    for _ in late.seats:  # whoever never moved would be withdrawn
        await pair[0].move(late)

    pair[0].time[0] += 4 * DAY
    await look(pair)

    told = await pair[0].posted("tournament_notice")
    assert [(body["user"], body["notice"]) for body in told] == [(late.seats[(late.to_move or 1) - 1].id, "warned")]
    assert not any(each.withdrawn_at for each in await pair[0].people(made))

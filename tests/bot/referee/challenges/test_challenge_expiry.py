"""Challenges and the calendar: open for a week, then closed. The clock is the test's own, the database a real file."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.referee.challenges.answer import accept_challenge, decline_challenge, find_waiting_challenge
from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.challenges.start import EXPIRED_CHALLENGES, MOST_OPEN
from bot.referee.context import Context
from bot.referee.errors import RequestRejected
from bot.referee.job_runner import run_jobs
from bot.referee.requests import AlreadyDone, Request
from games import GAMES
from storage.engine.database import Database
from storage.queries import challenges as stored, outbox
from storage.queries.rows import Challenge, Match, Person
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

ANN, BOB, CLEO = (Person(number, name) for number, name in enumerate(("Ann", "Bob", "Cleo"), 1))
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SOURCES = count(10_000)
"""Ids of the messages in which people answer."""


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.time = NOON

    def __call__(self) -> datetime:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def context(tmp_path: Path, clock: Clock) -> AsyncGenerator[Context]:
    database = await Database.open(await create_database(tmp_path / "turnpost.db"))
    yield Context(database, GAMES, now=clock, rng=Random(1), hourly_challenges=1000)
    await database.close()


async def issued(
    context: Context,
    source_id: int = 100,
    *people: Person,
    size: int = 2,
    seat: int | None = None,
    guild_id: int = 1,
) -> Challenge:
    offer = ChallengeTerms(GAMES["zyrcan" if size > 2 else "xero-g"].info, {}, seat, size, {})
    made = await issue_challenge(
        context, offer, people or (ANN, BOB), guild_id=guild_id, channel_id=2, source_id=source_id
    )
    assert isinstance(made, Challenge)
    return made


def by(person: Person, source_id: int | None = None, *, guild_id: int | None = 1) -> Request:
    return Request(person.id, source_id or next(SOURCES), 2, guild_id)


async def test_a_challenge_can_be_accepted_until_its_last_moment(context: Context, clock: Clock) -> None:
    challenge = await issued(context)
    clock.time = challenge.expires_at - timedelta(seconds=1)
    assert isinstance(await accept_challenge(context, challenge.id, BOB, next(SOURCES), guild_id=1), Match)


async def test_an_expired_challenge_can_not_be_accepted_even_before_it_is_swept_up(
    context: Context, clock: Clock
) -> None:
    challenge = await issued(context)
    clock.time = challenge.expires_at
    with pytest.raises(RequestRejected) as rejection:
        await accept_challenge(context, challenge.id, BOB, next(SOURCES), guild_id=1)
    assert "no longer open: it expired <t:" in rejection.value.reason


async def test_the_sweep_closes_expired_challenges_and_rewrites_their_posts(context: Context, clock: Clock) -> None:
    old = await issued(context, 100)
    clock.time += timedelta(days=3)
    young = await issued(context, 101)
    clock.time = old.expires_at
    await run_jobs(context, [EXPIRED_CHALLENGES])
    async with context.database.read() as tx:
        closed, still_open = await stored.get(tx, old.id), await stored.get(tx, young.id)
        refreshed = await outbox.of_challenge(tx, old.id, "refresh")
        untouched = await outbox.of_challenge(tx, young.id, "refresh")
    assert closed
    assert closed.status == "expired"
    assert refreshed
    assert still_open
    assert still_open.status == "open"
    assert untouched is None
    assert await find_waiting_challenge(context, by(BOB), None) == young.id


async def test_nobody_has_more_open_challenges_than_the_limit(context: Context) -> None:
    for number in range(MOST_OPEN):
        await issued(context, 100 + number)
    with pytest.raises(RequestRejected) as rejection:
        await issued(context, 999)
    assert f"You have {MOST_OPEN} open challenges" in rejection.value.reason


async def test_seats_are_drawn_unless_one_is_asked_for(context: Context) -> None:
    first: set[int] = set()
    for number in range(20):
        challenge = await issued(context, 100 + number)
        match = await accept_challenge(context, challenge.id, BOB, next(SOURCES), guild_id=1)
        assert isinstance(match, Match)
        first.add(match.seats[0].id)
    assert first == {ANN.id, BOB.id}
    for number in range(5):
        challenge = await issued(context, 200 + number, seat=2)
        match = await accept_challenge(context, challenge.id, BOB, next(SOURCES), guild_id=1)
        assert isinstance(match, Match)
        assert match.seats == (BOB, ANN)


async def test_the_same_message_makes_one_challenge(context: Context) -> None:
    await issued(context, 100)
    offer = ChallengeTerms(GAMES["xero-g"].info, {}, None, 2, {})
    again = await issue_challenge(context, offer, (ANN, BOB), guild_id=1, channel_id=2, source_id=100)
    assert not isinstance(again, Challenge)


async def test_the_same_answer_counts_once(context: Context) -> None:
    challenge = await issued(context, 100, ANN, BOB, size=3)
    joined = await accept_challenge(context, challenge.id, BOB, 200, guild_id=1)
    assert isinstance(joined, Challenge)
    await decline_challenge(context, challenge.id, ANN.id, 201, guild_id=1)
    other = await issued(context, 101, ANN, size=2)
    assert isinstance(await accept_challenge(context, other.id, BOB, 200, guild_id=1), AlreadyDone)
    async with context.database.read() as tx:
        untouched = await stored.get(tx, other.id)
    assert untouched
    assert untouched.accepted == {ANN.id}


async def test_an_answer_is_to_no_challenge_that_came_after_it(context: Context) -> None:
    await issued(context, 300)
    with pytest.raises(RequestRejected, match="No challenge is waiting"):
        await find_waiting_challenge(context, by(BOB, 299), None)


async def test_an_answer_is_to_a_challenge_of_its_server_that_has_not_expired(context: Context, clock: Clock) -> None:
    here, elsewhere = await issued(context, 300), await issued(context, 301, guild_id=2)
    assert await find_waiting_challenge(context, by(BOB), None) == here.id
    assert await find_waiting_challenge(context, by(BOB, guild_id=2), None) == elsewhere.id
    with pytest.raises(RequestRejected, match="wait"):
        await find_waiting_challenge(context, by(BOB, guild_id=None), None)
    clock.time = here.expires_at
    with pytest.raises(RequestRejected, match="No challenge is waiting"):
        await find_waiting_challenge(context, by(BOB), None)


async def test_a_player_who_leaves_an_open_challenge_frees_the_seat(context: Context) -> None:
    challenge = await issued(context, 100, ANN, size=3)
    await accept_challenge(context, challenge.id, BOB, next(SOURCES), guild_id=1)
    left = await decline_challenge(context, challenge.id, BOB.id, next(SOURCES), guild_id=1)
    assert isinstance(left, Challenge)
    assert left.people == (ANN,)
    assert left.status == "open"
    await accept_challenge(context, challenge.id, CLEO, next(SOURCES), guild_id=1)
    match = await accept_challenge(context, challenge.id, BOB, next(SOURCES), guild_id=1)
    assert isinstance(match, Match)
    assert {person.id for person in match.seats} == {ANN.id, BOB.id, CLEO.id}


async def test_one_refusal_ends_a_challenge_to_several(context: Context) -> None:
    challenge = await issued(context, 100, ANN, BOB, CLEO, size=3)
    assert isinstance(await accept_challenge(context, challenge.id, BOB, next(SOURCES), guild_id=1), Challenge)
    await decline_challenge(context, challenge.id, CLEO.id, next(SOURCES), guild_id=1)
    with pytest.raises(RequestRejected):
        await accept_challenge(context, challenge.id, CLEO, next(SOURCES), guild_id=1)

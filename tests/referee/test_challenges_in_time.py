"""Challenges and the calendar: open for a week, then closed. The clock is the test's own, the database a real file."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.referee import accepting, challenges
from bot.referee.answers import Again, Refused
from bot.referee.challenges import OPEN_AT_ONCE, Offer
from bot.referee.table import Table
from games import GAMES
from storage import challenges as stored
from storage import outbox
from storage.database import Database
from storage.records import Challenge, Match, Person
from tests.fresh import fresh

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

ANN, BOB, CLEO = (Person(number, name) for number, name in enumerate(("Ann", "Bob", "Cleo"), 1))
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANSWERS = count(10_000)
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
async def table(tmp_path: Path, clock: Clock) -> AsyncGenerator[Table]:
    database = await Database.open(await fresh(tmp_path / "turnpost.db"))
    yield Table(database, GAMES, now=clock, lots=Random(1))
    await database.close()


async def issued(
    table: Table, source_id: int = 100, *people: Person, size: int = 2, seat: int | None = None
) -> Challenge:
    offer = Offer(GAMES["zyrcan" if size > 2 else "xero-g"].info, {}, seat, size, {})
    made = await challenges.issue(table, offer, people or (ANN, BOB), guild_id=1, channel_id=2, source_id=source_id)
    assert isinstance(made, Challenge)
    return made


async def test_a_challenge_can_be_accepted_until_its_last_moment(table: Table, clock: Clock) -> None:
    challenge = await issued(table)
    clock.time = challenge.expires_at - timedelta(seconds=1)
    assert isinstance(await accepting.accept(table, challenge.id, BOB, next(ANSWERS), guild_id=1), Match)


async def test_an_expired_challenge_can_not_be_accepted_even_before_it_is_swept_up(table: Table, clock: Clock) -> None:
    challenge = await issued(table)
    clock.time = challenge.expires_at
    with pytest.raises(Refused) as refused:
        await accepting.accept(table, challenge.id, BOB, next(ANSWERS), guild_id=1)
    assert "no longer open: it expired <t:" in refused.value.reason


async def test_sweeping_up_closes_what_is_over_and_rewrites_its_post(table: Table, clock: Clock) -> None:
    old = await issued(table, 100)
    clock.time += timedelta(days=3)
    young = await issued(table, 101)
    clock.time = old.expires_at
    await challenges.expire(table)
    async with table.database.read() as tx:
        closed, still_open = await stored.get(tx, old.id), await stored.get(tx, young.id)
        refreshed = await outbox.of_challenge(tx, old.id, "refresh")
        untouched = await outbox.of_challenge(tx, young.id, "refresh")
    assert closed
    assert closed.status == "expired"
    assert refreshed
    assert still_open
    assert still_open.status == "open"
    assert untouched is None
    assert await accepting.waiting_for(table, BOB.id, None, next(ANSWERS)) == young.id


async def test_nobody_has_more_open_challenges_than_the_limit(table: Table) -> None:
    for number in range(OPEN_AT_ONCE):
        await issued(table, 100 + number)
    with pytest.raises(Refused) as refused:
        await issued(table, 999)
    assert f"You have {OPEN_AT_ONCE} open challenges" in refused.value.reason


async def test_seats_are_drawn_unless_one_is_asked_for(table: Table) -> None:
    first: set[int] = set()
    for number in range(20):
        challenge = await issued(table, 100 + number)
        match = await accepting.accept(table, challenge.id, BOB, next(ANSWERS), guild_id=1)
        assert isinstance(match, Match)
        first.add(match.seats[0].id)
    assert first == {ANN.id, BOB.id}
    for number in range(5):
        challenge = await issued(table, 200 + number, seat=2)
        match = await accepting.accept(table, challenge.id, BOB, next(ANSWERS), guild_id=1)
        assert isinstance(match, Match)
        assert match.seats == (BOB, ANN)


async def test_the_same_message_makes_one_challenge(table: Table) -> None:
    await issued(table, 100)
    offer = Offer(GAMES["xero-g"].info, {}, None, 2, {})
    again = await challenges.issue(table, offer, (ANN, BOB), guild_id=1, channel_id=2, source_id=100)
    assert not isinstance(again, Challenge)


async def test_the_same_answer_counts_once(table: Table) -> None:
    challenge = await issued(table, 100, ANN, BOB, size=3)
    joined = await accepting.accept(table, challenge.id, BOB, 200, guild_id=1)
    assert isinstance(joined, Challenge)
    await accepting.decline(table, challenge.id, ANN.id, 201, guild_id=1)
    other = await issued(table, 101, ANN, size=2)
    assert isinstance(await accepting.accept(table, other.id, BOB, 200, guild_id=1), Again)
    async with table.database.read() as tx:
        untouched = await stored.get(tx, other.id)
    assert untouched
    assert untouched.accepted == {ANN.id}


async def test_an_answer_is_to_no_challenge_that_came_after_it(table: Table) -> None:
    await issued(table, 300)
    with pytest.raises(Refused, match="No challenge is waiting"):
        await accepting.waiting_for(table, BOB.id, None, 299)


async def test_who_leaves_an_open_table_gives_the_seat_back(table: Table) -> None:
    challenge = await issued(table, 100, ANN, size=3)
    await accepting.accept(table, challenge.id, BOB, next(ANSWERS), guild_id=1)
    left = await accepting.decline(table, challenge.id, BOB.id, next(ANSWERS), guild_id=1)
    assert isinstance(left, Challenge)
    assert left.people == (ANN,)
    assert left.status == "open"
    await accepting.accept(table, challenge.id, CLEO, next(ANSWERS), guild_id=1)
    match = await accepting.accept(table, challenge.id, BOB, next(ANSWERS), guild_id=1)
    assert isinstance(match, Match)
    assert {person.id for person in match.seats} == {ANN.id, BOB.id, CLEO.id}


async def test_one_refusal_ends_a_challenge_to_several(table: Table) -> None:
    challenge = await issued(table, 100, ANN, BOB, CLEO, size=3)
    assert isinstance(await accepting.accept(table, challenge.id, BOB, next(ANSWERS), guild_id=1), Challenge)
    await accepting.decline(table, challenge.id, CLEO.id, next(ANSWERS), guild_id=1)
    with pytest.raises(Refused):
        await accepting.accept(table, challenge.id, CLEO, next(ANSWERS), guild_id=1)

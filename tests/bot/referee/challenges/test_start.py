"""What a server allows: channels, a role for challengers, so many matches at a time; its clock; on both databases."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.referee import endings
from bot.referee.challenges.answer import request_rematch
from bot.referee.context import HOURLY_CHALLENGES
from bot.referee.errors import RequestRejected, TooManyChallenges
from bot.referee.requests import Permissions, Request
from storage.queries.rows import Challenge, Match
from tests.bot.referee.challenge_context import (
    ANN,
    BOB,
    CHANNEL,
    CLEO,
    DAN,
    EVE,
    GUILD,
    NOON,
    SAID,
    make_challenge_context,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from storage.queries.rows import Person
    from tests.bot.referee.challenge_context import ChallengeContext

ROLE = 50


@pytest.fixture
async def at(either_url: str) -> AsyncGenerator[ChallengeContext]:
    async with make_challenge_context(either_url) as made:
        yield made


def request(person: Person) -> Request:
    return Request(person.id, next(SAID), CHANNEL, GUILD)


async def test_matches_start_only_where_they_may(at: ChallengeContext) -> None:
    made = await at.issue(ANN, BOB)
    match = await at.begin_match(made, BOB)
    await endings.resign(at.context, request(ANN), match.id)
    await at.keep(channels=(7, 8))
    for people in ((ANN, BOB), (ANN,)):
        with pytest.raises(RequestRejected, match="start only in <#7> or <#8>"):
            await at.issue(*people)
        await at.issue(*people, channel=8)
    with pytest.raises(RequestRejected, match="start only in <#7> or <#8>"):
        await request_rematch(at.context, request(BOB), BOB, match.id)


async def test_without_the_role_nobody_challenges_but_all_accept(at: ChallengeContext) -> None:
    made = await at.issue(ANN, BOB)
    match = await at.begin_match(made, BOB)
    await endings.resign(at.context, request(ANN), match.id)
    await at.keep(challengers=ROLE)
    for permissions in (Permissions(), Permissions(frozenset({ROLE + 1}))):
        with pytest.raises(RequestRejected, match=f"only people with the role <@&{ROLE}> can challenge"):
            await at.issue(ANN, permissions=permissions)
        with pytest.raises(RequestRejected, match=f"<@&{ROLE}>"):
            await request_rematch(at.context, request(ANN), ANN, match.id, permissions)
    await at.issue(ANN, BOB, permissions=Permissions(frozenset({1, ROLE})))
    again = await request_rematch(at.context, request(ANN), ANN, match.id, Permissions(manages_server=True))
    assert isinstance(again, Challenge)
    assert isinstance(await request_rematch(at.context, request(BOB), BOB, match.id), Match)


async def test_a_player_at_the_match_limit_neither_challenges_nor_accepts(at: ChallengeContext) -> None:
    await at.keep(most=2)
    one, two, three, four = [await at.issue(*people) for people in ((ANN, BOB), (ANN, CLEO), (ANN, BOB), (CLEO, BOB))]
    played = await at.begin_match(one, BOB)
    await at.begin_match(two, CLEO)
    with pytest.raises(RequestRejected) as rejection:
        await at.issue(ANN)
    assert rejection.value.reason.startswith("You play in 2 matches on this server, as many as it allows at a time.")
    await at.keep(most=1)
    with pytest.raises(RequestRejected, match="more than it allows at a time: the most is 1"):
        await at.issue(ANN)
    await at.keep(most=2)
    with pytest.raises(RequestRejected) as rejection:
        await at.accept(three, BOB)
    assert rejection.value.reason.startswith("**Ann** plays in 2 matches on this server")
    assert (await at.get(three)).accepted == {ANN.id}
    await at.begin_match(four, BOB)
    with pytest.raises(RequestRejected, match="You play in 2 matches"):
        await at.accept(three, BOB)
    await endings.resign(at.context, request(BOB), played.id)
    await at.begin_match(three, BOB)


async def test_of_two_matches_that_would_be_one_too_many_one_begins(either_url: str) -> None:
    async with make_challenge_context(either_url) as one, make_challenge_context(either_url) as two:
        await one.keep(most=1)
        first, second = await one.issue(ANN, BOB), await one.issue(BOB, ANN)
        third = await one.issue(CLEO, BOB)
        done = await asyncio.gather(
            one.accept(first, BOB), two.accept(second, ANN), two.accept(third, BOB), return_exceptions=True
        )
        assert sum(isinstance(each, Match) for each in done) == 1
        assert all(isinstance(each, Match | RequestRejected) for each in done), done


async def test_a_server_limits_the_challenges_that_wait(at: ChallengeContext) -> None:
    await at.keep(open_challenges=2)
    first = await at.issue(ANN, BOB)
    await at.issue(ANN)
    with pytest.raises(RequestRejected, match="You have 2 open challenges on this server, as many as it allows"):
        await at.issue(ANN, CLEO)
    await at.issue(BOB, CLEO)
    await at.decline(first, ANN)
    await at.issue(ANN, CLEO)
    async with at.context.database.write() as tx:
        await tx.exec_driver_sql("UPDATE challenges SET guild_id = 99")
    await at.issue(ANN, BOB)


async def test_a_server_limits_the_challenges_of_a_day(at: ChallengeContext) -> None:
    await at.keep(daily_challenges=2)
    for hour in (0, 6):
        at.time = NOON + timedelta(hours=hour)
        await at.decline(await at.issue(ANN, BOB), BOB)
    at.time = NOON + timedelta(hours=23)
    with pytest.raises(RequestRejected) as rejection:
        await at.issue(ANN, CLEO)
    free = int((NOON + timedelta(days=1)).timestamp())
    assert rejection.value.reason == (
        f"You've challenged 2 times in 24 hours, as often as this server allows. You can challenge again <t:{free}:R>."
    )
    await at.issue(BOB, ANN)
    at.time = NOON + timedelta(days=1)
    await at.issue(ANN, CLEO)
    with pytest.raises(RequestRejected, match=f"<t:{free + 6 * 3600}:R>"):
        await at.issue(ANN, CLEO)


async def begin(at: ChallengeContext, person: Person, times: int, channel: int = CHANNEL) -> None:
    """Let a person issue challenges that are declined at once."""
    for _ in range(times):
        await at.decline(await at.issue(person, CLEO, channel=channel), CLEO)


async def begin_too_many(at: ChallengeContext, person: Person, channel: int = CHANNEL) -> TooManyChallenges:
    with pytest.raises(TooManyChallenges) as rejection:
        await at.issue(person, CLEO, channel=channel)
    return rejection.value


async def test_a_person_may_begin_twenty_matches_and_challenges_in_an_hour(at: ChallengeContext) -> None:
    at.context = replace(at.context, hourly_challenges=HOURLY_CHALLENGES)
    await begin(at, ANN, 1)
    at.time = NOON + timedelta(minutes=30)
    await begin(at, ANN, 19)
    free = int((NOON + timedelta(hours=1)).timestamp())
    rejection = await begin_too_many(at, ANN)
    assert rejection.reason == (
        "You've begun 20 matches and challenges in the last hour, as many as I take from one person. "
        f"You can begin the next one <t:{free}:R>."
    )
    await begin(at, BOB, 1)
    at.time = NOON + timedelta(hours=1)
    await begin(at, ANN, 1)
    assert f"<t:{free + 1800}:R>" in (await begin_too_many(at, ANN)).reason


async def test_a_person_is_told_once_an_hour_that_they_began_too_many(at: ChallengeContext) -> None:
    at.context = replace(at.context, hourly_challenges=1)
    await begin(at, ANN, 1)
    await begin(at, BOB, 1)
    told = [(await begin_too_many(at, person)).already_told for person in (ANN, ANN, BOB)]
    assert told == [False, True, False]
    at.time = NOON + timedelta(hours=1)
    await begin(at, ANN, 1)
    assert not (await begin_too_many(at, ANN)).already_told


async def test_a_channel_takes_three_times_as_many_from_people_who_begin_several(at: ChallengeContext) -> None:
    at.context = replace(at.context, hourly_challenges=3)
    for person in (ANN, BOB, EVE):
        await begin(at, person, 3)
    await begin(at, DAN, 1)
    free = int((NOON + timedelta(hours=1)).timestamp())
    assert (await begin_too_many(at, DAN)).reason == (
        f"9 matches and challenges began in <#{CHANNEL}> in the last hour, as many as a channel takes. "
        f"Begin the next one <t:{free}:R>, or in another channel."
    )
    await begin(at, DAN, 1, channel=CHANNEL + 1)
    at.time = NOON + timedelta(hours=1)
    await begin(at, DAN, 3)


async def test_a_channel_one_short_of_its_share_takes_another(at: ChallengeContext) -> None:
    at.context = replace(at.context, hourly_challenges=2)
    for person, times in ((ANN, 2), (BOB, 2), (DAN, 2)):
        await begin(at, person, times)
    await begin(at, EVE, 1)
    await begin_too_many(at, EVE)


async def test_what_is_played_elsewhere_does_not_count(at: ChallengeContext) -> None:
    await at.begin_match(await at.issue(ANN, BOB), BOB)
    async with at.context.database.write() as tx:
        await tx.exec_driver_sql("UPDATE matches SET guild_id = 99")
    await at.keep(most=1)
    await at.begin_match(await at.issue(ANN, BOB), BOB)


async def test_a_challenge_without_a_clock_of_its_own_has_the_server_s(at: ChallengeContext) -> None:
    assert (await at.issue(ANN, BOB)).clock == "none"
    await at.keep(clock="2d+1d")
    assert (await at.issue(ANN, BOB)).clock == "2d+1d cap 4d"
    assert (await at.issue(ANN, BOB, clock="none")).clock == "none"
    assert (await at.issue(ANN, BOB, clock="5d")).clock == "5d"

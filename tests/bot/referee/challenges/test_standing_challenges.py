"""Standing tables: open again after each match, so many times, whatever comes twice or at once; on both databases."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.referee.challenges.issue import parse_count
from bot.referee.challenges.start import MOST_OPEN, MOST_STANDING_MATCHES, OPEN_FOR
from bot.referee.errors import RequestRejected
from bot.referee.requests import AlreadyDone
from games.translation import ENGLISH, in_language
from storage.queries import people
from storage.queries.rows import Match
from tests.bot.referee.challenge_context import ANN, BOB, CHANNEL, CLEO, DAN, EVE, NOON, SAID, make_challenge_context
from tests.games.catalogue import german

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from tests.bot.referee.challenge_context import ChallengeContext


@pytest.fixture
async def at(either_url: str) -> AsyncGenerator[ChallengeContext]:
    async with make_challenge_context(either_url) as made:
        yield made


async def test_it_opens_again_with_the_same_terms_until_its_matches_are_used_up(at: ChallengeContext) -> None:
    first = standing = await at.issue(ANN, seat=2, clock="3d", matches=3)
    assert first.again == 2
    for number, person in enumerate((BOB, BOB, CLEO)):
        at.time = NOON + number * timedelta(days=1)
        match = await at.begin_match(standing, person)
        assert match.seats == (person, ANN)
        again = await at.open_by(ANN)
        assert len(again) == (number < 2)
        if again:
            (standing,) = again
            assert (standing.game, standing.options, standing.look) == (first.game, first.options, first.look)
            assert (standing.seat, standing.size, standing.clock, standing.theirs) == (2, 2, "3d", False)
            assert (standing.guild_id, standing.channel_id, standing.people) == (1, CHANNEL, (ANN,))
            assert (standing.again, standing.expires_at) == (1 - number, at.time + OPEN_FOR)
    assert [about for _, about, _ in await at.said("challenge")] == [1, 2, 3]
    assert not await at.said("tell")


async def test_accepting_twice_by_one_message_starts_one_match(at: ChallengeContext) -> None:
    first = await at.issue(ANN, matches=5)
    assert isinstance(await at.accept(first, BOB, source_id=500), Match)
    assert isinstance(await at.accept(first, BOB, source_id=500), AlreadyDone)
    assert isinstance(await at.accept(first, BOB, source_id=501), AlreadyDone)
    (second,) = await at.open_by(ANN)
    assert (second.source_id, second.again) == (500, 3)
    assert isinstance(await at.accept(second, BOB, source_id=500), AlreadyDone)
    assert (await at.get(second)).accepted == {ANN.id}
    assert isinstance(await at.accept(second, BOB, source_id=502), Match)


async def test_of_several_people_who_take_the_last_seat_at_once_one_gets_it(at: ChallengeContext) -> None:
    table = await at.issue(ANN, size=3, matches=2)
    await at.accept(table, BOB)
    done = await asyncio.gather(*(at.accept(table, each) for each in (CLEO, DAN, EVE)), return_exceptions=True)
    assert sum(isinstance(one, Match) for one in done) == 1
    late = [one for one in done if isinstance(one, RequestRejected)]
    assert [one.reason for one in late] == [f"Challenge {table.id} is no longer open: it was accepted."] * 2
    assert [each.again for each in await at.open_by(ANN)] == [0]


async def test_one_message_delivered_to_two_processes_opens_it_again_once(either_url: str) -> None:
    async with make_challenge_context(either_url) as one, make_challenge_context(either_url) as two:
        table = await one.issue(ANN, matches=4)
        source = next(SAID)
        done = await asyncio.gather(*(each.accept(table, BOB, source_id=source) for each in (one, two, one, two)))
        assert sum(isinstance(each, Match) for each in done) == 1
        assert sum(isinstance(each, AlreadyDone) for each in done) == 3
        assert len(await one.open_by(ANN)) == 1


async def test_withdrawn_it_stays_closed(at: ChallengeContext) -> None:
    await at.begin_match(await at.issue(ANN, matches=5), BOB)
    (second,) = await at.open_by(ANN)
    await at.decline(second, ANN)
    with pytest.raises(RequestRejected, match="it was withdrawn"):
        await at.accept(second, CLEO)
    assert not await at.open_by(ANN)


async def test_it_counts_as_one_open_challenge(at: ChallengeContext) -> None:
    open_challenges = [await at.issue(ANN, matches=2) for _ in range(MOST_OPEN)]
    await at.begin_match(open_challenges[0], BOB)
    assert len(await at.open_by(ANN)) == MOST_OPEN
    assert not await at.said("tell")


async def test_the_challenger_learns_why_a_standing_challenge_does_not_reopen(at: ChallengeContext) -> None:
    await at.keep(most=1)
    table = await at.issue(ANN, matches=5)
    await at.begin_match(table, BOB)
    assert not await at.open_by(ANN)
    ((_, about, body),) = await at.said("tell")
    assert (about, body["user"]) == (table.id, ANN.id)
    assert body["text"] == (
        "Your standing challenge for **Xero-G** in <#2> wasn't opened again. "
        "You play in 1 match on this server, as many as it allows at a time. Finish one first: `/games`."
    )


async def test_the_challenger_learns_it_in_their_language(at: ChallengeContext, tmp_path: Path) -> None:
    closed = "Your standing challenge for **{game}** in {channel} wasn't opened again."
    elsewhere = "Matches on this server start only in {places}. Challenge there."
    translated = {closed: "**{game}** in {channel} bleibt zu.", elsewhere: "Fordere in {places} heraus."}
    table = await at.issue(ANN, matches=5)
    await at.keep(channels=(77,))
    async with at.context.write() as tx:
        await people.set_preferences(tx, ANN.id, {"language": "de"})
    with german(tmp_path, translated), in_language(ENGLISH):
        await at.begin_match(table, BOB)
    ((_, _, body),) = await at.said("tell")
    assert body["text"] == "**Xero-G** in <#2> bleibt zu. Fordere in <#77> heraus."


async def test_where_matches_may_start_no_longer_it_does_not_open_again(at: ChallengeContext) -> None:
    table = await at.issue(ANN, matches=5)
    await at.keep(channels=(77,))
    await at.begin_match(table, BOB)
    assert not await at.open_by(ANN)
    ((_, _, body),) = await at.said("tell")
    assert "only in <#77>" in body["text"]


async def test_only_open_challenges_can_be_standing_and_up_to_a_limit(at: ChallengeContext) -> None:
    with pytest.raises(RequestRejected, match="Only an open challenge can lead to several matches"):
        await at.issue(ANN, BOB, matches=2)
    for number in (0, MOST_STANDING_MATCHES + 1):
        with pytest.raises(RequestRejected, match="from 1 to 20"):
            await at.issue(ANN, matches=number)
    assert (await at.issue(ANN, matches=MOST_STANDING_MATCHES)).again == MOST_STANDING_MATCHES - 1
    assert (await at.issue(ANN, BOB, matches=1)).again == 0
    for text in ("", "x", "-1", "1.5", "1000", "\u0663"):
        with pytest.raises(RequestRejected, match="has to be a number"):
            parse_count("standing", text)

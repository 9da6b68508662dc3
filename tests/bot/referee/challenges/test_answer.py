"""Answers to challenges: which one is meant, who may give them, and what becomes of the others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bot.features.challenges.text import MOST_LISTED, challenge_choice, challenge_list
from bot.interactions.replies import MAX_LENGTH
from bot.referee.challenges.answer import (
    MOST_NAMED,
    accept_challenge,
    decline_challenge,
    find_waiting_challenge,
    leave_all_challenges,
    list_open_challenges,
)
from bot.referee.challenges.start import LONGEST_COMMENT, OPEN_FOR
from bot.referee.errors import RequestRejected
from bot.referee.requests import AlreadyDone, Request
from storage.queries.rows import DIRECT, Challenge, Match, Post
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
    ChallengeContext,
    make_challenge_context,
)
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.referee.challenges.answer import OpenChallenges
    from storage.queries.rows import Person

HIDDEN = 77


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[ChallengeContext]:
    async with make_challenge_context(await create_database(tmp_path / "turnpost.db")) as made:
        yield made


async def found(at: ChallengeContext, guild_id: int | None = GUILD) -> OpenChallenges:
    """Return what Bob finds, who sees all channels but one."""
    return await list_open_challenges(
        at.context, Request(BOB.id, 1, CHANNEL, guild_id), lambda channel: channel != HIDDEN
    )


def ids(challenges: list[Challenge]) -> list[int]:
    return [challenge.id for challenge in challenges]


async def test_each_challenge_is_in_the_list_where_it_belongs(at: ChallengeContext) -> None:
    waiting = await at.issue(ANN, BOB)
    half = await at.issue(ANN, BOB, CLEO, size=3)
    await at.accept(half, BOB)
    mine, own_open = await at.issue(BOB, CLEO), await at.issue(BOB, size=3)
    context, joined = await at.issue(CLEO, size=4), await at.issue(CLEO, size=4)
    await at.accept(joined, BOB)
    await at.issue(CLEO, DAN)
    hidden, called_in = await at.issue(CLEO, channel=HIDDEN), await at.issue(CLEO, BOB, channel=HIDDEN)
    await at.decline(await at.issue(ANN, BOB), BOB)
    here = await found(at)
    assert ids(here.waiting) == [waiting.id, called_in.id]
    assert ids(here.issued) == [mine.id, own_open.id]
    assert ids(here.joined) == [half.id, joined.id]
    assert ids(here.joinable) == [context.id]
    assert hidden.id not in ids(here.everything)
    direct = await found(at, None)
    assert (direct.waiting, direct.issued, direct.joined, direct.joinable) == (
        here.waiting,
        here.issued,
        here.joined,
        [],
    )
    assert (await found(at, GUILD + 1)).everything == []
    at.time = NOON + OPEN_FOR
    assert (await found(at)).everything == []


async def test_a_line_names_all_that_is_needed_and_leads_to_the_post(at: ChallengeContext) -> None:
    direct = await at.issue(ANN, BOB)
    context = await at.issue(CLEO, size=4)
    post = Post(1, "c1", "challenge", {}, None, direct.id, None, NOON, 1, NOON, CHANNEL, 9)
    when = f"<t:{int(direct.expires_at.timestamp())}:R>"
    title, link = at.context.title, f"https://discord.com/channels/{GUILD}/{CHANNEL}/9"
    assert challenge_list(await found(at), {direct.id: post}, title).splitlines() == [
        "Waiting for your answer:",
        f"- `1` **Xero-G**, **Ann** challenges **Bob**, expires {when}: {link}",
        "Challenges you can join:",
        f"- `2` **Zyrcan**, for 4, by **Cleo**, 1 of 4 joined, expires {when}: <#{CHANNEL}>",
    ]
    assert [challenge_choice(one, title(one.game)) for one in (direct, context)] == [
        "1: Xero-G, by Ann",
        "2: Zyrcan, by Cleo, 1 of 4 joined",
    ]


async def test_a_long_list_says_how_many_more_there_are(at: ChallengeContext) -> None:
    for _ in range(MOST_LISTED + 2):
        await at.issue(ANN)
    lines = challenge_list(await found(at), {}, at.context.title).splitlines()
    assert (len(lines), lines[-1]) == (MOST_LISTED + 2, "- and 2 more")
    assert len("\n".join(lines)) < MAX_LENGTH


def request(person: Person, guild_id: int | None = GUILD, source_id: int = 0) -> Request:
    return Request(person.id, source_id or next(SAID), CHANNEL, guild_id)


async def find(at: ChallengeContext, asked: Request, number: int | None = None) -> int:
    return await find_waiting_challenge(at.context, asked, number)


async def test_the_only_challenge_that_waits_for_a_person_is_meant(at: ChallengeContext) -> None:
    early = request(BOB)
    made = await at.issue(ANN, BOB)
    for asked in (request(BOB), request(BOB, None)):
        assert await find(at, asked) == made.id
    assert await find(at, request(CLEO), 77) == 77
    same_message = request(BOB, source_id=made.source_id)
    for asked in (early, same_message, request(BOB, GUILD + 1), request(ANN), request(CLEO)):
        with pytest.raises(RequestRejected, match="No challenge is waiting for your answer"):
            await find(at, asked)
    at.time = made.expires_at
    with pytest.raises(RequestRejected, match="No challenge is waiting"):
        await find(at, request(BOB))


async def test_of_several_challenges_the_latest_are_named(at: ChallengeContext) -> None:
    made = [await at.issue(challenger, BOB) for challenger in (ANN, CLEO, DAN) for _ in range(4)]
    with pytest.raises(RequestRejected) as rejected:
        await find(at, request(BOB))
    named = re.findall(r"`(\d+)`", rejected.value.reason)
    assert named == [str(each.id) for each in made[-MOST_NAMED:]]


async def test_nobody_accepts_their_own_challenge_or_that_of_others(at: ChallengeContext) -> None:
    made = await at.issue(ANN, BOB)
    with pytest.raises(RequestRejected, match="You issued this challenge"):
        await at.accept(made, ANN)
    for answer in (at.accept, at.decline):
        with pytest.raises(RequestRejected, match="Bob"):
            await answer(made, CLEO)
    with pytest.raises(RequestRejected, match="You haven't joined"):
        await at.decline(await at.issue(ANN), CLEO)
    assert (await at.get(made)).status == "open"


async def test_an_unknown_challenge_is_missed_on_the_server_or_in_direct_messages(
    at: ChallengeContext,
) -> None:
    made = await at.issue(ANN, BOB)
    for number, guild_id, here in ((99, GUILD, True), (made.id, GUILD + 1, True), (made.id, None, False)):
        with pytest.raises(RequestRejected) as rejected:
            await accept_challenge(at.context, number, CLEO, next(SAID), guild_id=guild_id)
        assert ("on this server" in rejected.value.reason) is here


async def test_an_answer_that_is_given_already_changes_nothing(at: ChallengeContext) -> None:
    made = await at.issue(ANN, BOB, CLEO, size=3)
    assert isinstance(await at.accept(made, BOB), Challenge)
    assert await at.accept(made, BOB) == AlreadyDone()
    declined = await at.issue(ANN, BOB)
    assert isinstance(await at.decline(declined, BOB), Challenge)
    assert await at.decline(declined, BOB) == AlreadyDone()
    with pytest.raises(RequestRejected, match="was declined"):
        await at.decline(declined, ANN)
    with pytest.raises(RequestRejected, match="was declined"):
        await at.accept(declined, BOB)


async def test_a_challenge_can_be_answered_until_it_expires(at: ChallengeContext) -> None:
    made = await at.issue(ANN, BOB)
    at.time = made.expires_at
    for answer in (at.accept, at.decline):
        with pytest.raises(RequestRejected, match="expired"):
            await answer(made, BOB)


async def test_a_comment_is_tidied_posted_and_not_too_long(at: ChallengeContext) -> None:
    made = await at.issue(ANN, BOB)

    async def decline(length: int) -> Challenge | AlreadyDone:
        comment = f" {'x' * length}\n"
        return await decline_challenge(at.context, made.id, BOB.id, next(SAID), guild_id=GUILD, comment=comment)

    with pytest.raises(RequestRejected, match=str(LONGEST_COMMENT + 1)):
        await decline(LONGEST_COMMENT + 1)
    assert isinstance(await decline(LONGEST_COMMENT), Challenge)
    ((_, _, body),) = await at.said("refresh")
    assert (body["by"], body["word"]) == (BOB.id, "x" * LONGEST_COMMENT)


async def test_a_direct_challenge_is_joined_in_its_channel_alone(at: ChallengeContext) -> None:
    made = await at.issue(ANN, BOB)
    async with at.context.database.write() as tx:
        await tx.exec_driver_sql("UPDATE challenges SET guild_id = ?, size = 3, game = 'zyrcan'", (DIRECT,))
    for channel_id in (None, CHANNEL + 1):
        with pytest.raises(RequestRejected):
            await accept_challenge(at.context, made.id, CLEO, next(SAID), guild_id=None, channel_id=channel_id)
    joined = await accept_challenge(at.context, made.id, CLEO, next(SAID), guild_id=None, channel_id=CHANNEL)
    assert isinstance(joined, Challenge)
    begun = await accept_challenge(at.context, made.id, BOB, next(SAID), guild_id=None, channel_id=CHANNEL + 1)
    assert isinstance(begun, Match)


async def test_a_person_leaves_all_challenges_that_are_open_or_those_of_a_server(at: ChallengeContext) -> None:
    own, invited, joined = await at.issue(ANN, BOB), await at.issue(BOB, ANN), await at.issue(CLEO, size=3)
    await at.accept(joined, ANN)
    other = await at.issue(DAN, EVE)
    async with at.context.write() as tx:
        assert await leave_all_challenges(at.context, tx, ANN.id, GUILD + 1) == 0
        assert await leave_all_challenges(at.context, tx, ANN.id, GUILD) == 3
        assert await leave_all_challenges(at.context, tx, ANN.id) == 0
    assert [(await at.get(each)).status for each in (own, invited, joined, other)] == [
        "withdrawn",
        "declined",
        "open",
        "open",
    ]
    assert [person.name for person in (await at.get(joined)).people] == ["Cleo"]
    at.time = other.expires_at
    async with at.context.write() as tx:
        assert await leave_all_challenges(at.context, tx, DAN.id, by_manager=True) == 0


async def test_a_challenge_is_closed_where_a_manager_takes_a_person_out(at: ChallengeContext) -> None:
    made = await at.issue(ANN, BOB)
    async with at.context.write() as tx:
        assert await leave_all_challenges(at.context, tx, BOB.id, by_manager=True) == 1
    assert (await at.get(made)).status == "closed"


async def test_only_people_in_a_challenge_answer_it_by_direct_message(tmp_path: Path) -> None:
    async with make_challenge_context(await create_database(tmp_path / "turnpost.db")) as at:
        made = await at.issue(ANN, BOB)
        for person, number, guild_id in ((CLEO, made.id, None), (BOB, 99, None), (BOB, made.id, GUILD + 1)):
            with pytest.raises(RequestRejected):
                await accept_challenge(at.context, number, person, next(SAID), guild_id=guild_id)
        assert isinstance(await accept_challenge(at.context, made.id, BOB, next(SAID), guild_id=None), Match)

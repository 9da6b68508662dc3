"""Blocks: no way in which a match or a seat begins is left to somebody who is blocked; on both databases."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.referee import endings
from bot.referee.challenges.answer import accept_challenge, request_rematch
from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.errors import RequestRejected
from bot.referee.guilds.audit_log import Blocked, check_not_blocked, load_audit_log
from bot.referee.requests import AlreadyDone, MoveText, Request
from bot.referee.servers import BlockResult, BlockTarget, block_person, list_blocks, unblock_person
from bot.referee.turns import play
from games import GAMES
from storage.queries import blocks
from storage.queries.blocks import Block
from storage.queries.rows import DIRECT, Challenge, Match
from tests.bot.referee.challenge_context import (
    ANN,
    BOB,
    CHANNEL,
    CLEO,
    DAN,
    GUILD,
    NOON,
    SAID,
    ChallengeContext,
    make_challenge_context,
)
from tests.bot.referee.manager import MANAGER, manager_request

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from storage.queries.rows import Person


@pytest.fixture
async def at(either_url: str) -> AsyncGenerator[ChallengeContext]:
    async with make_challenge_context(either_url) as made:
        yield made


def request(person: Person, guild_id: int | None = GUILD) -> Request:
    return Request(person.id, next(SAID), CHANNEL, guild_id)


async def block(at: ChallengeContext, person: Person, reason: str = "") -> BlockResult:
    done = await block_person(at.context, manager_request(GUILD), BlockTarget(person.id), reason, manager=True)
    assert isinstance(done, BlockResult)
    return done


async def block_quietly(at: ChallengeContext, person: Person) -> None:
    """Store a block alone, as if all that it closes had been opened at the same moment."""
    async with at.context.database.write() as tx:
        await blocks.add(tx, GUILD, Block(person.id, MANAGER, NOON, ""))


async def challenge(at: ChallengeContext, *people: Person, guild_id: int = GUILD, computers: int = 0) -> object:
    terms = ChallengeTerms(GAMES["xero-g"].info, {}, None, 2, {}, computers=computers)
    return await issue_challenge(at.context, terms, people, guild_id=guild_id, channel_id=CHANNEL, source_id=next(SAID))


async def test_who_is_blocked_challenges_nobody_and_is_told_why(at: ChallengeContext) -> None:
    await block(at, BOB, "spam\nspam")
    for begin in (lambda: at.issue(BOB, ANN), lambda: at.issue(BOB), lambda: challenge(at, BOB, computers=1)):
        with pytest.raises(Blocked) as told:
            await begin()
        assert told.value.reason == (
            "You're blocked from playing on this server (spam spam). You can still finish your matches. "
            "If you think it's a mistake, ask a manager of the server."
        )


async def test_others_can_not_challenge_who_is_blocked(at: ChallengeContext) -> None:
    await block(at, BOB, "spam")
    for people in ((ANN, BOB), (ANN, CLEO, BOB)):
        with pytest.raises(RequestRejected) as told:
            await at.issue(*people, size=len(people))
        assert told.value.reason == "**Bob** is blocked from playing on this server. Choose somebody else."
    assert await at.open_by(ANN) == []
    await at.begin_match(await at.issue(ANN, CLEO), CLEO)


async def test_a_block_holds_on_its_server_alone(at: ChallengeContext) -> None:
    await block(at, BOB)
    for guild_id in (GUILD + 1, DIRECT):
        assert isinstance(await challenge(at, BOB, ANN, guild_id=guild_id), Challenge)
        await check_not_blocked(at.context, guild_id, BOB.id)
    with pytest.raises(Blocked):
        await check_not_blocked(at.context, GUILD, BOB.id)
    assert isinstance(await challenge(at, BOB, guild_id=DIRECT, computers=1), Match)


async def test_a_challenge_from_before_can_not_be_accepted_or_joined(at: ChallengeContext) -> None:
    asked, joinable, own = await at.issue(ANN, BOB), await at.issue(ANN), await at.issue(BOB)
    await block_quietly(at, BOB)
    for made in (asked, joinable):
        with pytest.raises(Blocked):
            await at.accept(made, BOB)
    with pytest.raises(Blocked):  # by direct message, too
        await accept_challenge(at.context, asked.id, BOB, next(SAID), guild_id=None)
    with pytest.raises(RequestRejected, match=r"^\*\*Bob\*\* is blocked"):
        await at.accept(own, CLEO)
    assert [(await at.get(made)).status for made in (asked, joinable, own)] == ["open"] * 3
    assert (await at.get(joinable)).accepted == {ANN.id}


async def test_a_block_closes_the_challenges_of_its_server(at: ChallengeContext) -> None:
    asked, own, standing = await at.issue(ANN, BOB), await at.issue(BOB), await at.issue(BOB, matches=3)
    joined = await at.issue(CLEO, size=3)
    await at.accept(joined, BOB)
    elsewhere = await challenge(at, BOB, ANN, guild_id=GUILD + 1)
    assert isinstance(elsewhere, Challenge)
    assert (await block(at, BOB)).challenges == 4
    closed = [(await at.get(made)).status for made in (asked, own, standing, joined, elsewhere)]
    assert closed == ["closed", "closed", "closed", "open", "open"]
    assert (await at.get(joined)).accepted == {CLEO.id}


async def test_there_is_no_rematch_with_who_is_blocked(at: ChallengeContext) -> None:
    match = await at.begin_match(await at.issue(ANN, BOB), BOB)
    await endings.resign(at.context, request(ANN), match.id)
    await block(at, BOB)
    for place in (GUILD, None):
        with pytest.raises(Blocked):
            await request_rematch(at.context, request(BOB, place), BOB, match.id)
        with pytest.raises(RequestRejected, match=r"^\*\*Bob\*\* is blocked"):
            await request_rematch(at.context, request(ANN, place), ANN, match.id)


async def test_running_matches_are_played_to_their_end(at: ChallengeContext) -> None:
    match = await at.begin_match(await at.issue(ANN, BOB, seat=2), BOB)
    await block(at, BOB)
    assert match.seats[0] == BOB
    await play.play_move(at.context, request(BOB), MoveText("321123", match.id))
    await endings.resign(at.context, request(BOB), match.id)


async def test_whom_nobody_can_block(at: ChallengeContext) -> None:
    async def reason(target: BlockTarget, *, manager: bool = True, why: str = "") -> str:
        with pytest.raises(RequestRejected) as told:
            await block_person(at.context, manager_request(GUILD), target, why, manager=manager)
        return told.value.reason

    assert await reason(BlockTarget(MANAGER)) == "You can't block yourself."
    assert "Bots can't be blocked" in await reason(BlockTarget(7, is_bot=True))
    assert (
        await reason(BlockTarget(8, manages_server=True)) == "<@8> manages this server, and managers can't be blocked."
    )
    assert "Only people with Manage Server" in await reason(BlockTarget(BOB.id), manager=False)
    assert await reason(BlockTarget(BOB.id), why="x" * 201) == "A reason has at most 200 characters; this one has 201."
    await block(at, BOB)
    assert "is blocked already" in await reason(BlockTarget(BOB.id))
    for place, manager in ((GUILD, False), (None, True)):
        with pytest.raises(RequestRejected, match="Only people with Manage Server"):
            await list_blocks(at.context, request(ANN, place), manager=manager)


async def test_who_is_unblocked_plays_again(at: ChallengeContext) -> None:
    await block(at, BOB, "spam")
    found = await list_blocks(at.context, manager_request(GUILD), manager=True)
    assert found == [Block(BOB.id, MANAGER, NOON, "spam")]
    assert await unblock_person(at.context, manager_request(GUILD), BOB.id, manager=True) == BOB.id
    assert await list_blocks(at.context, manager_request(GUILD), manager=True) == []
    await at.begin_match(await at.issue(ANN, BOB), BOB)
    with pytest.raises(RequestRejected, match=f"<@{BOB.id}> isn't blocked"):
        await unblock_person(at.context, manager_request(GUILD), BOB.id, manager=True)


async def test_a_request_that_is_delivered_again_counts_once(at: ChallengeContext) -> None:
    asked, undone = manager_request(GUILD), manager_request(GUILD)
    for expected in (BlockResult(BOB.id, 0, ()), AlreadyDone()):
        assert await block_person(at.context, asked, BlockTarget(BOB.id), "", manager=True) == expected
    for back in (BOB.id, AlreadyDone()):
        assert await unblock_person(at.context, undone, BOB.id, manager=True) == back
    assert await block_person(at.context, asked, BlockTarget(BOB.id), "", manager=True) == AlreadyDone()
    await at.begin_match(await at.issue(ANN, BOB), BOB)
    entries, *_ = await load_audit_log(at.context, GUILD, 1, manager=True)
    assert [(each.action, each.subject_id) for each in entries] == [("unblock", BOB.id), ("block", BOB.id)]


async def test_two_managers_and_a_player_at_once(either_url: str) -> None:
    async with make_challenge_context(either_url) as one, make_challenge_context(either_url) as two:
        made = await one.issue(ANN, BOB)
        done = await asyncio.gather(
            block(one, BOB), block(two, BOB), two.accept(made, BOB), one.issue(DAN, BOB), return_exceptions=True
        )
        assert sum(isinstance(each, BlockResult) for each in done[:2]) == 1
        assert all(isinstance(each, BlockResult | RequestRejected | Match | Challenge) for each in done), done
        for each in await two.open_by(DAN):
            with pytest.raises(Blocked):
                await two.accept(each, BOB)

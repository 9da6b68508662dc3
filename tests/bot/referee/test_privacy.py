"""Deleting people, on both databases: what goes on is left first, others play on, and blocks outlive it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bot.referee.challenges.answer import accept_challenge, request_rematch
from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.context import Context
from bot.referee.errors import RequestRejected
from bot.referee.guilds.audit_log import load_audit_log
from bot.referee.guilds.setting_values import GuildResources
from bot.referee.privacy import (
    RULES_GONE,
    SECOND_LOOK,
    Consequences,
    carry_out_deletions,
    delete_person,
    foresee_deletion,
    load_personal_data,
)
from bot.referee.requests import Permissions, Request
from bot.referee.servers import BlockTarget, block_person, change_settings, list_blocks
from bot.referee.tournaments.sign_up import TournamentTerms, create_tournament, sign_up
from games import GAMES
from storage.engine.database import Database
from storage.queries import challenges, events, matches, read_markers, tournaments
from storage.queries.blocks import Block
from storage.queries.read_markers import ReadMarker
from storage.queries.rows import FORMER_IDS, FORMER_NAME, Challenge, Match, Person, Tournament
from tests.bot.referee.privacy.traces import find_traces

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

ANN, BOB, CLEO = PEOPLE = [Person(400_000_000_000_000_000 + each, f"Player{each}") for each in range(3)]
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SAID = count(100)
"""Ids of what people say and press."""


@pytest.fixture
async def context(either_url: str) -> AsyncGenerator[Context]:
    database = await Database.open(either_url)
    yield Context(database, GAMES, now=lambda: NOON, rng=Random(1))
    await database.close()


def by(person: Person) -> Request:
    return Request(person.id, next(SAID), 2, 1)


async def challenge(context: Context, game: str, *people: Person, size: int = 0) -> Challenge:
    offer = ChallengeTerms(GAMES[game].info, {}, None, size or len(people), {})
    made = await issue_challenge(context, offer, people, guild_id=1, channel_id=2, source_id=next(SAID))
    assert isinstance(made, Challenge)
    return made


async def begin(context: Context, game: str, *people: Person) -> Match:
    made = await challenge(context, game, *people)
    begun: Any = None
    for person in people[1:]:
        begun = await accept_challenge(context, made.id, person, next(SAID), guild_id=1)
    assert isinstance(begun, Match)
    return begun


async def load(context: Context, match: Match) -> Match:
    async with context.database.read() as tx:
        return await matches.require(tx, match.id)


async def leads_nowhere(context: Context, *people: Person) -> bool:
    """Return whether nothing stands for people but that they asked for their deletion, which a later job forgets."""
    found = await find_traces(context.database, *(str(each.id) for each in people), *(each.name for each in people))
    return all(line.startswith("deletions.") for line in found)


async def test_a_person_leaves_all_that_goes_on(context: Context) -> None:
    of_two, of_three = await begin(context, "xero-g", ANN, BOB), await begin(context, "zyrcan", ANN, BOB, CLEO)
    own = await challenge(context, "xong", ANN, size=2)
    theirs = await challenge(context, "xong", BOB, ANN)
    manager = Permissions(frozenset(), manages_server=True)
    terms = TournamentTerms(GAMES["xero-g"].info, "league", "Spring", {}, "3d", vacation=True, pauses=False, net=False)
    event = await create_tournament(context, by(BOB), terms, manager, channel_id=2)
    assert isinstance(event, Tournament)
    await sign_up(context, by(ANN), event.id, ANN)
    assert await foresee_deletion(context, ANN.id) == Consequences(
        running=2, challenges=2, events=1, matches=2, blocks=0
    )

    assert await delete_person(context, ANN.id)

    assert await leads_nowhere(context, ANN)
    ended, going = await load(context, of_two), await load(context, of_three)
    assert ended.ended_at is not None
    assert going.ended_at is None
    assert len(going.gone) == 1
    former = next(person for person in ended.seats if person not in PEOPLE)
    assert former.name == FORMER_NAME
    assert former in going.seats
    async with context.database.read() as tx:
        assert [(await challenges.require(tx, each.id)).status for each in (own, theirs)] == ["withdrawn", "declined"]
        assert await tournaments.people(tx, event.id) == []
    with pytest.raises(RequestRejected, match="has left for good"):
        await request_rematch(context, by(BOB), BOB, ended.id)
    assert await begin(context, "xero-g", ANN, BOB)
    assert (await foresee_deletion(context, ANN.id)).matches == 1


async def test_a_match_whose_rules_are_gone_ends_without_a_result(context: Context) -> None:
    match = await begin(context, "xero-g", ANN, BOB)
    without = replace(context, games={key: game for key, game in GAMES.items() if key != "xero-g"})
    assert await delete_person(without, ANN.id)
    async with context.database.read() as tx:
        (event,) = await events.of_match(tx, match.id)
    assert (event.kind, event.text) == ("end", RULES_GONE)
    assert await leads_nowhere(context, ANN)


@pytest.mark.thorough
async def test_two_processes_and_two_people_at_once(context: Context, either_url: str) -> None:
    match = await begin(context, "zyrcan", ANN, BOB, CLEO)
    other = await Database.open(either_url)
    try:
        contexts = context, Context(other, GAMES, now=lambda: NOON, rng=Random(2))
        await asyncio.gather(*(delete_person(each, person.id) for each in contexts for person in (ANN, BOB)))
        for each in contexts:
            await delete_person(each, ANN.id)
            await delete_person(each, BOB.id)
    finally:
        await other.close()
    assert await leads_nowhere(context, ANN, BOB)
    seats = (await load(context, match)).seats
    assert sorted(person.name for person in seats) == [FORMER_NAME, FORMER_NAME, CLEO.name]
    assert len({person.id for person in seats}) == 3


async def test_a_read_marker_that_a_process_stores_late_goes_a_minute_later(context: Context) -> None:
    await begin(context, "xero-g", ANN, BOB)
    assert await delete_person(context, ANN.id)
    async with context.database.write() as tx:
        await read_markers.advance(tx, {77: ReadMarker(5, ANN.id)})
    assert not await leads_nowhere(context, ANN)
    await carry_out_deletions(context)
    assert not await leads_nowhere(context, ANN)
    await carry_out_deletions(replace(context, now=lambda: NOON + SECOND_LOOK))
    assert await find_traces(context.database, str(ANN.id)) == []


async def block_bob(context: Context) -> None:
    """Let Ann, who manages the server, choose a setting and block Bob."""
    await change_settings(context, by(ANN), {"most": "5"}, GuildResources(set(), set()), manager=True)
    await block_person(context, by(ANN), BlockTarget(BOB.id), "he spams", manager=True)


async def test_a_blocked_person_stays_blocked_and_nothing_else_is_kept(context: Context) -> None:
    await block_bob(context)
    assert (await foresee_deletion(context, BOB.id)).blocks == 1
    assert await delete_person(context, BOB.id)
    found = await find_traces(context.database, str(BOB.id), BOB.name, "he spams")
    assert [line for line in found if not line.startswith("deletions.")] == [f"blocks.user_id: {BOB.id}"]
    assert await list_blocks(context, by(ANN), manager=True) == [Block(BOB.id, None, None, "")]
    entries, *_ = await load_audit_log(context, 1, 1, manager=True)
    assert [(each.action, each.user_id) for each in entries] == [("settings", ANN.id)]
    with pytest.raises(RequestRejected, match="You're blocked"):
        await challenge(context, "xong", BOB, CLEO)


async def test_what_a_manager_did_stays_under_a_number(context: Context) -> None:
    await block_bob(context)
    assert await delete_person(context, ANN.id)
    assert await leads_nowhere(context, ANN)
    (block,) = await list_blocks(context, by(CLEO), manager=True)
    assert (block.user_id, block.blocked_at, block.reason) == (BOB.id, NOON, "he spams")
    assert block.blocked_by in FORMER_IDS
    entries, *_ = await load_audit_log(context, 1, 1, manager=True)
    assert [(each.action, each.user_id, each.subject_id) for each in entries] == [
        ("block", block.blocked_by, BOB.id),
        ("settings", block.blocked_by, None),
    ]


async def test_each_sees_their_part_without_the_other(context: Context) -> None:
    await block_bob(context)
    own = await load_personal_data(context, BOB.id)
    assert [(row["blocked_by"], row["user_id"], row["reason"]) for row in own["blocks"]] == [(None, BOB.id, "he spams")]
    assert [(row["action"], row["user_id"], row["subject_id"]) for row in own["audit_log"]] == [("block", None, BOB.id)]
    theirs = await load_personal_data(context, ANN.id)
    assert [(row["blocked_by"], row["user_id"]) for row in theirs["blocks"]] == [(ANN.id, None)]
    assert [(row["user_id"], row["subject_id"]) for row in theirs["audit_log"]] == [(ANN.id, None)] * 2

"""Two processes that count the votes of a crowd at once: one move, one answer to an offer."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.admin.verify.matches import verify_matches
from bot.referee.challenges.issue import ChallengeTerms, CrowdTerms, issue_challenge
from bot.referee.context import Context
from bot.referee.crowds import begin_match, join_crowd, vote
from bot.referee.due_jobs import JOBS
from bot.referee.errors import RequestRejected
from bot.referee.job_runner import run_jobs
from bot.referee.offers import OfferResult, answer_offer_by_id, make_offer, people_to_answer
from bot.referee.requests import NO_PERMISSIONS, MoveText, Request
from bot.referee.turns.play import play_move
from games import GAMES
from storage.engine.database import Database
from storage.queries import crowds, events, matches, offers
from storage.queries.rows import Challenge, Match, Person

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

ANN, BOB, CLEO, DAN = (Person(number, name) for number, name in enumerate(("Ann", "Bob", "Cleo", "Dan"), 1))
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
_sources = count(100)


class Pair:
    """Two processes on one record, whose clocks show the same."""

    def __init__(self, *databases: Database) -> None:
        self.time = NOON
        self.contexts = [Context(each, GAMES, now=lambda: self.time, rng=Random(1)) for each in databases]

    async def begin(self, *members: Person) -> Match:
        """Begin a match of Ann against a crowd, by default Bob, Cleo and Dan, who have the first move."""
        terms = ChallengeTerms(GAMES["martian-life"].info, {}, 2, 2, {}, crowds=(CrowdTerms(),))
        context = self.contexts[0]
        made = await issue_challenge(context, terms, [ANN], guild_id=1, channel_id=2, source_id=next(_sources))
        assert isinstance(made, Challenge)
        for person in members or (BOB, CLEO, DAN):
            await join_crowd(context, by(person), made.id, 1, person, NO_PERMISSIONS)
        match = await begin_match(context, by(ANN), made.id)
        assert isinstance(match, Match)
        return match

    async def log(self, match: Match) -> list[tuple[str, str]]:
        """Return the kinds and texts of the events of a match, of which nothing must be wrong."""
        database = self.contexts[0].database
        verdicts = [each async for each in verify_matches(database, GAMES)]
        assert [line for each in verdicts for line in each.differences] == []
        async with database.read() as tx:
            return [(event.kind, event.text) for event in await events.of_match(tx, match.id)]


def by(person: Person) -> Request:
    return Request(person.id, next(_sources), 2, 1)


@pytest.fixture
async def pair(either_url: str) -> AsyncGenerator[Pair]:
    databases = [await Database.open(either_url) for _ in range(2)]
    yield Pair(*databases)
    for each in databases:
        await each.close()


async def test_the_last_votes_at_once_play_one_move(pair: Pair) -> None:
    match = await pair.begin()
    first, second = pair.contexts
    await play_move(first, by(BOB), MoveText("e4+", match.id))
    await asyncio.gather(
        play_move(first, by(CLEO), MoveText("c2", match.id)), play_move(second, by(DAN), MoveText("c2", match.id))
    )
    assert await pair.log(match) == [("move", "c2")]


async def test_two_schedulers_play_the_leader_once(pair: Pair) -> None:
    match = await pair.begin()
    await play_move(pair.contexts[0], by(BOB), MoveText("e4+", match.id))
    pair.time += timedelta(hours=12, minutes=1)
    await asyncio.gather(*(run_jobs(context, JOBS) for context in pair.contexts))
    assert await pair.log(match) == [("move", "e4+")]


@pytest.mark.parametrize("by_time", [True, False])
async def test_two_processes_decide_on_an_offer_once(pair: Pair, *, by_time: bool) -> None:
    match = await pair.begin()
    first, second = pair.contexts
    await make_offer(first, by(ANN), match.id, "draw")
    async with first.database.read() as tx:
        (offer,) = await offers.list_open(tx, await matches.require(tx, match.id))
    await answer_offer_by_id(first, by(BOB), offer.id, agrees=True)
    if by_time:
        pair.time += timedelta(hours=12, minutes=1)
        await asyncio.gather(*(run_jobs(context, JOBS) for context in pair.contexts))
    else:
        done = await asyncio.gather(
            answer_offer_by_id(first, by(CLEO), offer.id, agrees=True),
            answer_offer_by_id(second, by(DAN), offer.id, agrees=True),
            return_exceptions=True,
        )
        assert sum(isinstance(each, Exception) for each in done) == 1, "who came second is told that it's over"
    assert await pair.log(match) == [("draw", "agreed")]


async def test_a_vote_that_comes_twice_counts_once(pair: Pair) -> None:
    match = await pair.begin()
    await make_offer(pair.contexts[0], by(ANN), match.id, "draw")
    async with pair.contexts[0].database.read() as tx:
        (offer,) = await offers.list_open(tx, await matches.require(tx, match.id))
    once = by(BOB)
    await asyncio.gather(*(answer_offer_by_id(context, once, offer.id, agrees=True) for context in pair.contexts))
    assert await pair.log(match) == []
    await answer_offer_by_id(pair.contexts[1], by(BOB), offer.id, agrees=False)
    await answer_offer_by_id(pair.contexts[0], once, offer.id, agrees=True)  # comes again, late
    await answer_offer_by_id(pair.contexts[0], by(CLEO), offer.id, agrees=False)
    async with pair.contexts[0].database.read() as tx:
        assert (await offers.require(tx, offer.id)).status == "declined"


async def test_an_earlier_vote_that_comes_again_does_not_undo_a_later_one(pair: Pair) -> None:
    match = await pair.begin()
    context = pair.contexts[0]
    await play_move(context, by(BOB), MoveText("e4+", match.id))
    await play_move(context, by(CLEO), MoveText("c2", match.id))
    async with context.database.read() as tx:
        own, other = await crowds.list_proposals(tx, await matches.require(tx, match.id))
    earlier = by(BOB)
    await vote(context, earlier, match.id, 0, own.id)
    await vote(context, by(BOB), match.id, 0, other.id)
    with pytest.raises(RequestRejected, match="later vote counts"):
        await vote(context, earlier, match.id, 0, own.id)
    await play_move(context, by(DAN), MoveText("e4+", match.id))
    assert await pair.log(match) == [("move", "c2")]


async def test_a_member_alone_makes_an_offer_at_once(pair: Pair) -> None:
    match = await pair.begin(BOB)
    made = await make_offer(pair.contexts[0], by(BOB), match.id, "draw")
    assert isinstance(made, OfferResult)
    assert made.sentence == f"**The crowd \\(1\\)** in #{match.id} agrees."
    async with pair.contexts[0].database.read() as tx:
        (offer,) = await offers.list_open(tx, match)
        assert people_to_answer(offer, match) == [ANN]
    await answer_offer_by_id(pair.contexts[1], by(ANN), offer.id, agrees=True)
    assert await pair.log(match) == [("draw", "agreed")]

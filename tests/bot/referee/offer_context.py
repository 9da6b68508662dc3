"""A table on SQLite where people offer draws and takebacks, each time by a message of its own."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

from bot.admin.verify.matches import verify_matches
from bot.features import offers as offers_text
from bot.features.board_posts.text import board_post
from bot.features.offers import OfferDetails
from bot.referee import boards, formatting
from bot.referee.challenges.answer import accept_challenge
from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.context import Context
from bot.referee.offers import OfferResult, answer_offer_by_id, make_offer
from bot.referee.requests import AlreadyDone, MovePlayed, MoveText, Request
from bot.referee.takebacks import undone_events
from bot.referee.turns import play
from games import GAMES
from storage.engine.database import Database
from storage.queries import events, matches, offers
from storage.queries.rows import Event, Match, Person
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from storage.queries.rows import OfferKind

ANN, BOB, CLEO = (Person(number, name) for number, name in enumerate(("Ann", "Bob", "Cleo"), 1))
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
_sources = count(100)


@asynccontextmanager
async def make_offer_context(place: Path) -> AsyncGenerator[Context]:
    """Give a table on a new file, where every look at the clock is a minute after the last."""
    ticks = count()
    database = await Database.open(await create_database(place))
    try:
        yield Context(database, GAMES, now=lambda: NOON + timedelta(minutes=next(ticks)), rng=Random(1))
    finally:
        await database.close()


async def begin_match(context: Context, key: str = "martian-life", people: tuple[Person, ...] = (ANN, BOB)) -> Match:
    offer = ChallengeTerms(GAMES[key].info, {}, 1, len(people), {})
    issued = await issue_challenge(context, offer, people, guild_id=1, channel_id=2, source_id=next(_sources))
    match: Any = None
    for person in people[1:]:
        match = await accept_challenge(context, getattr(issued, "id", 0), person, next(_sources), guild_id=1)
    assert isinstance(match, Match)
    return match


def by(person: Person, **otherwise: Any) -> Request:
    return replace(Request(person.id, next(_sources), 2, 1), **otherwise)


async def play_moves(context: Context, match: Match, *texts: str) -> Match:
    for text in texts:
        now = await known(context, match)
        mover = now.seats[(now.to_move or 1) - 1]
        played = await play.play_move(context, by(mover), MoveText(text, match.id))
        assert isinstance(played, MovePlayed), played
    return await known(context, match)


async def known(context: Context, match: Match) -> Match:
    async with context.database.read() as tx:
        return await matches.require(tx, match.id)


async def log_of(context: Context, match: Match) -> list[Event]:
    async with context.database.read() as tx:
        return await events.of_match(tx, match.id)


async def offered(context: Context, match: Match, person: Person, kind: OfferKind) -> int:
    """Offer something and return the number of the offer."""
    done = await make_offer(context, by(person), match.id, kind)
    assert isinstance(done, OfferResult)
    async with context.database.read() as tx:
        return (await offers.list_open(tx, await matches.require(tx, match.id)))[-1].id


async def answered(context: Context, offer: int, person: Person, *, agrees: bool = True) -> OfferResult | AlreadyDone:
    return await answer_offer_by_id(context, by(person), offer, agrees=agrees)


async def take_back(context: Context, match: Match, person: Person, *others: Person) -> Match:
    offer = await offered(context, match, person, "takeback")
    for other in others:
        await answered(context, offer, other)
    return await known(context, match)


async def board_words(context: Context, match: Match) -> str:
    async with context.database.read() as tx:
        now = await boards.take_snapshot(context, tx, match, match.seq)
    return board_post(now, context.game(match), formatting.mention, content=True)


async def post_words(context: Context, match: Match, offer: int) -> str:
    async with context.database.read() as tx:
        found, now = await offers.require(tx, offer), await matches.require(tx, match.id)
        first, goes = await undone_events(tx, found)
    return offers_text.offer_post(OfferDetails(found, now, "Martian Life", first, goes), formatting.mention)


async def differences(context: Context) -> list[str]:
    return [
        line for verdict in [v async for v in verify_matches(context.database, GAMES)] for line in verdict.differences
    ]

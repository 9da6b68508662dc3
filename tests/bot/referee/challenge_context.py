"""A table on a real database where people issue, accept and decline challenges, each time by a message of its own."""

from __future__ import annotations

from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from bot.referee.challenges.answer import accept_challenge, decline_challenge
from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.context import Context
from bot.referee.requests import NO_PERMISSIONS
from games import GAMES
from storage import schema
from storage.engine.database import Database
from storage.queries import challenges as stored
from storage.queries.rows import Challenge, Match, Person
from tests.guild_settings import serve

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from bot.referee.requests import AlreadyDone, Permissions

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANN, BOB, CLEO, DAN, EVE = PEOPLE = tuple(
    Person(number, name) for number, name in enumerate(("Ann", "Bob", "Cleo", "Dan", "Eve"), 1)
)
GUILD, CHANNEL = 1, 2
SAID = count(1000)
"""Ids of what people say and press."""


class ChallengeContext:
    """A referee at `time`, with the few things that people do to challenges."""

    def __init__(self, database: Database) -> None:
        self.time = NOON
        # Most tests issue many challenges in no time.
        self.context = Context(database, GAMES, now=lambda: self.time, rng=Random(1), hourly_challenges=1000)

    async def keep(self, **chosen: Any) -> None:
        """Let the server choose."""
        await serve(self.context, GUILD, **chosen)

    async def issue(
        self,
        *people: Person,
        game: str = "",
        size: int = 2,
        seat: int | None = None,
        options: Mapping[str, str] | None = None,
        channel: int = CHANNEL,
        permissions: Permissions = NO_PERMISSIONS,
        source_id: int = 0,
        **terms: Any,
    ) -> Challenge:
        """Issue a challenge by the first of some people to the others; with room left it is an open table."""
        info = GAMES[game or ("zyrcan" if size > 2 else "xero-g")].info
        offer = ChallengeTerms(info, options or {}, seat, size, {}, **terms)
        made = await issue_challenge(
            self.context,
            offer,
            people,
            guild_id=GUILD,
            channel_id=channel,
            source_id=source_id or next(SAID),
            permissions=permissions,
        )
        assert isinstance(made, Challenge)
        return made

    async def accept(
        self, challenge: Challenge, person: Person, seat: str = "random", source_id: int = 0
    ) -> Match | Challenge | AlreadyDone:
        return await accept_challenge(
            self.context, challenge.id, person, source_id or next(SAID), guild_id=GUILD, seat=seat
        )

    async def begin_match(self, challenge: Challenge, person: Person, seat: str = "random") -> Match:
        """Let the last one accept, and return the match."""
        match = await self.accept(challenge, person, seat)
        assert isinstance(match, Match)
        return match

    async def decline(self, challenge: Challenge, person: Person) -> Challenge | AlreadyDone:
        return await decline_challenge(self.context, challenge.id, person.id, next(SAID), guild_id=GUILD)

    async def get(self, challenge: Challenge) -> Challenge:
        async with self.context.database.read() as tx:
            found = await stored.get(tx, challenge.id)
        assert found
        return found

    async def open_by(self, person: Person) -> list[Challenge]:
        async with self.context.database.read() as tx:
            return await stored.open_by(tx, person.id)

    async def said(self, *kinds: str) -> list[tuple[str, int | None, dict[str, Any]]]:
        """Return what was put into the outbox of some kinds, each with the challenge that it is about."""
        about = schema.outbox.c.kind, schema.outbox.c.challenge_id, schema.outbox.c.body
        rows = select(*about).where(schema.outbox.c.kind.in_(kinds)).order_by(schema.outbox.c.id)
        async with self.context.database.read() as tx:
            return [(row.kind, row.challenge_id, row.body) for row in await tx.execute(rows)]


@asynccontextmanager
async def make_challenge_context(url: str) -> AsyncGenerator[ChallengeContext]:
    """Give such a table on a database."""
    database = await Database.open(url)
    try:
        yield ChallengeContext(database)
    finally:
        await database.close()

"""A table whose clock the test moves, with matches played by the clock."""

from __future__ import annotations

from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from bot.referee.challenges.answer import accept_challenge
from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.context import Context
from bot.referee.due_jobs import run_due_jobs
from bot.referee.people.preferences import Preferences
from bot.referee.requests import MovePlayed, MoveText, Request
from bot.referee.turns import play
from games import GAMES
from storage import schema
from storage.engine.database import Database
from storage.queries import clocks, matches, people
from storage.queries.rows import Challenge, Match, Person

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from storage.queries.clocks import Clock

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
ANN, BOB, CLEO = PEOPLE = tuple(Person(number, name) for number, name in enumerate(("Ann", "Bob", "Cleo"), 1))
GUILD = 1


class ClockContext:
    """A referee whose `time` the test moves. Guilds may be silent for a day until clocks stand still."""

    def __init__(self, database: Database, silence: timedelta = DAY) -> None:
        self.time = NOON
        self.sources = count(1000)
        self.context = Context(database, GAMES, now=lambda: self.time, rng=Random(1), outage_after=silence)

    async def challenge(self, clock: str = "none", game: str = "xero-g", players: int = 2) -> Challenge:
        """Let Ann challenge Bob and so on, to a match in which she is to move."""
        offer = ChallengeTerms(GAMES[game].info, {}, 1, players, {}, clock)
        people, source_id = PEOPLE[:players], next(self.sources)
        made = await issue_challenge(self.context, offer, people, guild_id=GUILD, channel_id=2, source_id=source_id)
        assert isinstance(made, Challenge)
        return made

    async def begin(self, clock: str, game: str = "xero-g", players: int = 2) -> Match:
        """Begin a match of Ann, Bob and so on, Ann to move."""
        made = await self.challenge(clock, game, players)
        match: Any = made
        for person in made.people[1:]:
            match = await accept_challenge(self.context, made.id, person, next(self.sources), guild_id=GUILD)
        assert isinstance(match, Match)
        return match

    def request(self, person: Person) -> Request:
        return Request(person.id, next(self.sources), 2, GUILD)

    async def move(self, match_id: int) -> Match:
        """Let whoever is to move play the first move that the rules list."""
        async with self.context.database.read() as tx:
            match = await matches.require(tx, match_id)
            state = await self.context.state(tx, match)
        game = GAMES[match.game]
        text = game.format(state, next(iter(game.legal(state))))
        done = await play.play_move(
            self.context, self.request(match.seats[(match.to_move or 1) - 1]), MoveText(text, match.id)
        )
        assert isinstance(done, MovePlayed)
        return done.match

    async def clock(self, match_id: int) -> Clock:
        async with self.context.database.read() as tx:
            found = await clocks.of_match(tx, match_id)
        assert found
        return found

    async def match(self, match_id: int) -> Match:
        async with self.context.database.read() as tx:
            return await matches.require(tx, match_id)

    async def tick(self, *reached: int) -> None:
        await run_due_jobs(self.context, set(reached or (GUILD,)))

    async def pass_time(self, length: timedelta, step: timedelta = HOUR) -> None:
        """Let time go by, with a look at what is due at every step."""
        end = self.time + length
        while self.time < end:
            self.time = min(self.time + step, end)
            await self.tick()

    async def said(self, *kinds: str) -> list[tuple[str, int | None]]:
        """Return what was put into the outbox of some kinds, each with the event that it is about."""
        rows = select(schema.outbox.c.kind, schema.outbox.c.seq).where(schema.outbox.c.kind.in_(kinds))
        async with self.context.database.read() as tx:
            return [(row.kind, row.seq) for row in await tx.execute(rows.order_by(schema.outbox.c.id))]


@asynccontextmanager
async def make_clock_context(url: str, silence: timedelta = DAY) -> AsyncGenerator[ClockContext]:
    """Give such a table on a database."""
    database = await Database.open(url)
    try:
        here = ClockContext(database, silence)
        async with database.write() as tx:
            for person in PEOPLE:  # so that time runs out; tests of the net choose it again
                await people.lock(tx, person.id)
                await people.set_preferences(tx, person.id, Preferences(net="off").as_json)
        yield here
    finally:
        await database.close()

"""An event on SQLite whose people are scripts, with a clock that the test sets."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

from bot.admin.verify.matches import verify_matches
from bot.admin.verify.tables import verify_tables
from bot.referee.context import Context
from bot.referee.due_jobs import run_due_jobs
from bot.referee.endings import resign
from bot.referee.requests import MoveText, Permissions, Request
from bot.referee.tournaments.run import THREADS_WITHIN
from bot.referee.tournaments.sign_up import TournamentTerms, create_tournament, sign_up, withdraw_person
from bot.referee.tournaments.standings import group_standings
from bot.referee.turns import play
from games import GAMES
from storage.engine.database import Database
from storage.queries import matches, outbox, pairings, tournaments
from storage.queries.rows import Person, Tournament
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterable
    from pathlib import Path

    from bot.referee.tournaments.standings import Row
    from storage.queries.rows import Entrant, Match, Pairing

GUILD, CHANNEL = 1, 2
MANAGER = Permissions(frozenset(), manages_server=True)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@dataclass
class Organizer:
    """Runs events: makes them, signs scripts up, lets them play, and moves the clock."""

    context: Context
    time: list[datetime]
    sources: Iterable[int] = field(default_factory=lambda: count(1000))

    def request(self, user_id: int = 1) -> Request:
        return Request(user_id, next(iter(self.sources)), CHANNEL, GUILD)

    async def create(self, kind: str, game: str = "xero-g", **terms: Any) -> Tournament:
        terms.setdefault("clock", "3d")
        wanted = TournamentTerms(GAMES[game].info, kind, "Spring", {}, **terms)
        made = await create_tournament(self.context, self.request(), wanted, MANAGER, CHANNEL)
        assert isinstance(made, Tournament)
        return made

    async def sign_up(self, tournament: Tournament, user_ids: Iterable[int]) -> None:
        for user_id in user_ids:
            await sign_up(self.context, self.request(user_id), tournament.id, Person(user_id, f"P{user_id}"))

    async def begin(self, kind: str, people: int, game: str = "xero-g", **terms: Any) -> Tournament:
        made = await self.create(kind, game, **terms)
        await self.sign_up(made, range(1, people + 1))
        await self.wait(7 * DAY)
        return await self.known(made)

    async def wait(self, time: timedelta = timedelta()) -> None:
        """Let time pass, and run the jobs that are due, with those that they make due."""
        self.time[0] += time
        for _ in range(3):
            await run_due_jobs(self.context, {GUILD})

    async def known(self, tournament: Tournament) -> Tournament:
        async with self.context.database.read() as tx:
            return await tournaments.require(tx, tournament.id)

    async def people(self, tournament: Tournament) -> list[Entrant]:
        async with self.context.database.read() as tx:
            return await tournaments.people(tx, tournament.id)

    async def pairings(self, tournament: Tournament) -> list[Pairing]:
        async with self.context.database.read() as tx:
            return await pairings.of_tournament(tx, tournament.id)

    async def standings(self, tournament: Tournament) -> list[list[Row]]:
        return group_standings(await self.people(tournament), await self.pairings(tournament))

    async def running(self, tournament: Tournament) -> list[Match]:
        """Return the running matches of an event, the oldest first."""
        async with self.context.database.read() as tx:
            found = [each.match_id for each in await pairings.of_tournament(tx, tournament.id) if not each.settled_at]
            loaded = [await matches.require(tx, match_id) for match_id in found if match_id]
        return [match for match in loaded if match.ended_at is None]

    async def move(self, match: Match) -> None:
        """Play the first legal move of a match for whoever is to move."""
        async with self.context.database.read() as tx:
            match = await matches.require(tx, match.id)
            state = await self.context.state(tx, match)
        game: Any = GAMES[match.game]
        text = game.format(state, game.legal(state)[0])
        mover = match.seats[(match.to_move or 1) - 1]
        await play.play_move(self.context, self.request(mover.id), MoveText(text, match.id))

    async def lose(self, match: Match, user_id: int) -> None:
        """Let a person resign a match."""
        await resign(self.context, self.request(user_id), match.id)

    async def withdraw(self, tournament: Tournament, user_id: int) -> None:
        """Let a person withdraw from an event, and their matches end."""
        await withdraw_person(self.context, self.request(user_id), tournament.id, user_id)
        await self.wait()

    async def play_out(self, tournament: Tournament, loser: Callable[[Match], int], *, most: int = 200) -> Tournament:
        """Play an event to its end: in each match the `loser` resigns, as often as others are left."""
        for _ in range(most):
            running = await self.running(tournament)
            if not running:
                break
            for match in running:
                await self.lose(match, loser(match))
            await self.wait(THREADS_WITHIN)
        return await self.known(tournament)

    async def verify(self) -> list[str]:
        """Return what `turnpost verify` finds."""
        database, now = self.context.database, self.time[0]
        found = await verify_tables(database, GAMES, now)
        verdicts = [verdict async for verdict in verify_matches(database, GAMES, now, found.unreadable)]
        return [*found.differences, *(line for verdict in verdicts for line in verdict.differences)]

    async def posted(self, *kinds: str) -> list[dict[str, Any]]:
        """Return the bodies of outbox rows of some kinds, the oldest first."""
        async with self.context.database.write() as tx:
            found = await outbox.claim(tx, "test", now=self.time[0], until=self.time[0], matches=100_000)
        return [dict(post.body) for post in found if post.kind in kinds]


@asynccontextmanager
async def make_organizer(place: Path) -> AsyncGenerator[Organizer]:
    """Yield an organizer with a database on a new file."""
    time = [NOON]
    database = await Database.open(await create_database(place))
    try:
        yield Organizer(Context(database, GAMES, now=lambda: time[0], rng=Random(1), outage_after=366 * DAY), time)
    finally:
        await database.close()

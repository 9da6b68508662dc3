"""A season of a server: a cup and tables side by side, then a league, then the sign-up for its next season."""

from __future__ import annotations

import logging
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise, product
from random import Random
from typing import TYPE_CHECKING, Any, Self

from bot.admin.verify.tables import verify_tables
from games import GAMES
from games.random_play import choose_move
from playground.model.resources.user import PEOPLE
from storage.queries import tournaments
from tests.album import Album
from tests.bot.referee.tournaments.tournament_context import Organizer
from tests.season.checks import check_end
from tests.season.event import Event
from tests.season.match_play import MatchPlay, choose_habits
from tests.season.members import NAMES, Members
from tests.wire.timed_environment import DAY, TimedEnvironment, start_timed_env

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Generator
    from datetime import timedelta
    from pathlib import Path

    import pytest

ORGANIZER = "Ann"
SIGN_UP_DAYS = 7
LONGEST = 60
"""Days within which every event must come to its end."""
LOOKS = 2
"""How often in a day people look at their matches."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Who plays what: `seed` decides every choice; `two` and `several` are games, the shortest ones unless named.

    `stages` are kinds of events: those of a stage go on side by side, a league alone. Tables have so many `rounds`.
    """

    seed: int = 1
    people: int = 40
    two: str = ""
    several: str = ""
    rounds: int = 2
    stages: tuple[tuple[str, ...], ...] = (("cup", "tables"), ("league",))


@dataclass
class Season:
    """One season, with what was wrong in it."""

    plan: Plan
    env: TimedEnvironment
    members: Members
    album: Album
    say: Callable[[str], None]
    events: list[Event] = field(default_factory=list[Event])
    problems: list[str] = field(default_factory=list[str])
    moves: int = 0

    @classmethod
    @asynccontextmanager
    async def prepare(
        cls, plan: Plan, folder: Path, monkeypatch: pytest.MonkeyPatch, say: Callable[[str], None] = lambda _: None
    ) -> AsyncGenerator[Self]:
        """Prepare a season: a playground with people and the bot, which keeps its record in a folder."""
        more = NAMES[: plan.people - len(PEOPLE)]
        async with AsyncExitStack() as stack:
            env = await stack.enter_async_context(start_timed_env(folder, monkeypatch, more_people=more, limited=False))
            await env.bot.scheduler.stop()  # what is due is done when the season lets time pass, not in between
            members = await stack.enter_async_context(Members.gather(env.playground))
            season = cls(plan, env, members, Album(env.playground, "A season", members.hall), say)
            with _errors_logged(season.problems):
                yield season

    @property
    def matches(self) -> int:
        """How many matches were begun."""
        return sum(map(len, self.members.match_posts.values()))

    async def run(self) -> None:
        """Hold all events, check them, and let the next season of the league begin."""
        for kinds in self.plan.stages:
            for event in await self._hold(*kinds):
                if event.kind == "league":
                    await self._begin_next_season(event)
        found = await verify_tables(self.env.bot.context.database, self.env.bot.context.games, self.env.now())
        self.problems += [f"The record differs: {each}" for each in found.differences]

    async def _hold(self, *kinds: str) -> list[Event]:
        """Hold events side by side, from sign-up to the end, and check them."""
        held = [await self._create(kind) for kind in kinds]
        before = await self._standings()
        for day in range(SIGN_UP_DAYS):
            for event in held:
                await event.sign_up(list(event.habits)[day::SIGN_UP_DAYS])
            await self._pass(DAY)
        plays = {event.number: self._play_of(event) for event in held}
        for _ in range(LONGEST * LOOKS):
            for event in held:
                await self._look(event, plays[event.number])
            await self._pass(DAY / LOOKS)
            if all(event.status.startswith("It's over") for event in held):
                break
        for event in held:
            self.problems += check_end(event, await event.pages(ORGANIZER))
            self.moves += plays[event.number].moves
            self.say(f"{event.name}: {event.status} {len(self.members.match_posts[event.name])} matches.")
        if await self._standings() == before:
            self.problems.append(f"No rating changed by {', '.join(event.name for event in held)}.")
        return held

    async def _create(self, kind: str) -> Event:
        names = list(self.members.people)
        signing_up = [ORGANIZER, *Random(f"order {self.plan.seed} {kind}").sample(names[1:], len(names) - 1)]
        habits = choose_habits(self.plan.seed, kind, signing_up, complete=kind != "league")
        terms: dict[str, Any] = {"rounds": self.plan.rounds} if kind == "tables" else {}
        event = await Event.create(
            self.members,
            ORGANIZER,
            habits,
            kind=kind,
            game=self._game(kind),
            name=f"Autumn {kind.title()}",
            clock="2d",
            **terms,
        )
        self.events.append(event)
        return event

    def _game(self, kind: str) -> str:
        if kind == "tables":
            return self.plan.several or find_shortest_game(4)
        return self.plan.two or find_shortest_game(2)

    def _play_of(self, event: Event) -> MatchPlay:
        key = self._game(event.kind)
        context = self.env.bot.context
        draws = context.games[key].info.draws
        return MatchPlay(self.members, context, event.habits, key, draws=draws, seed=f"{self.plan.seed} {event.kind}")

    async def _look(self, event: Event, play: MatchPlay) -> None:
        """Let people look at the matches of an event, and let somebody leave it and a result be corrected in time."""
        organizer, database = Organizer(self.env.bot.context, []), self.env.bot.context.database
        async with database.read() as tx:
            tournament = await tournaments.require(tx, event.number)
        await play.go_on(await organizer.running(tournament))
        await self.env.all_posted()
        if event.kind == "league":
            await event.let_leave()
            await event.correct_first(ORGANIZER)

    async def _begin_next_season(self, league: Event) -> None:
        """Let most people sign up again, and check that the first two of each group rise."""
        before = await league.pages(ORGANIZER)
        following = league.next_season()
        stayed = [line.name for page in before for line in page.lines if line.name not in page.withdrew]
        await following.sign_up(stayed, "Again")
        await self._pass(SIGN_UP_DAYS * DAY)
        groups = [{line.name for line in page.lines} for page in await following.pages(ORGANIZER)]
        self.say(f"{league.name}, season 2: {len(stayed)} people signed up by Again, in {len(groups)} groups.")
        level = {name: number for number, group in enumerate(groups) for name in group}
        for higher, lower in pairwise([page.order for page in before]):
            rose, fell = set(lower[:2]), set(higher[-2:])
            for one, other in product(rose & level.keys(), fell & level.keys()):
                if level[one] > level[other]:
                    self.problems.append(f"{one} rose and {other} fell, but {other} plays in the higher group.")

    async def _standings(self) -> list[str]:
        """Return the tables of ratings of all games played, as the organizer reads them."""
        games = dict.fromkeys(self._game(kind) for kinds in self.plan.stages for kind in kinds)
        return [(await self.members.slash(ORGANIZER, "standings", game=key)).content for key in games]

    async def _pass(self, time: timedelta) -> None:
        await self.env.all_posted()
        await self.env.pass_time(time)
        await self.env.all_posted()


@contextmanager
def _errors_logged(problems: list[str]) -> Generator[None]:
    """Add what is logged as an error meanwhile to the problems."""

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            problems.append(f"The log has an error: {self.format(record)}")

    handler = Handler(logging.ERROR)
    logging.getLogger().addHandler(handler)
    yield
    logging.getLogger().removeHandler(handler)


TRIED, MOST_MOVES = 3, 100
"""Random matches, and how many moves of each, by which games are compared."""


@cache
def find_shortest_game(people: int) -> str:
    """Return the key of the game for so many people whose random matches are shortest."""
    fitting = [key for key, game in GAMES.items() if game.info.min_players <= people <= game.info.max_players]
    return min(fitting, key=lambda key: sum(_count_moves(key, people, seed) for seed in range(TRIED)))


def _count_moves(key: str, people: int, seed: int) -> int:
    """Return after how many random moves a match ends, `MOST_MOVES` at most."""
    game, chance = GAMES[key], Random(seed)
    state = game.start(people, {option.name: option.default for option in game.info.options}, seed)
    for moves in range(MOST_MOVES):
        if game.to_move(state) is None:
            return moves
        state = game.play(state, choose_move(game, state, chance))
    return MOST_MOVES

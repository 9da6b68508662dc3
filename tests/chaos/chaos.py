"""The chaos run: matches side by side, the bot killed and started again, then quiet, then the audit."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Self

from games import GAMES
from playground import Options, Playground
from playground.model.resources.channel import FORUM
from storage.engine.database import file_url
from tests.chaos import records
from tests.chaos.audit import run_audit
from tests.chaos.audit_posts import FORUM_TAGS
from tests.chaos.bots import Bot
from tests.chaos.contests import Contest
from tests.chaos.crowds import Gathering
from tests.chaos.fault_injection import FaultInjector, Floods, KillChoices
from tests.chaos.players import GLANCE, Players
from tests.chaos.tournaments import Host
from tests.fast_rate_limits import SETTINGS, fast_rate_limits
from tests.playground.client import Said
from tests.ports import free_port
from tests.wire.settings_form import change_settings

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from pathlib import Path

    from tests.chaos.findings import Audit
    from tests.playground.client import Person

BEYOND_NONCES = timedelta(minutes=6)
A_WHILE = timedelta(seconds=110)
"""An absence that no clock stands still for."""
EVENING = 6
"""How many such absences follow each other in an evening: more than the shortest clock lasts."""
EVENINGS_APART = 20
"""How many kills lie between two evenings; a shorter run has one in its middle."""
BEGUN = 5.0
"""Seconds that people are given to begin their first matches."""
LOOKED = 3.0
"""Seconds within which a bot that was started has looked what is due."""
NOON = 12
"""An hour at which everybody is awake, in UTC."""
DAYS = (timedelta(days=2), timedelta(hours=1), timedelta(days=1), timedelta(days=2))
"""What passes after the last move: people are reminded after two days, then daily, and the others asked after five."""
QUIET = 10.0
"""Seconds of silence at the end after which nothing more is expected of a bot that owes nothing."""
GUILDS = 2
TOO_MANY = 20
"""Deaths that nobody brought about, after which a run makes no sense."""
ADVANCED = 60.0
"""Seconds that the bot is given after that to do what is due in events."""
LONGEST = 180.0
"""Seconds that the bot is given at the end for each row that it owes: reviews are made one at a time."""


@dataclass(frozen=True)
class Plan:
    """How a run goes.

    `seed` decides every choice; the bot is killed `kills` times while `matches` go on side by side, and events in so
    many channels beside them, each time after at most `pace` things were said. With `postgres`, the address of a
    database there, two processes share it, each with a shard and a guild of its own.
    """

    seed: int = 1
    kills: int = 200
    matches: int = 32
    pace: int = 40
    events: int = GUILDS
    postgres: str | None = None

    @property
    def processes(self) -> int:
        return 2 if self.postgres else 1


class Clock:
    """The clock of the embedded Discord and of every process of the bot, so much `ahead` of this machine's."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead


class Chaos:
    """One run, on a folder for the bot's data."""

    def __init__(
        self, plan: Plan, players: Players, clock: Clock, folder: Path, progress: Callable[[Chaos], None]
    ) -> None:
        self.plan = plan
        self.players = players
        self.kills = self.worker_kills = self.rounds_beyond_nonces = 0
        self.faults = FaultInjector(players, Random(f"trouble {plan.seed}"), plan.pace)
        self.kill_choices = KillChoices(players, plan.seed, plan.pace)
        self.floods = Floods(players, Random(f"floods {plan.seed}"))
        self.contests: list[Contest] = []
        self.hosts: list[Host] = []
        self.seconds = 0.0
        self.deaths = 0
        """How often the bot ended without being killed."""
        self._may_die = asyncio.Lock()
        self._clock = clock
        self._progress = progress
        self._url = plan.postgres or file_url(folder / "0" / "turnpost.db")
        players.pages.sites = [f"http://127.0.0.1:{free_port()}" for _ in range(plan.processes)]
        self.bots = [Bot(folder / str(shard), self._settings(shard)) for shard in range(plan.processes)]

    def _settings(self, shard: int) -> dict[str, str]:
        playground = self.players.playground
        settings = {
            **SETTINGS,
            "TURNPOST_REQUESTS": "1000000",  # every command must get its answer
            "TURNPOST_CHALLENGES": "1000000",
            "DISCORD_TOKEN": playground.token,
            "DISCORD_API": playground.api,
            "DISCORD_GATEWAY": playground.gateway,
            "TURNPOST_URL": self.players.pages.sites[shard],
            "TURNPOST_WEB_PORT": self.players.pages.sites[shard].rpartition(":")[2],
        }
        if self.plan.postgres:
            settings |= {
                "DATABASE_URL": self.plan.postgres,
                "SHARD_COUNT": str(self.plan.processes),
                "SHARD_IDS": str(shard),
            }
        return settings

    @classmethod
    @asynccontextmanager
    async def prepare(
        cls, plan: Plan, folder: Path, progress: Callable[[Chaos], None] = lambda _: None
    ) -> AsyncGenerator[Self]:
        """Prepare a run: an embedded Discord with people in it, no bot yet. `progress` is called after each kill."""
        async with AsyncExitStack() as stack:
            clock = Clock()
            playground = await Playground.start(
                options=Options(clock=clock, guilds=GUILDS, rate_limits=fast_rate_limits())
            )
            stack.push_async_callback(playground.stop)
            players = await stack.enter_async_context(Players.gather(playground))
            chaos = cls(plan, players, clock, folder, progress)
            try:
                yield chaos
            finally:
                for bot in chaos.bots:
                    await bot.kill()

    async def run(self) -> Audit:
        """Play and kill as planned, let everything settle, and hold the record against what was said."""
        began = time.monotonic()
        for bot in self.bots:
            await bot.start(self._clock.ahead)
        async with asyncio.TaskGroup() as group:
            watching = group.create_task(self._revive())
            await self.players.playground.bot_ready(*range(self.plan.processes))
            await choose_settings(self.players)
            playing = [group.create_task(self._play(place)) for place in range(self.plan.matches)]
            self.hosts = [self._make_host(place) for place in range(self.plan.events)]
            playing += [group.create_task(host.run()) for host in self.hosts]
            playing.append(group.create_task(self.floods.run()))
            playing += [group.create_task(self._gather(place).run()) for place in range(GUILDS)]
            await self.players.until(self._is_under_way, BEGUN)
            await self._kill_again_and_again()
            self.players.closing = True
            await self._settle(playing)
            await self._let_days_pass()
            watching.cancel()
            await self._advance_events()
        for bot in self.bots:
            code = await bot.stop()
            assert code == 0, f"The bot ended with {code}; see {bot.log}."
        stuck = [f"#{one.number}: nobody heard {one.stuck}" for one in self.contests if one.stuck]
        record = await records.everything(self._url, self._clock())
        audit = run_audit(record, self.players, stuck)
        for what in self.floods.find_lost(record):
            audit.found("requests of a flood lost", what)
        self.seconds = time.monotonic() - began
        return audit

    async def _revive(self) -> None:
        """Start the bot again when it ended by itself, as whatever runs it would."""
        while True:
            await self.players.until(lambda: not all(bot.running for bot in self.bots), 60)
            async with self._may_die:
                for bot in self.bots:
                    if not bot.running:
                        self.deaths += 1
                        assert self.deaths < TOO_MANY, f"The bot doesn't stay alive:\n{bot.log.read_text()[-2000:]}"
                        await bot.start(self._clock.ahead)

    @property
    def matches(self) -> Counter[str]:
        """How many matches of each game were begun."""
        return Counter(one.game.info.title for one in self.contests if one.number)

    def _make_host(self, place: int) -> Host:
        chance = Random(f"events {self.plan.seed} {place}")
        return Host(self.players, self.players.halls[place], self._url, chance, self.contests)

    def _gather(self, place: int) -> Gathering:
        chance = Random(f"crowds {self.plan.seed} {place}")
        return Gathering(self.players, self.players.halls[place], self._url, chance)

    def _is_under_way(self) -> bool:
        """Whether enough goes on for a kill to hurt."""
        return len(self.players.boards) >= self.plan.matches // 2 and all(host.begun for host in self.hosts)

    async def _play(self, place: int) -> None:
        """Play one match after the other, of all games in turn."""
        games = list(GAMES.values())
        round_ = 0
        while not self.players.closing:
            chance = Random(f"match {self.plan.seed} {place} {round_}")
            contest: Contest | None = Contest(self.players, games[(place + round_) % len(games)], self._url, chance)
            while contest:
                self.contests.append(contest)
                contest = await contest.play()
            round_ += 1

    async def _kill_again_and_again(self) -> None:
        while self.kills < self.plan.kills:
            faults = asyncio.create_task(self.faults.make())
            await self.kill_choices.come()
            faults.cancel()
            with suppress(asyncio.CancelledError):
                await faults
            if self.kill_choices.hits_workers():
                self.worker_kills += self.kill_choices.pick(self.bots).kill_workers()
                self.kill_choices.pass_on()
                continue
            async with self._may_die:
                bot = self.kill_choices.pick(self.bots)
                await bot.kill()
                self.kills += 1
                self.kill_choices.pass_on()
                await self._stay_away()
                if self.kills % EVENINGS_APART == self.plan.kills // 2 % EVENINGS_APART:
                    await self._let_an_evening_pass()
                await self._start()
            self._progress(self)

    async def _stay_away(self) -> None:
        """Leave the bot dead: for no time, for some words of people, for a while, until its nonces are forgotten."""
        length = self.kill_choices.absence()
        if length != "none":
            enough = self.players.said_counts["people"] + self.kill_choices.missed_messages()
            await self.players.until(lambda: self.players.said_counts["people"] >= enough, 1)
        if length == "a while":
            await self._move_clock(A_WHILE)
        elif length == "minutes":
            await self._move_clock(BEYOND_NONCES)
            self.rounds_beyond_nonces += 1

    async def _let_an_evening_pass(self) -> None:
        """Let the time of everybody run out who does nothing, in absences too short to be made up for."""
        for _ in range(EVENING):
            await self._move_clock(A_WHILE)
            await self._start()
            await self.players.playground.bot_ready(*range(self.plan.processes))
            deadline = time.monotonic() + LOOKED
            while (last := await records.reached(self._url)) and self._clock() - last > A_WHILE / 2:
                if not await self.players.until(lambda: False, GLANCE) and time.monotonic() > deadline:
                    break

    async def _let_days_pass(self) -> None:
        """Let days pass without a move, so that people are reminded and asked; kill the bot while it says so."""
        people, hall = self.players.people, self.players.halls[0]
        for person, way in zip(people, ("mention", "direct", "silent", "direct", "nothing"), strict=True):
            await _slash(self.players, person, hall, "me", do=f"preferences reminders={way} digest=off")
        chance, now = Random(f"days {self.plan.seed}"), self._clock()
        noon = now.replace(hour=NOON, minute=0) + timedelta(days=now.hour >= NOON)
        for length in (noon - now + DAYS[0], *DAYS[1:]):
            async with self._may_die:
                await self._move_clock(length)
                enough = self.players.said_counts["bot"] + chance.randint(1, 5)
                await self._start()
                await self.players.until(lambda enough=enough: self.players.said_counts["bot"] >= enough, LOOKED)
                await self._move_clock(timedelta())
                await self._start()
            await self.players.playground.bot_ready(*range(self.plan.processes))
            await self.players.until(lambda: False, LOOKED)
            deadline = time.monotonic() + ADVANCED
            while await records.backlog(self._url) and time.monotonic() < deadline:
                await self.players.until(lambda: False, GLANCE)

    async def _move_clock(self, by: timedelta) -> None:
        """Let time pass. No process lives through it: minutes would pass within an attempt that takes seconds."""
        for bot in self.bots:
            if bot.running:
                await bot.kill()
        self._clock.ahead += by

    async def _start(self) -> None:
        for bot in self.bots:
            if not bot.running:
                await bot.start(self._clock.ahead)

    async def _settle(self, playing: list[asyncio.Task[None]]) -> None:
        """Wait until every turn begun is played out and all is posted, or what is owed gets no less for a long time."""
        self.players.playground.faults.clear()
        await self.players.playground.bot_ready(*range(self.plan.processes))
        fewest, deadline = await records.backlog(self._url), time.monotonic() + LONGEST
        while time.monotonic() < deadline:
            said = sum(self.players.said_counts.values())
            _, waiting = await asyncio.wait(playing, timeout=QUIET)
            owed = await records.backlog(self._url)
            if owed < fewest:
                fewest, deadline = owed, time.monotonic() + LONGEST
            if not owed and (not waiting or said == sum(self.players.said_counts.values())):
                break
            await self.players.until(lambda said=said: sum(self.players.said_counts.values()) > said, 1)
        for task in playing:
            task.cancel()

    async def _advance_events(self) -> None:
        """Let the bot do and post what is left in events: it looks what is due whenever it starts."""
        deadline = time.monotonic() + ADVANCED
        while await self._due() and time.monotonic() < deadline:
            await self._move_clock(timedelta())
            await self._start()
            looked = time.monotonic() + LOOKED
            while await self._due() and time.monotonic() < looked:
                await self.players.until(lambda: False, GLANCE)
        while await records.backlog(self._url) and time.monotonic() < deadline:
            await self.players.until(lambda: False, GLANCE)

    async def _due(self) -> int:
        return await records.tournaments_due(self._url, self._clock())


async def choose_settings(players: Players) -> None:
    """Let every other person be reminded in the thread, and time that is up end matches in the last server.

    In the first one matches are posts in a forum, and spectators guess who wins. The first three people don't want the
    safety net.
    """
    for person in players.people[:3]:
        await _slash(players, person, players.halls[0], "me", do="preferences net=off")
    for person in players.people[::2]:
        await _slash(players, person, players.halls[0], "me", do="preferences alarm=mention")
    forum = players.playground.add_room(FORUM, "matches", tags=FORUM_TAGS)
    manager = players.people[0]
    await _repeat(players, lambda: change_settings(manager, players.halls[0], forum=[str(forum)]))
    await _repeat(players, lambda: change_settings(manager, players.halls[0], guesses="yes"))
    hall = await manager.channel(players.halls[0])
    await _repeat(players, lambda: change_settings(manager, players.halls[0], overview=[hall]))
    await _repeat(players, lambda: change_settings(manager, players.halls[-1], timeout="ends"))


async def _slash(players: Players, person: Person, channel: str, command: str, **options: str) -> None:
    """Use a slash command until it is answered."""

    async def use() -> object:
        return (await person.slash(command, channel, **options))["message"]

    await _repeat(players, use)


async def _repeat(players: Players, attempt: Callable[[], Awaitable[object]]) -> None:
    """Attempt something until it succeeds: before the first start has registered the commands there are none."""
    while True:
        await players.online()
        try:
            if await attempt():
                return
        except (Said, AssertionError):
            await players.until(lambda: False, 0.25)

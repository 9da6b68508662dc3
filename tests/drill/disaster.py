"""A disaster: the bot is killed and its data destroyed amid matches; they go on from the backup it made by itself."""

from __future__ import annotations

import asyncio
import shutil
import signal
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from bot import plugins
from bot.scheduled_backups import list_backups
from games.random_play import choices
from playground import Options, Playground
from storage.backup import archive
from storage.engine.database import Database, file_url
from tests.chaos.bots import run_ahead
from tests.drill.operator import Operator
from tests.fast_rate_limits import fast_rate_limits
from tests.playground.client import Person
from tests.wire.environment import PEOPLE
from tests.wire.match import Contest
from tests.wire.process import PATIENCE, BotProcess

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path
    from typing import Self

    from tests.drill.operator import Report
    from tests.playground.client import Json
    from tests.postgres import Server
    from tests.wire.match import Way

CHOICES = 40
"""Moves that are drawn at a time, to find one that doesn't end the match."""


class DrilledContest(Contest):
    """A match whose record is at `url`. `leaves` counts the seats that resigned."""

    def __init__(self, key: str, people: tuple[Person, ...], url: str, seed: str) -> None:
        super().__init__(key, people)
        self.url = url
        self.leaves = 0
        self._chance = Random(seed)

    @property
    def events(self) -> int:
        """How many events the log of the match has."""
        return self.ply + self.leaves

    async def play(self, way: Way) -> bool:
        """Play a move, if possible one that doesn't end the match, and check its board. Returns False if it's over."""
        if not self.game.to_move(self.state):
            return False
        legal = choices(self.game, self.state)
        legal = self._chance.sample(legal, min(CHOICES, len(legal)))
        lasting = [move for move in legal if self.game.to_move(self.game.play(self.state, move))]
        await self.turn(way, self.game.format(self.state, (lasting or legal)[0]))
        return True

    async def resign_all_but_one(self) -> None:
        """Let one seat after the other resign until the match is over, and check its end."""
        while seat := self.game.to_move(self.state):
            await self.resign(seat)
            self.leaves += 1
        self.check_end()

    def save(self) -> tuple[Any, ...]:
        """Return what `go_back` needs."""
        return self.state, self.ply, self.move, self.board, self.shown

    def go_back(self, saved: tuple[Any, ...]) -> None:
        """Be as the match was when this was saved."""
        self.state, self.ply, self.move, self.board, self.shown = saved


async def by_message(person: Person, thread: str, board: Json, text: str) -> None:
    """`!move c4` in the thread: what is read again after a restore."""
    del board
    await person.say(f"!move {text}", thread)


async def by_command(person: Person, thread: str, board: Json, text: str) -> None:
    """`/move` in the thread: what is in no message."""
    del board
    await person.ask_by_slash("move", thread, move=text)


HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Plan:
    """How many matches of each game are under way, and how many turns each has before the backup and after the restore.

    `games` are the keys of those that are played, all of them unless named.
    """

    seed: int = 1
    matches: int = 2
    turns: int = 6
    games: tuple[str, ...] = ()


class Disaster:
    """One run, on a folder: `data` is what is destroyed, `backups` lies beside it, as on another disk."""

    def __init__(
        self, plan: Plan, report: Report, folder: Path, playground: Playground, people: tuple[Person, ...]
    ) -> None:
        self.plan = plan
        self.report = report
        self.folder = folder
        self.playground = playground
        self.people = people
        self.server: Server | None = None
        self.ahead = timedelta()
        self.contests: list[DrilledContest] = []
        self._database: dict[str, str] = {}
        self._name = ""
        self.bot = self._make_bot()

    @classmethod
    @asynccontextmanager
    async def prepare(
        cls, plan: Plan, report: Report, folder: Path, server: Server | None = None
    ) -> AsyncGenerator[Self]:
        """Start a playground with people in it. With a PostgreSQL `server` the record is a database there."""
        runs: list[Self] = []

        def now() -> datetime:
            return datetime.now(UTC) + (runs[0].ahead if runs else timedelta())

        async with AsyncExitStack() as stack:
            playground = await Playground.start(options=Options(clock=now, rate_limits=fast_rate_limits()))
            stack.push_async_callback(playground.stop)
            people = [await stack.enter_async_context(Person(playground, name)) for name in PEOPLE]
            run = cls(plan, report, folder, playground, tuple(people))
            runs.append(run)
            run.backups.mkdir(parents=True)
            if server:
                run.server = server
                await run._make_database(server)
                run.bot = run._make_bot()
            try:
                yield run
            finally:
                if run.bot.running:
                    await run.bot.stop(signal.SIGKILL)

    @property
    def data(self) -> Path:
        """The data folder of the bot."""
        return self.folder / "data"

    @property
    def backups(self) -> Path:
        """Where the bot puts its backups."""
        return self.folder / "backups"

    async def run(self) -> None:
        """Play, back up, destroy, restore, verify and play on. Raises AssertionError when the matches can't go on."""
        await self.bot.start()
        await self._begin_matches()
        await self._let_an_hour_pass()
        backup = await self._wait_for_backup()
        await self._check_events(file_url(backup), "the backup")
        written = await self._play_after_the_backup()
        await self._destroy()
        operator = Operator(self.report, self.data, self._database)
        await operator.restore(backup)
        await operator.verify()
        await self._start_on_the_backup(written)
        await self._play_on()
        self.report.check(await self.bot.stop() == 0, "the bot did not end well")
        log = self.bot.log.read_text("utf-8")
        self.report.check("Traceback" not in log, f"the log has an error: {self.bot.log}")
        await operator.verify()
        await self._check_events(self._url, "the record")

    def _make_bot(self) -> BotProcess:
        """Return the bot on the present database, by the clock of the drill; its process is started later."""
        settings = {"TURNPOST_BACKUPS": "hourly keep 3", "TURNPOST_BACKUP_FOLDER": str(self.backups), **self._database}
        bot = BotProcess(self.playground, self.data, settings=settings, program=partial(run_ahead, self.ahead))
        bot.log = self.folder / "bot.log"
        return bot

    async def _make_database(self, server: Server) -> None:
        self._name = await server.empty()
        self._database = {"DATABASE_URL": server.url(self._name)}

    @property
    def _url(self) -> str:
        return self._database.get("DATABASE_URL") or file_url(self.data / "turnpost.db")

    async def _begin_matches(self) -> None:
        offered = plugins.read().games
        for key in self.plan.games or offered:
            for number in range(self.plan.matches):
                people = self.people[: offered[key].info.min_players]
                contest = DrilledContest(key, people, self._url, f"{self.plan.seed} {key} {number}")
                await contest.begin()
                self.contests.append(contest)
        for turn in range(self.plan.turns):
            await self._all_play(by_message if turn % 2 else by_command)
        self.report.step(f"{len(self.contests)} matches are under way, with up to {self.plan.turns} moves each")

    async def _all_play(self, way: Way) -> None:
        for contest in self.contests:
            await contest.play(way)

    async def _let_an_hour_pass(self) -> None:
        """Cut the power, and start the bot an hour later, when the next backup is due."""
        await self.bot.stop(signal.SIGKILL)
        self.ahead += HOUR
        self.bot = self._make_bot()
        await self.bot.start()

    async def _wait_for_backup(self) -> Path:
        begin = datetime.now(UTC) + self.ahead - HOUR / 2
        async with asyncio.timeout(PATIENCE):
            while not (made := [each for each in list_backups(self.backups) if each.at > begin]):  # noqa: ASYNC110 - a folder tells nobody
                await asyncio.sleep(0.1)
        self.report.step(f"the bot made the backup {made[0].file.name} ({made[0].size:,} bytes)")
        return made[0].file

    async def _play_after_the_backup(self) -> list[DrilledContest]:
        """Play a turn in each match: written in the first half of them, which are returned, by command in the others.

        The others go back to where they were, since those moves are in no message.
        """
        written = [contest for contest in self.contests[::2] if await contest.play(by_message)]
        commanded = 0
        for contest in self.contests[1::2]:
            saved = contest.save()
            if await contest.play(by_command):
                contest.go_back(saved)
                commanded += 1
        self.report.step(f"since then {len(written)} moves were written, and {commanded} made by command")
        return written

    async def _destroy(self) -> None:
        await self.bot.stop(signal.SIGKILL)
        shutil.rmtree(self.data)
        if self.server:
            await self.server.sql(f"DROP DATABASE {self._name} WITH (FORCE)")
            await self._make_database(self.server)
        self.bot = self._make_bot()
        self.report.step("the bot was killed, and its data destroyed")

    async def _start_on_the_backup(self, written: list[DrilledContest]) -> None:
        """Start the bot, and wait for the boards of the moves that were written since the backup."""
        since = self.people[0].seen_so_far()
        await self.bot.start()
        for contest in written:
            await contest.hear_board(since)
        self.report.step(f"the bot runs on the backup, and has played the {len(written)} written moves again")

    async def _play_on(self) -> None:
        await self._all_play(by_message)
        await self._all_play(by_command)
        last = self.contests[-1]
        await last.resign_all_but_one()
        self.report.step(f"all matches went on, and #{last.number} was played to its end")

    async def _check_events(self, url: str, name: str) -> None:
        """Check that each match has as many events in a database as were played."""
        database = await Database.open_existing(url)
        try:
            async with database.read() as tx:
                found = {match.id: len(log) for match, log in await archive.read_after(tx, 0, len(self.contests) + 1)}
        finally:
            await database.close()
        expected = {contest.number: contest.events for contest in self.contests}
        self.report.check(found == expected, f"{name} has {found} events by match, not {expected}")

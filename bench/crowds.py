"""What many requests at once do to another channel's turns at Discord's own rate limits, and how long they take.

A pair plays in a thread of its own, a move every 1.1 seconds, while one member begins a match a second, twenty or
thirty members write at the same time, the daily lists of 300 people are due, a league of forty begins, or another
channel hangs for 200 seconds. Each of these has a new bot on a new embedded Discord. Then the bot goes on until nothing
of the crowd waits any more, and the record is verified: `lost` counts rows that were given up or whose message isn't
there, `doubled` those that were posted twice.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import aclosing, closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from bench.bot_pair import wait_until_idle
from bench.bots import Bot
from bench.live import begin, complete_recordings
from bench.results import spread
from bot.client.client import PER_SECOND
from bot.referee.context import Context
from bot.referee.requests import Permissions, Request
from bot.referee.tournaments.sign_up import TournamentTerms, create_tournament
from games import GAMES
from playground import Options, Playground
from playground.model.resources.channel import TEXT
from playground.model.resources.user import BOT_ID
from playground.rate_limits import RateLimits
from storage.engine.database import Database, file_url
from storage.queries import challenges, outbox, people, tournaments
from storage.queries.rows import Person, Tournament

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
    from pathlib import Path

    from playground.model.resources.channel import Channel
    from playground.model.state import Change, State

PAUSE = 1.1
"""Seconds between two moves, so that the pair's own channel never has to wait for its limit."""
BOARD_PATIENCE = 240.0
"""Seconds to wait for a board; a longer wait ends the measurement and counts as this time."""
DRAIN_PATIENCE = 2400.0
"""Seconds that the bot is given to do all that the crowd made it do."""
QUICK, GAME, *_ = GAMES
LISTS, LEAGUE, HANGS = 300, 40, 200.0
DUE_AFTER = 25.0
"""Seconds after the record is made at which lists and the league are due, so that the bot has started."""

HEAD = (
    "| at once | requests | turns | median ms | p99 | worst | memory MB | done after s | lost | doubled |\n"
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)


@dataclass
class Crowd:
    """A bot, the pair that plays, and everybody else."""

    playground: Playground
    file: Path
    turns: list[tuple[Channel, int, str]]
    requests: int = 0
    _waiting: tuple[int, asyncio.Future[float]] | None = None
    members: list[int] = field(default_factory=list[int])

    def __post_init__(self) -> None:
        """Listen to what is posted."""
        state = self.playground.state
        state.listeners.append(self._on_change)
        self.members = list(state.people)[2:]
        self.lounge = next(channel for channel in state.channels.values() if channel.type == TEXT)

    def _on_change(self, change: Change) -> None:
        message = change.message
        if change.kind != "message" or not change.new or message is None or message.author_id != BOT_ID:
            return
        if self._waiting and message.channel_id == self._waiting[0] and not self._waiting[1].done():
            self._waiting[1].set_result(time.perf_counter())

    async def turn(self) -> float:
        """Play a turn and return how many seconds its board took. Raises `TimeoutError`."""
        thread, person, text = self.turns.pop(0)
        self._waiting = thread.id, asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        self.playground.state.add_message(thread, person, f"!move {text}")
        return await asyncio.wait_for(self._waiting[1], BOARD_PATIENCE) - began

    def say(self, member: int, text: str) -> None:
        """Let a member post a message in the channel that all matches here hang under."""
        self.requests += 1
        self.playground.state.add_message(self.lounge, self.members[member], text)

    def ask(self, query: str) -> int:
        """Return a number from the record."""
        with closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True, timeout=30)) as record:
            return record.execute(query).fetchone()[0]


async def no_crowd(_: Crowd) -> AsyncGenerator[float]:
    """Do nothing but wait."""
    while True:
        yield 1


async def matches_of_one(crowd: Crowd) -> AsyncGenerator[float]:
    """Let one member begin a match with Turnpost each second."""
    while True:
        crowd.say(0, f"!challenge <@{BOT_ID}> {QUICK} level=1")
        yield 1


async def challenges_of_twenty(crowd: Crowd) -> AsyncGenerator[float]:
    """Let twenty members challenge another one each second."""
    while True:
        for member in range(20):
            crowd.say(member, f"!challenge <@{crowd.members[member + 20]}> {GAME}")
        yield 1


async def mixed_requests_of_thirty(crowd: Crowd) -> AsyncGenerator[float]:
    """Let thirty members write one of six commands every two seconds."""
    match = crowd.ask("SELECT min(id) FROM matches")
    words = (f"!board #{match}", "!profile", "!help", f"!history #{match}", "!games", f"!challenge <@{BOT_ID}> {GAME}")
    lots = Random(1)  # noqa: S311 - no secret
    while True:
        for member in range(30):
            crowd.say(member, lots.choice(words))
        yield 2


async def hanging_channel(crowd: Crowd) -> AsyncGenerator[float]:
    """Let a channel hang in which ten members asked for a board each."""
    path = rf"^/channels/{crowd.lounge.id}/messages"
    crowd.playground.faults.slow(HANGS, 1_000_000, path=path, applied=False)
    match = crowd.ask("SELECT min(id) FROM matches")
    for member in range(10):
        crowd.say(member, f"!board #{match}")
        crowd.say(member, f"!challenge <@{BOT_ID}> {GAME}")
    try:
        while True:
            yield 1
    finally:
        crowd.playground.faults.clear()


async def prepare_lists(context: Context, state: State, everybody: Sequence[Person], channel: Channel) -> None:
    """Let each person have a challenge to answer, and a daily list that is due soon."""
    now = context.now()
    due = now + timedelta(seconds=DUE_AFTER)
    async with context.database.write() as tx:
        for number, person in enumerate(everybody[:LISTS]):
            challenge = await challenges.create(
                tx,
                game=GAME,
                options={},
                guild_id=next(iter(state.guilds)),
                channel_id=channel.id,
                people=[everybody[-1], person],
                size=2,
                seat=None,
                look={},
                source_id=10**6 + number,
                at=now,
                expires_at=now + timedelta(days=7),
            )
            shown = state.add_message(channel, BOT_ID, f"-# challenge {challenge.id}")
            post = await outbox.add(
                tx, lane=f"c{challenge.id}", kind="challenge", body={}, at=now, challenge_id=challenge.id
            )
            await outbox.mark_sent(tx, post.id, channel_id=channel.id, message_id=shown.id, at=now)
            await people.set_preferences(tx, person.id, {"digest": str(due.hour)})
            await people.set_digest(tx, person.id, due)


async def prepare_league(context: Context, state: State, everybody: Sequence[Person], channel: Channel) -> None:
    """Let forty people sign up for a league that begins soon."""
    terms = TournamentTerms(GAMES[GAME].info, "league", "Spring", {}, clock="3d", at_once=5)
    manager = Permissions(manages_server=True)
    request = Request(everybody[0].id, 10**6, channel.id, next(iter(state.guilds)))
    made = await create_tournament(context, request, terms, manager, channel.id)
    if not isinstance(made, Tournament):
        raise TypeError("the event was made before")
    due = context.now() + timedelta(seconds=DUE_AFTER)
    async with context.database.write() as tx:
        for person in everybody[:LEAGUE]:
            await tournaments.join(tx, made.id, person, context.now())
        await tournaments.change(tx, made.id, starts_at=due, due_at=due)


@dataclass(frozen=True, slots=True)
class Scenario:
    """What everybody else does: a flood of requests, or what falls due, and whether all of that is done."""

    flood: Callable[[Crowd], AsyncGenerator[float]] = no_crowd
    prepare: Callable[[Context, State, Sequence[Person], Channel], Awaitable[None]] | None = None
    left: str = "0"
    """A number in SQL that is zero when nothing is left to do beside what waits in the outbox."""


SCENARIOS: Mapping[str, Scenario] = {
    "quiet": Scenario(),
    "one member begins a match a second": Scenario(matches_of_one),
    "20 members challenge each second": Scenario(challenges_of_twenty),
    "30 members write something every 2 s": Scenario(mixed_requests_of_thirty),
    "300 daily lists": Scenario(
        prepare=prepare_lists,
        left="(SELECT count(*) FROM people WHERE digest_at < (SELECT max(created_at) FROM outbox) + 600000000)",
    ),
    "a league of 40 begins": Scenario(
        prepare=prepare_league,
        left="(SELECT status = 'open' OR (due_at IS NOT NULL AND due_at < posted_at + 3600000000) FROM tournaments)",
    ),
    "another channel hangs": Scenario(hanging_channel),
}


async def measure_scenario(folder: Path, name: str, seconds: float) -> dict[str, Any]:
    """Play turns on a new bot for so many seconds beside everybody else; wait until all is done; return the figures."""
    scenario, names = SCENARIOS[name], [f"Member {number}" for number in range(LISTS + 1)]
    playground = await Playground.start(options=Options(rate_limits=RateLimits(), more_people=names))
    began = time.perf_counter()
    try:
        settings = {"DISCORD_REQUESTS_PER_SECOND": str(PER_SECOND)}
        bot = Bot("turnpost", playground, folder, settings)
        crowd = Crowd(playground, folder / "turnpost.db", await _prepare(folder, playground, scenario))
        try:
            await bot.start()
            await wait_until_idle(playground)
            if scenario.prepare:
                seconds += DUE_AFTER
            flooding = asyncio.create_task(_flood(crowd, scenario))
            memory = asyncio.create_task(_peak_memory(bot))
            times = await _play(crowd, seconds)
            for task in (flooding, memory):
                task.cancel()
            _, peak = await asyncio.gather(flooding, memory)
            done = await _drain(crowd, scenario)
        finally:
            await bot.stop()
        lost, doubled = _count_faults(crowd)
        _verify(folder)
    finally:
        await playground.stop()
    figures = {"requests": crowd.requests, "memory": peak, "done": done - began, "lost": lost, "doubled": doubled}
    return {**figures, "turn": spread(times)}


async def _prepare(folder: Path, playground: Playground, scenario: Scenario) -> list[tuple[Channel, int, str]]:
    """Store the matches of the pair, and what falls due; return the turns."""
    database = await Database.open(file_url(folder / "turnpost.db"))
    state = playground.state
    try:
        async with database.write() as tx:
            upcoming = [await begin(tx, state, one) for one in islice(complete_recordings(GAME), 20)]
        if scenario.prepare:
            context = Context(database, GAMES, now=lambda: datetime.now(UTC), rng=Random(1))  # noqa: S311 - no secret
            everybody = [Person(one.id, one.name) for one in list(state.people.values())[5:]]
            lounge = next(channel for channel in state.channels.values() if channel.type == TEXT)
            await scenario.prepare(context, state, everybody, lounge)
    finally:
        await database.close()
    return [(match.thread, *turn) for match in upcoming for turn in match.turns]


async def _play(crowd: Crowd, seconds: float) -> list[float]:
    times: list[float] = []
    until = time.perf_counter() + seconds
    with suppress(TimeoutError):
        while time.perf_counter() < until:
            await asyncio.sleep(PAUSE)
            times.append(await crowd.turn())
        return times
    return [*times, BOARD_PATIENCE]


async def _flood(crowd: Crowd, scenario: Scenario) -> None:
    with suppress(asyncio.CancelledError):
        async with aclosing(scenario.flood(crowd)) as steps:
            async for pause in steps:
                await asyncio.sleep(pause)


async def _peak_memory(bot: Bot) -> int:
    """Return the most bytes of memory that the bot has in use until it is cancelled."""
    peak = 0
    with suppress(asyncio.CancelledError):
        while True:
            peak = max(peak, bot.memory)
            await asyncio.sleep(0.2)
    return peak


async def _drain(crowd: Crowd, scenario: Scenario) -> float:
    """Return the time when nothing is left to do. Raises `TimeoutError`."""
    pending = "(SELECT count(*) FROM outbox WHERE sent_at IS NULL AND given_up_at IS NULL)"
    async with asyncio.timeout(DRAIN_PATIENCE):
        while crowd.ask(f"SELECT {pending} + max({scenario.left}, 0)"):  # noqa: ASYNC110 - the record is another process's
            await asyncio.sleep(1)
    return time.perf_counter()


def _count_faults(crowd: Crowd) -> tuple[int, int]:
    """Return how many rows were given up or have no message in Discord, and how many were posted twice."""
    with closing(sqlite3.connect(crowd.file)) as record:
        given_up = record.execute("SELECT count(*) FROM outbox WHERE given_up_at IS NOT NULL").fetchone()[0]
        claimed = {row[0] for row in record.execute("SELECT message_id FROM outbox WHERE message_id IS NOT NULL")}
    said = [one for channel in crowd.playground.state.said.values() for one in channel.values()]
    marks = Counter(
        mark
        for one in said
        if one.author_id == BOT_ID
        for mark in (
            *(file.filename for file in one.attachments if file.filename.startswith("turnpost-")),
            *(line for line in one.content.splitlines() if line.startswith("-# challenge")),
        )
    )
    return given_up + len(claimed - {one.id for one in said}), sum(count - 1 for count in marks.values())


def _verify(folder: Path) -> None:
    """Raise `CalledProcessError` if `turnpost verify` finds something wrong in the record."""
    environment = {**os.environ, "TURNPOST_DATA": str(folder)}
    subprocess.run([sys.executable, "-m", "bot", "verify"], env=environment, check=True, capture_output=True)


def format_row(name: str, row: Mapping[str, Any]) -> str:
    """Return a row of the table."""
    turn = row["turn"]
    times = " | ".join(f"{turn[each] * 1000:.0f}" for each in ("median", "p99", "worst"))
    ends = f"{row['memory'] / 1e6:.0f} | {row['done']:.0f} | {row['lost']} | {row['doubled']}"
    return f"| {name} | {row['requests']} | {turn['count']} | {times} | {ends} |"

"""A gateway that can't be reached ends no bot, one process serves several shards, and rate limits are kept."""

from __future__ import annotations

import asyncio
import re
import signal
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, cast

import pytest
import pytest_asyncio

from bot.gateway.connection import START_RESERVE
from playground import Options, Playground
from playground.rate_limits import RateLimits
from tests.fast_rate_limits import fast_rate_limits
from tests.wire.environment import Environment, start_env
from tests.wire.fast_clock import run_fast
from tests.wire.match import Contest, bare, begin_match, by_slash, meanwhile
from tests.wire.pairing import CHANNELS, numbered
from tests.wire.process import BotProcess
from tests.wire.test_settings import turnpost

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator
    from pathlib import Path

together = pytest.mark.asyncio(loop_scope="module")
"""For tests that share one bot, and so one event loop."""
AGAIN = "The gateway can't be reached ("
WAYS = ("503",)
MORE_WAYS = (
    *("403", "429", "closed", "closed cleanly", "hung up", "going away", "half a frame"),
    *("no object", "no hello", "reconnect", "no HTTP"),
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_env(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Environment]:
    async with start_env(tmp_path_factory.mktemp("shared"), program=run_fast) as ready:
        yield ready


def lines(bot: BotProcess) -> list[str]:
    return [line for line in bot.log.read_text().splitlines() if AGAIN in line]


@together
@pytest.mark.parametrize("way", [*WAYS, *(pytest.param(way, marks=pytest.mark.thorough) for way in MORE_WAYS)])
async def test_a_first_connection_that_fails_is_tried_again(shared_env: Environment, way: str) -> None:
    env, bot = shared_env, shared_env.bot
    await bot.stop()
    before = len(lines(bot))
    env.playground.turn_away(way, 2 if way == "hung up" else 1)  # aiohttp tries that once more by itself
    await bot.start()
    await env.ann.ask_by_text("!games")
    (said,) = lines(bot)[before:]
    assert "); trying again in 1 s" in said
    assert "Traceback" not in bot.log.read_text()


@together
@pytest.mark.thorough
async def test_the_first_connection_is_tried_at_growing_distance(shared_env: Environment) -> None:
    env, bot = shared_env, shared_env.bot
    await bot.stop()
    before = len(lines(bot))
    env.playground.turn_away("503", 3)
    await bot.start()
    await env.ann.ask_by_text("!games")
    waits = [line.rpartition(" in ")[2].partition('"')[0] for line in lines(bot)[before:]]
    assert waits == ["1 s", "2 s", "5 s"]


@pytest.mark.thorough
@together
@pytest.mark.parametrize("way", ["503", "closed"])
@pytest.mark.parametrize("resumable", [pytest.param(True, id="resumed"), pytest.param(False, id="anew")])
async def test_a_later_connection_that_fails_is_tried_again(
    shared_env: Environment,
    way: str,
    resumable: bool,  # noqa: FBT001 - the parameter
) -> None:
    env, bot = shared_env, shared_env.bot
    await bot.stop()
    await bot.start()  # discord.py waits the longer the more often a connection failed in its life
    contest = await begin_match(env.people[:2])
    log = bot.log.read_text()
    resumes, waits = log.count("has successfully RESUMED"), log.count("Attempting a reconnect in")
    env.playground.turn_away(way, 2)
    async with env.playground.outage(resumable=resumable):
        await env.ann.say("e4+", contest.thread)
    await env.bob.hear(lambda one: one["channel_id"] == contest.thread and "**1.**" in one["content"])
    log = bot.log.read_text()
    assert log.count("has successfully RESUMED") == resumes + resumable
    assert log.count("Attempting a reconnect in") == waits + 2, "each wait is in the log"
    assert "Traceback" not in log


@pytest.mark.thorough
async def test_shards_whose_first_connection_fails_are_tried_again(tmp_path: Path) -> None:
    playground = await Playground.start(options=Options(guilds=2, rate_limits=fast_rate_limits()))
    bot = BotProcess(playground, tmp_path / "data", settings={"SHARD_COUNT": "2", "SHARD_IDS": "0,1"}, program=run_fast)
    try:
        playground.turn_away("503", 2)
        playground.turn_away("closed")
        await bot.start()
        assert [line.rpartition(" in ")[2].partition('"')[0] for line in lines(bot)] == ["1 s", "2 s", "5 s"]
        assert await bot.stop() == 0
        assert "Traceback" not in bot.log.read_text()
    finally:
        await playground.stop()


async def test_a_token_that_is_refused_before_hello_ends_the_bot(tmp_path: Path) -> None:
    playground = await Playground.start()
    bot = BotProcess(playground, tmp_path / "data", program=run_fast)
    try:
        playground.turn_away("wrong token")
        await bot.begin()
        assert await bot.ended() == 2
        assert bot.log.read_text().splitlines()[-1].startswith("turnpost: DISCORD_TOKEN is not a token")
    finally:
        await playground.stop()


class SessionsOfADay:
    """The sessions that a playground's bot may still begin on a day whose hours pass as the test says."""

    def __init__(self, playground: Playground) -> None:
        self._starts = playground.rate_limits.session_starts
        self._now = self._starts.clock()
        self._starts.clock = self._tick

    def _tick(self) -> float:
        self._now += 0.2  # enough for the next session to begin
        return self._now

    @property
    def left(self) -> int:
        return cast("int", self._starts.to_json()["remaining"])

    def leave(self, count: int, *, seconds: float) -> None:
        """Use up all sessions but some of a day that ends in so many seconds, of the bot's fast clock."""
        self.begin_day()
        while self.left > count:
            assert self._starts.take()
        self._now += cast("int", self._starts.to_json()["reset_after"]) / 1000 - seconds

    def begin_day(self) -> None:
        """Let the bot begin all sessions of a new day."""
        self._now += 1_000_000


@contextmanager
def counted_sessions(playground: Playground) -> Generator[SessionsOfADay]:
    starts, clock = playground.rate_limits.session_starts, playground.rate_limits.session_starts.clock
    sessions = SessionsOfADay(playground)
    yield sessions
    sessions.begin_day()
    ahead = starts.clock() - clock()
    starts.clock = lambda: clock() + ahead  # time goes on from where the test left it


@pytest.mark.parametrize("left", [START_RESERVE, pytest.param(0, marks=pytest.mark.thorough)])
@together
async def test_a_start_waits_while_too_few_sessions_may_begin(shared_env: Environment, left: int) -> None:
    env, bot = shared_env, shared_env.bot
    await bot.stop()
    told = bot.log.read_text().count(f"a day Discord lets this bot begin {left} more before ")
    with counted_sessions(env.playground) as sessions:
        sessions.leave(left, seconds=15)
        before = datetime.now(UTC)
        await bot.begin()
        await bot.logged(f"Of 1,000 sessions a day Discord lets this bot begin {left} more before ", told + 1)
        health = await asyncio.to_thread(turnpost, "health", TURNPOST_DATA=str(bot.data))
        assert (health.returncode, sessions.left) == (1, left)
        until = re.search(
            r"^Discord lets this bot begin no session before (.*) UTC; it waits and", health.stdout, re.MULTILINE
        )
        assert until, health.stdout
        assert f"begin {left} more before {until[1]} UTC, so it waits until then; find out what" in bot.log.read_text()
        waits = datetime.strptime(f"{until[1]}+0000", "%Y-%m-%d %H:%M%z") + timedelta(minutes=1) - before
        assert timedelta(seconds=10) < waits < timedelta(minutes=3)
        sessions.begin_day()
        await env.playground.bot_ready()
        assert sessions.left == 999
    await env.ann.ask_by_text("!games")


@pytest.mark.thorough
@together
async def test_a_start_that_leaves_the_reserve_waits_for_nothing(shared_env: Environment) -> None:
    env, bot = shared_env, shared_env.bot
    await bot.stop()
    with counted_sessions(env.playground) as sessions:
        sessions.leave(START_RESERVE + 1, seconds=1000)
        await bot.start()
        assert sessions.left == START_RESERVE


@together
async def test_a_start_that_waits_for_sessions_can_be_stopped(shared_env: Environment) -> None:
    env, bot = shared_env, shared_env.bot
    await bot.stop()
    before = bot.log.read_text()
    with counted_sessions(env.playground) as sessions:
        sessions.leave(0, seconds=1000)
        await bot.begin()
        await bot.logged("begin 0 more before ", before.count("begin 0 more before ") + 1)
        assert await bot.stop() == 0
    assert "Not everything ended" not in bot.log.read_text()
    await bot.start()


@pytest.mark.parametrize("left", [1, 0])
@pytest.mark.thorough
@together
async def test_a_bot_that_runs_may_use_the_reserve_to_the_last_session(shared_env: Environment, left: int) -> None:
    env, bot = shared_env, shared_env.bot
    before = bot.log.read_text().count("sessions a day")
    with counted_sessions(env.playground) as sessions:
        sessions.leave(left, seconds=30)
        async with env.playground.outage(resumable=False):
            pass
        if not left:
            await bot.logged("sessions a day", before + 1)
            sessions.begin_day()
        await env.playground.bot_ready()
        await env.ann.ask_by_text("!games")
        assert sessions.left == (0 if left else 999)
    assert bot.log.read_text().count("sessions a day") == before + (not left)


@together
async def test_a_limit_that_is_not_told_holds_up_no_start(shared_env: Environment) -> None:
    env, bot = shared_env, shared_env.bot
    await bot.stop()
    env.playground.faults.fail(403, path="^/gateway/bot")
    await bot.start()
    await env.ann.ask_by_text("!games")
    assert "Discord doesn't tell how many sessions may begin (403 Forbidden" in bot.log.read_text()


@pytest.mark.thorough
@pytest.mark.parametrize("left", [START_RESERVE + 1, START_RESERVE + 2])
async def test_a_start_of_several_shards_needs_a_session_for_each(tmp_path: Path, left: int) -> None:
    playground = await Playground.start(options=Options(guilds=2, rate_limits=fast_rate_limits()))
    bot = BotProcess(playground, tmp_path / "data", settings={"SHARD_COUNT": "2", "SHARD_IDS": "0,1"}, program=run_fast)
    try:
        with counted_sessions(playground) as sessions:
            sessions.leave(left, seconds=30)
            await bot.begin()
            if left == START_RESERVE + 1:
                await bot.logged(f"begin {left} more before ")
                assert sessions.left == left
                sessions.begin_day()
            await playground.bot_ready(0, 1)
        assert await bot.stop() == 0
    finally:
        await playground.stop()


@pytest.mark.thorough
async def test_a_match_goes_on_after_a_start_with_trouble(tmp_path: Path) -> None:
    async with start_env(tmp_path, program=run_fast) as env:
        contest = await begin_match(env.people[:2], "e4+")
        await env.bot.stop()
        await env.bob.say("b7", contest.thread)
        env.playground.turn_away("hung up", 2)
        await env.bot.start()
        await env.ann.hear(lambda one: one["channel_id"] == contest.thread and "**2.**" in one["content"])
        contest.state = contest.game.play(contest.state, contest.game.parse(contest.state, "b7"))
        contest.ply, contest.move = 2, "b7"
        contest.board = (await env.ann.messages(contest.thread))[-1]
        await contest.turn(bare, "f5")


@pytest.mark.thorough
async def test_a_process_carries_several_shards_and_catches_up_with_all_of_them(tmp_path: Path) -> None:
    shards = {"SHARD_COUNT": "2", "SHARD_IDS": "0,1"}
    async with start_env(tmp_path, guilds=2, settings=shards) as env:
        first, second = [Contest("martian-life", (env.ann, env.bob), channel=channel) for channel in CHANNELS]
        for contest in (first, second):
            await contest.begin()
            for way, text in zip((bare, numbered(contest), by_slash), ("e4+", "b7", "f5"), strict=True):
                await contest.turn(way, text)
        await env.bot.stop(signal.SIGKILL)
        barrier = asyncio.Barrier(3)
        playing = asyncio.gather(
            first.turn(meanwhile(numbered(first), barrier), "d6"), second.turn(meanwhile(bare, barrier), "d6")
        )
        await barrier.wait()
        await env.bot.start()
        await barrier.wait()
        await playing


async def test_a_second_match_in_a_channel_gets_its_thread_as_soon_as_the_first(tmp_path: Path) -> None:
    limits = RateLimits()
    async with start_env(tmp_path, rate_limits=limits) as env:
        for number in (1, 2):
            await env.ann.say("!challenge @Bob martian-life")
            await env.bob.press(await env.bob.hear_bot(f"-# challenge {number}"), "Accept")
            await env.bob.hear(lambda one, number=number: one["attachments"] and f"-# #{number}" in one["content"])
    assert limits.limited == 0

"""A gateway that can't be reached ends no bot: it waits, tries again, and says so in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from playground import Options, Playground
from tests.fast_rate_limits import fast_rate_limits
from tests.wire.environment import Environment, start_env
from tests.wire.fast_clock import run_fast
from tests.wire.match import bare, begin_match
from tests.wire.process import BotProcess

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
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

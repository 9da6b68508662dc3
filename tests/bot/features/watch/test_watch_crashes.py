"""Whoever watched a match gets one message at its end, whenever the bot dies."""

from __future__ import annotations

import signal
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.bot.features.test_watch import begin, told, watch
from tests.wire.environment import start_env
from tests.wire.fixtures import GENEROUS

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.wire.fixtures import Environment

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_env(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Environment]:
    """An environment in which Discord forgets nonces at once, as it does after some minutes."""
    folder = tmp_path_factory.mktemp("shared")
    async with start_env(folder, nonce_window=timedelta(0), settings=GENEROUS) as ready:
        yield ready


STEPS = {"before the message": False, "after the message, before it is noted": True}


@pytest.mark.thorough
@pytest.mark.parametrize("step", STEPS)
async def test_a_crash_at_the_end_brings_one_message(shared_env: Environment, step: str) -> None:
    env = shared_env
    contest, post = await begin(env)
    await watch(env.eve, post, contest)
    place = await env.eve.dm()
    env.playground.faults.slow(60, method="POST", path=f"/channels/{place}/messages$", applied=STEPS[step])
    await contest.resign(1)
    await env.playground.faults.used_up()
    await env.bot.stop(signal.SIGKILL)
    env.playground.faults.clear()
    assert len(await told(env.eve, contest)) == STEPS[step]
    await env.bot.start()
    await env.all_posted()
    assert len(await told(env.eve, contest)) == 1


@pytest.mark.thorough
async def test_a_crash_as_the_match_ends_brings_one_message(shared_env: Environment) -> None:
    env = shared_env
    contest, post = await begin(env)
    await watch(env.eve, post, contest)
    env.playground.faults.slow(60, method="POST", path=f"/channels/{contest.thread}/messages$")
    question = await env.ann.ask_by_slash("match resign", contest.thread)
    await env.ann.press(question, f"Resign #{contest.number}")
    await env.playground.faults.used_up()
    await env.bot.stop(signal.SIGKILL)
    env.playground.faults.clear()
    await env.bot.start()
    await env.all_posted()
    (message,) = await told(env.eve, contest)
    assert contest.thread in message["content"]
    assert contest.board["id"] not in message["content"], "that is the board of the beginning"

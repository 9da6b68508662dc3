"""Each request about a pause has an answer of its own in its match, whenever the bot dies."""

from __future__ import annotations

import signal
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.bot.features.computer.conversation import challenge, hear_turn
from tests.wire.environment import start_env
from tests.wire.fixtures import GENEROUS
from tests.wire.match import Contest

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.playground.client import Person
    from tests.wire.fixtures import Environment

pytestmark = pytest.mark.asyncio(loop_scope="module")
STEPS = {"before it arrives": False, "after it arrived, before that is noted": True}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_env(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Environment]:
    """An environment in which Discord forgets nonces at once, as it does after some minutes."""
    folder = tmp_path_factory.mktemp("shared")
    async with start_env(folder, nonce_window=timedelta(0), settings=GENEROUS) as ready:
        yield ready


async def count(env: Environment, thread: str, text: str) -> int:
    return sum(text in one["content"] for one in await env.ann.messages(thread))


async def crash(env: Environment, person: Person, thread: str, text: str, method: str, *, arrives: bool) -> None:
    """Say something, and kill the bot as its answer is on its way: the first request of a method about the thread."""
    env.playground.faults.slow(60, method=method, path=f"/channels/{thread}/messages", applied=arrives)
    await person.say(text, thread)
    await env.playground.faults.used_up()
    await env.bot.stop(signal.SIGKILL)
    env.playground.faults.clear()
    await env.bot.start()
    await env.all_posted()


@pytest.mark.parametrize("step", STEPS)
async def test_a_second_pause_against_turnpost_has_posts_of_its_own(shared_env: Environment, step: str) -> None:
    env = shared_env
    match, _ = await challenge(env.ann, "!challenge @Turnpost xero-g level=1 1d seat=1")
    thread = (await hear_turn(env.ann, match))["channel_id"]
    asked, paused = f"**Xero-G #{match}** until the next move: agreed.", f"The clock of #{match} is paused"
    await env.ann.say("!pause", thread)
    await env.ann.hear_bot(paused)
    await env.ann.say("!resume", thread)
    await env.ann.hear_bot(f"ends the pause of #{match}")
    await env.all_posted()
    await crash(env, env.ann, thread, "!pause", "POST", arrives=STEPS[step])
    assert await count(env, thread, asked) == 2, "it says word for word what the first one says"
    assert await count(env, thread, paused) == 2


@pytest.mark.thorough
@pytest.mark.parametrize("step", STEPS)
async def test_an_offer_its_answer_and_a_rejection_come_once(shared_env: Environment, step: str) -> None:
    env, contest = shared_env, Contest("xero-g", shared_env.people[:2])
    await contest.begin_by_slash(clock="1d")
    await env.all_posted()
    thread, number, arrives = contest.thread, contest.number, STEPS[step]
    await crash(env, env.ann, thread, "!pause", "POST", arrives=arrives)
    assert await count(env, thread, "**Ann** asks to pause the clock") == 1
    await crash(env, env.bob, thread, "!pause", "PATCH", arrives=arrives)
    assert await count(env, thread, f"**Xero-G #{number}** until the next move: agreed.") == 1
    assert await count(env, thread, f"The clock of #{number} is paused, as everyone agreed") == 1
    since = env.ann.seen_so_far()
    await crash(env, env.ann, thread, "!pause", "POST", arrives=arrives)
    await env.bob.say("!resume", thread)  # read after what was missed
    await env.ann.hear_bot(f"**Bob** ends the pause of #{number}", since=since)
    await env.all_posted()
    assert await count(env, thread, f"The clock of #{number} is paused already") == 1

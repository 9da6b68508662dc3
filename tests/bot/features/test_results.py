"""A challenge has one post, and its match one thread and one result, at whatever step of it the bot dies."""

from __future__ import annotations

import signal
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.admin.verify.matches import verify_matches
from games import GAMES
from storage.engine.database import Database, file_url
from tests.wire.environment import start_env
from tests.wire.fixtures import GENEROUS

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.playground.client import Json
    from tests.wire.fixtures import Environment

pytestmark = pytest.mark.asyncio(loop_scope="module")

STEPS = {
    "the challenge is posted": ("challenge", "POST", r"/channels/{games}/messages$"),
    "its thread is made": ("accept", "POST", r"/messages/\d+/threads$"),
    "it becomes a link to the match": ("accept", "PATCH", r"/channels/{games}/messages/\d+$"),
    "it becomes the result": ("resign", "PATCH", r"/channels/{games}/messages/\d+$"),
}
"""What changes the post, each with the act of a person that leads to it."""


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=[True, False], ids=["content", "no content"])
async def env(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> AsyncGenerator[Environment]:
    """An environment in which Discord forgets nonces at once, as it does after some minutes."""
    folder = tmp_path_factory.mktemp("crashes")
    async with start_env(folder, content=request.param, nonce_window=timedelta(0), settings=GENEROUS) as ready:
        yield ready


@pytest.mark.thorough
@pytest.mark.parametrize("applied", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("step", STEPS)
async def test_a_crash_before_or_after_a_step_leaves_one_of_each(env: Environment, step: str, applied: bool) -> None:  # noqa: FBT001 - a parameter
    """Play a match of Ann and Bob, with the bot killed at a step, and check what is in the channel then."""
    act, method, path = STEPS[step]
    games, since = await env.ann.channel("games"), env.ann.seen_so_far()
    before = {one["id"] for one in await env.ann.messages()}
    threads = await threads_of(env)

    def arm(now: str) -> bool:
        if now == act:
            env.playground.faults.slow(60, method=method, path=path.format(games=games), applied=applied)
        return now == act

    killed = arm("challenge")
    await env.ann.say("@Turnpost challenge @Bob martian-life seat=1")
    await kill_if(env, killed)
    post = await env.bob.hear(lambda one: one["id"] not in before and "**Ann** challenges" in one["content"])
    killed = arm("accept")
    await env.bob.press(post, "Accept")
    await kill_if(env, killed)
    seated = await env.ann.hear(lambda one: one["id"] == post["id"] and "<#" in one["content"], since=since)
    number, thread = seated["content"].split("#")[1].split("*")[0], seated["content"].split("<#")[1].split(">")[0]
    await env.all_posted()
    question = await env.bob.ask_by_slash("match resign", thread)
    killed = arm("resign")
    await env.bob.press(question, f"Resign #{number}")
    await kill_if(env, killed)
    await env.ann.hear(lambda one: one["id"] == post["id"] and "beat" in one["content"], since=since)
    await env.all_posted()
    (left,) = [one for one in await env.ann.messages() if one["id"] not in before and one["author"].get("bot")]
    check_result(left, post["id"], number, thread)
    assert await threads_of(env) == {*threads, thread}
    assert len([one for one in await env.ann.messages(thread) if "wins **Martian Life" in one["content"]]) == 1
    assert await differences(env) == []


async def kill_if(env: Environment, killed: bool) -> None:  # noqa: FBT001 - the whole condition
    """Kill the bot at the request that was armed, and start it again."""
    if killed:
        await env.playground.faults.used_up()
        await env.bot.stop(signal.SIGKILL)
        env.playground.faults.clear()
        await env.bot.start()


def check_result(post: Json, message_id: str, number: str, thread: str) -> None:
    """Check that a challenge's post has the result of its match, and one picture."""
    assert post["id"] == message_id
    assert post["content"] == (
        f"**Ann** beat **Bob** at **Martian Life** (**Bob** resigned).\n-# #{number}: <#{thread}>"
    )
    assert len(post["attachments"]) == 1
    assert not post["components"]


async def threads_of(env: Environment) -> set[str]:
    return {one["id"] for one in (await env.ann.view())["channels"] if one["type"] == 11}


async def differences(env: Environment) -> list[str]:
    """Return what `turnpost verify` finds in the record of the running bot."""
    database = await Database.open_existing(file_url(env.bot.data / "turnpost.db"))
    found = [line async for verdict in verify_matches(database, GAMES) for line in verdict.differences]
    await database.close()
    return found

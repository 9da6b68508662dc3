"""An open seat has one post and gets one newcomer, at whatever step of it the bot dies."""

from __future__ import annotations

import signal
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.bot.features.forum_posts.forums import check_record
from tests.bot.features.test_open_seats import begin
from tests.wire.environment import start_env
from tests.wire.fixtures import GENEROUS

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.wire.fixtures import Environment

pytestmark = pytest.mark.asyncio(loop_scope="module")

STEPS = {
    "the seat is posted": ("agree", "POST", r"/channels/{games}/messages$"),
    "the newcomer's board is posted": ("take", "POST", r"/channels/{thread}/messages$"),
    "the post says who plays on": ("take", "PATCH", r"/channels/{games}/messages/\d+$"),
}
"""What is sent to Discord, each with the act of a person that leads to it."""


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
    """Open the seat to move and let Dan take it, with the bot killed at a step; check what is there then."""
    act, method, path = STEPS[step]
    games, contest = await env.ann.channel("games"), await begin(env)
    await env.all_posted()

    def arm(now: str) -> bool:
        if now == act:
            where = path.format(games=games, thread=contest.thread)
            env.playground.faults.slow(60, method=method, path=where, applied=applied)
        return now == act

    since = env.bob.seen_so_far()
    await env.ann.ask_by_slash("match substitute", contest.thread, by="anyone")
    question = await env.bob.hear(lambda one: "can be opened to anybody" in one["content"], "the question", since=since)
    await env.bob.press(question, "Agree")
    killed = arm("agree")
    await env.cleo.press(question, "Agree")
    await kill_if(env, killed)
    post = await env.dan.hear(lambda one: is_open_seat_of(one, contest.number), "the open seat")
    await env.all_posted()
    killed = arm("take")
    await env.dan.press(post, "Take the seat")
    await kill_if(env, killed)
    await env.all_posted()
    posts = [one for one in await env.dan.messages(games) if is_open_seat_of(one, contest.number)]
    assert [(one["id"], bool(one["components"])) for one in posts] == [(post["id"], False)]
    assert posts[0]["content"].startswith("**Dan** plays on for **Ann**")
    boards = [one for one in await env.dan.messages(contest.thread) if "and **Dan** plays on." in one["content"]]
    assert len(boards) == 1
    await check_record(env)


def is_open_seat_of(message: dict[str, str], number: int) -> bool:
    """Return whether a message is the post of an open seat of a match."""
    return "-# open seat " in message["content"] and f"#{number}**" in message["content"]


async def kill_if(env: Environment, killed: bool) -> None:  # noqa: FBT001 - the whole condition
    """Kill the bot at the request that was armed, and start it again."""
    if killed:
        await env.playground.faults.used_up()
        await env.bot.stop(signal.SIGKILL)
        env.playground.faults.clear()
        await env.bot.start()

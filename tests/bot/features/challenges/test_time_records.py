"""A challenge with a clock says how often its people moved in time, and so does the list of a person's matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.lists import FEWEST
from tests.wire.match import Contest

if TYPE_CHECKING:
    from tests.playground.client import Json
    from tests.wire.fixtures import Environment

# One bot for all matches here.
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def challenge(env: Environment, clock: str) -> Json:
    """Let Ann challenge Bob, and return the post."""
    since = env.bob.seen_so_far()
    await env.ann.ask_by_slash("challenge", opponent=env.bob.id, game="xero-g", clock=clock)
    return await env.bob.hear(lambda one: "-# challenge " in one["content"], "a challenge", since=since)


@pytest.mark.thorough
async def test_from_five_matches_on_challenges_with_a_clock_tell_the_record(shared_env: Environment) -> None:
    env = shared_env
    assert "moved in time" not in (await challenge(env, "3d"))["content"]
    for _ in range(FEWEST):
        contest = Contest("martian-life", (env.ann, env.bob))
        await contest.begin_by_slash(clock="3d")
        question = await env.ann.ask_by_slash("match resign", contest.thread)
        await env.ann.press(question, f"Resign #{contest.number}")
    await env.all_posted()
    told = (await challenge(env, "3d"))["content"]
    assert "**Ann** moved in time in 100% of 5 matches, **Bob** moved in time in 100% of 5 matches." in told
    assert "moved in time" not in (await challenge(env, "none"))["content"]
    listed = await env.cleo.ask_by_menu("Matches", env.ann)
    assert listed["content"].startswith("-# Moved in time in 100% of 5 matches.\n")

"""Each match has one post in the forum, whatever dies or fails while the bot makes it."""

from __future__ import annotations

import signal
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.bot.features.forum_posts.forums import (
    MANAGED,
    add_forum,
    begin,
    check_record,
    choose_forum,
    posts_of,
    tags,
    tries_of_home,
)
from tests.wire.environment import start_env
from tests.wire.fixtures import GENEROUS
from tests.wire.match import Contest, bare, by_mention

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.playground.client import Json, SeenCount
    from tests.wire.fixtures import Environment

# One bot, and so one event loop, for all matches of a module.
pytestmark = pytest.mark.asyncio(loop_scope="module")
OTHER_FAULTS = [pytest.param(each, marks=pytest.mark.thorough) for each in ("500", "hang up done", "hang up", "429")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_env(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Environment]:
    """An environment in which Discord forgets nonces at once, as it does after some minutes."""
    folder = tmp_path_factory.mktemp("shared")
    async with start_env(folder, nonce_window=timedelta(0), granted=MANAGED, settings=GENEROUS) as ready:
        yield ready


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_env_without_content(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Environment]:
    """The same with the message content intent off."""
    folder = tmp_path_factory.mktemp("shared")
    async with start_env(folder, content=False, nonce_window=timedelta(0), granted=MANAGED, settings=GENEROUS) as ready:
        yield ready


async def challenge(env: Environment) -> Json:
    """Let Ann challenge Bob, and return the post."""
    since = env.bob.seen_so_far()
    await env.ann.say("@Turnpost challenge @Bob martian-life seat=1")
    return await env.bob.hear_bot("**Ann** challenges", since=since)


async def expect_match(env: Environment, forum: int, post: Json, since: SeenCount) -> Contest:
    """Wait until the match of a challenge has begun, and check that it has one post, to which the challenge links."""
    contest = Contest("martian-life", (env.ann, env.bob))
    seated = await env.ann.hear(lambda one: one["id"] == post["id"] and "<#" in one["content"], since=since)
    contest.number = int(seated["content"].split("#")[1].split("*")[0])
    contest.thread = seated["content"].split("<#")[1].split(">")[0]
    await contest.hear_board(since)
    await env.all_posted()
    assert posts_of(env, forum).count(int(contest.thread)) == 1
    assert (
        len([one for one in posts_of(env, forum) if f"#{contest.number}:" in env.playground.state.channels[one].name])
        == 1
    )
    return contest


async def play_on(env: Environment, contest: Contest) -> None:
    """Play two turns in the post of a match, and check its tags and the record."""
    assert await tags(env, contest) == ["1st to move", "Martian Life"]
    await contest.turn(by_mention, "e4+")
    assert await tags(env, contest) == ["2nd to move", "Martian Life"]
    await contest.turn(by_mention, "b7")
    await check_record(env)


STEPS = {
    "before the post is made": ("GET", r"/channels/{forum}$", True),
    "before the post is noted": ("POST", r"/channels/{forum}/threads$", True),
    "before the challenge links to it": ("PATCH", r"/channels/{games}/messages/\d+$", False),
    "before its tags are looked at": ("GET", r"^/channels/(?!{forum}$)\d+$", True),
}


@pytest.mark.thorough
@pytest.mark.parametrize("step", STEPS)
async def test_a_crash_at_any_step_leaves_one_post(shared_env: Environment, step: str) -> None:
    await crash_at(shared_env, step)


@pytest.mark.thorough
@pytest.mark.parametrize("step", STEPS)
async def test_a_crash_leaves_one_post_without_the_content_intent(
    shared_env_without_content: Environment, step: str
) -> None:
    await crash_at(shared_env_without_content, step)


async def crash_at(env: Environment, step: str) -> None:
    """Kill the bot at a step of a match's beginning, and check that there is one post when it is back."""
    since = env.ann.seen_so_far()
    forum, games = add_forum(env), await env.ann.channel("games")
    await choose_forum(env, forum)
    post = await challenge(env)
    method, path, applied = STEPS[step]
    env.playground.faults.slow(60, method=method, path=path.format(forum=forum, games=games), applied=applied)
    await env.bob.press(post, "Accept")
    await env.playground.faults.used_up()
    await env.bot.stop(signal.SIGKILL)
    env.playground.faults.clear()
    made = posts_of(env, forum)
    assert len(made) == (0 if step.endswith("made") else 1)
    await env.bot.start()
    contest = await expect_match(env, forum, post, since)
    assert posts_of(env, forum) == (made or [int(contest.thread)])
    await play_on(env, contest)


@pytest.mark.thorough
async def test_a_post_that_was_renamed_and_archived_meanwhile_is_known_and_an_imitation_is_not(
    shared_env: Environment,
) -> None:
    env, since = shared_env, shared_env.ann.seen_so_far()
    forum = add_forum(env)
    await choose_forum(env, forum)
    other, post = await begin(env), await challenge(env)
    env.playground.faults.slow(60, method="POST", path=f"/channels/{forum}/threads$")
    await env.bob.press(post, "Accept")
    await env.playground.faults.used_up()
    await env.bot.stop(signal.SIGKILL)
    env.playground.faults.clear()
    _, made = posts_of(env, forum)
    name = env.playground.state.channels[made].name
    env.playground.state.channels[made].name = "Final"
    env.playground.archive(made)
    imitation = env.playground.start_post(forum, "Cleo", name, "the match")
    await env.bot.start()
    seated = await env.ann.hear(lambda one: one["id"] == post["id"] and "<#" in one["content"], since=since)
    assert f"<#{made}>" in seated["content"]
    await env.all_posted()
    assert posts_of(env, forum) == sorted([int(other.thread), made, imitation])


@pytest.mark.thorough
async def test_two_matches_that_a_crash_hit_find_each_its_own_post(shared_env: Environment) -> None:
    env, since = shared_env, shared_env.ann.seen_so_far()
    forum = add_forum(env)
    await choose_forum(env, forum)
    first, second = await challenge(env), await challenge(env)
    env.playground.faults.slow(60, method="POST", path=f"/channels/{forum}/threads$")  # the other one waits for it
    for post in (first, second):
        await env.bob.press(post, "Accept")
    await env.playground.faults.used_up()
    await env.bot.stop(signal.SIGKILL)
    env.playground.faults.clear()
    made = posts_of(env, forum)
    await env.bot.start()
    contests = [await expect_match(env, forum, post, since) for post in (first, second)]
    assert sorted(int(contest.thread) for contest in contests) == posts_of(env, forum)
    assert made == posts_of(env, forum)[:1]
    await check_record(env)


@pytest.mark.thorough
@pytest.mark.parametrize("fault", ["502 done", *OTHER_FAULTS])
async def test_a_request_that_fails_makes_one_post(shared_env: Environment, fault: str) -> None:
    env, since, faults = shared_env, shared_env.ann.seen_so_far(), shared_env.playground.faults
    forum = add_forum(env)
    await choose_forum(env, forum)
    path, applied = f"/channels/{forum}/threads$", fault.endswith("done")
    if fault.startswith("hang"):
        faults.hang_up(method="POST", path=path, applied=applied)
    elif fault == "429":
        faults.limit(0.1, method="POST", path=path)
    else:
        faults.fail(int(fault[:3]), method="POST", path=path, applied=applied)
    post = await challenge(env)
    await env.bob.press(post, "Accept")
    contest = await expect_match(env, forum, post, since)
    assert tries_of_home(env, contest) == (1 if fault == "429" else 2)
    assert posts_of(env, forum) == [int(contest.thread)]
    await play_on(env, contest)


@pytest.mark.thorough
async def test_a_move_written_in_a_forum_post_while_the_bot_is_down_is_played(shared_env: Environment) -> None:
    env = shared_env
    await choose_forum(env, add_forum(env))
    contest = await begin(env)
    async with env.down():
        await env.ann.say("e4+", contest.thread)
    await env.ann.hear(lambda one: one["channel_id"] == contest.thread and "**1.** **Ann**" in one["content"])
    assert await tags(env, contest) == ["2nd to move", "Martian Life"]


@pytest.mark.thorough
async def test_tags_that_a_crash_hit_are_right_after_the_restart(shared_env: Environment) -> None:
    env = shared_env
    await choose_forum(env, add_forum(env))
    for done in (True, False):
        contest = await begin(env)
        path = f"^/channels/{contest.thread}$"
        if done:
            env.playground.faults.slow(60, method="PATCH", path=path)
        else:
            env.playground.faults.hang_up(method="PATCH", path=path, applied=False)
        await contest.turn(bare, "e4+")
        await env.playground.faults.used_up()
        await env.bot.stop(signal.SIGKILL)
        env.playground.faults.clear()
        await env.bot.start()
        assert await tags(env, contest) == ["2nd to move", "Martian Life"]
        await check_record(env)


@pytest.mark.thorough
async def test_tags_that_can_not_be_changed_hold_up_nothing_and_are_right_later(shared_env: Environment) -> None:
    env = shared_env
    await choose_forum(env, add_forum(env))
    contest = await begin(env)
    env.playground.faults.fail(403, code=50013, method="PATCH", path=f"^/channels/{contest.thread}$")
    await contest.turn(bare, "e4+")
    assert await tags(env, contest) == ["1st to move", "Martian Life"]
    assert env.bot.log.read_text().count(f"The tags of match #{contest.number} can't be changed") == 1
    await contest.turn(bare, "b7")
    await contest.turn(bare, "f5")
    assert await tags(env, contest) == ["2nd to move", "Martian Life"]
    await check_record(env)

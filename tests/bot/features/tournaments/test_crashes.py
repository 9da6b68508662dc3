"""An event has one post, each match once and one table at its end, at whatever step of it the bot dies."""

from __future__ import annotations

import re
import signal
from typing import TYPE_CHECKING

import pytest

from bot.features.tournaments.text import DROPPING_OUT
from storage.engine.database import Database, file_url
from storage.queries import pairings, tournaments
from tests.playground.client import answered
from tests.wire.fixtures import crash_env

if TYPE_CHECKING:
    from storage.queries.rows import Pairing, Tournament
    from tests.playground.client import Json
    from tests.wire.fixtures import Environment

pytestmark = pytest.mark.asyncio(loop_scope="module")

POSTS, EDITS = ("POST", r"/channels/{games}/messages$"), ("PATCH", r"/channels/{games}/messages/{post}$")
STEPS = {
    "the event is posted": ("create", *POSTS),
    "a match gets its thread": ("begin", "POST", r"/channels/{games}/threads$"),
    "its matches are listed": ("begin", *POSTS),
    "its post says that it began": ("begin", *EDITS),
    "its last page is posted": ("end", *POSTS),
    "its round says that it is over": ("end", "PATCH", r"/channels/{games}/messages/\d+$"),
}
"""What is sent to Discord, each with what leads to it."""


env = crash_env


@pytest.mark.thorough
@pytest.mark.parametrize("applied", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("step", STEPS)
async def test_a_crash_before_or_after_a_step_leaves_one_of_each(env: Environment, step: str, applied: bool) -> None:  # noqa: FBT001 - a parameter
    """Play an event of Ann, Bob and Cleo in two matches, with the bot killed at a step; check what is there then."""
    act, method, path = STEPS[step]
    games, since = await env.ann.channel("games"), env.ann.seen_so_far()
    before, threads = {one["id"] for one in await env.ann.messages()}, threads_of(env)

    def arm(now: str, post: str = "") -> bool:
        if now == act:
            where = path.format(games=games, post=post)
            env.playground.faults.slow(60, method=method, path=where, applied=applied)
        return now == act

    killed = arm("create")
    await env.ann.say("@Turnpost event create tables zyrcan Spring Cup 3d rounds=2")
    await kill_if(env, killed)
    post = await env.ann.hear(lambda one: one["id"] not in before and "Sign-up until" in one["content"], since=since)
    number = int(post["content"].rsplit(" ", 1)[1])
    for person in (env.ann, env.bob, env.cleo):
        assert "You're in" in (await person.ask_by_press(post, "Sign up"))["content"]
    await env.all_posted()
    killed = arm("begin", post["id"])
    assert "begins within a minute" in (await env.ann.ask_by_slash("events", do=f"start {number!s}"))["content"]
    await restart(env)
    await kill_if(env, killed)
    await env.ann.hear(lambda one: is_round(one, number) and "It's running" in one["content"], since=since)
    await env.all_posted()
    numbers = [pairing.match_id for pairing in (await stored(env, number))[1]]
    killed = arm("end", post["id"])
    for match in numbers:
        for person in (env.bob, env.cleo):
            question = await person.ask_by_slash("match", do="resign", match=f"#{match}")
            await person.press(question, f"Resign #{match}")
    await restart(env)
    await kill_if(env, killed)
    await env.ann.hear(lambda one: is_last_page(one, number), since=since)
    await env.all_posted()
    tournament, found = await stored(env, number)
    assert tournament.status == "finished"
    assert [pairing.match_id for pairing in found] == numbers
    assert len({*numbers}) == 2
    assert all(pairing.settled_at for pairing in found)
    check_channel([one for one in await env.ann.messages() if one["id"] not in before], post["id"], number)
    assert len(threads_of(env) - threads) == 2


def check_channel(messages: list[Json], post: str, number: int) -> None:
    """Check that there are three posts of an event, and no other messages: its sign-up, its matches, its last page."""
    posts = [one for one in messages if one["author"].get("bot") and not (answered(one) or one["ephemeral"])]
    assert len(posts) == 3, [one["content"] for one in posts]
    sign_up, listed, page = posts
    assert sign_up["id"] == post
    assert DROPPING_OUT in sign_up["content"]
    assert "It began with 3 people: https://discord.com/channels/" in sign_up["content"]
    assert f"/{listed['id']}\n" in sign_up["content"]
    assert is_round(listed, number)
    assert "It's over, after 3 people played." in listed["content"]
    assert "2 of 2 matches played.\n" in listed["content"]
    assert len(re.findall(r"^- <#\d+>: \*\*Ann\*\* won$", listed["content"], re.MULTILINE)) == 2
    assert is_last_page(page, number)


def is_round(message: Json, number: int) -> bool:
    """Return whether a message lists the matches of an event."""
    content = message["content"]
    return content.endswith(f"-# event {number}") and " of 2 matches played.\n" in content


def is_last_page(message: Json, number: int) -> bool:
    """Return whether a message is the last page of an event."""
    content = message["content"]
    return content.endswith(f"-# event {number}") and content.startswith("**Spring Cup**: Zyrcan, finished\n")


async def restart(env: Environment) -> None:
    """Kill the bot and start it again, as it looks what is due whenever it starts."""
    await env.bot.stop(signal.SIGKILL)
    await env.bot.start()


async def kill_if(env: Environment, killed: bool) -> None:  # noqa: FBT001 - the whole condition
    """Kill the bot at the request that was armed, and start it again."""
    if killed:
        await env.playground.faults.used_up()
        await env.bot.stop(signal.SIGKILL)
        env.playground.faults.clear()
        await env.bot.start()


def threads_of(env: Environment) -> set[int]:
    return {one.id for one in env.playground.state.channels.values() if one.is_thread}


async def stored(env: Environment, number: int) -> tuple[Tournament, list[Pairing]]:
    """Return an event and its pairings, as they are stored."""
    database = await Database.open_existing(file_url(env.bot.data / "turnpost.db"))
    try:
        async with database.read() as tx:
            return await tournaments.require(tx, number), await pairings.of_tournament(tx, number)
    finally:
        await database.close()

"""Finished matches, shown once in the channel that a server has for them, with board, moves, times and notes."""

from __future__ import annotations

import signal
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.playground.client import answered, labels
from tests.wire.environment import start_env
from tests.wire.match import SCRIPTS, Contest, bare, begin_match, by_mention

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.playground.client import Json, Person, SeenCount
    from tests.wire.fixtures import Environment

# One bot for all matches here.
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_env(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Environment]:
    """An environment in which Discord forgets nonces at once, as it does after some minutes."""
    async with start_env(tmp_path_factory.mktemp("shared"), nonce_window=timedelta(0)) as ready:
        yield ready


TEXTS = SCRIPTS["xero-g"].split()
SHOWN = "lounge"


async def choose_finished_channel(env: Environment, channel: str = SHOWN) -> str:
    """Let Ann, who manages the server, choose where matches that are over are shown; return that channel's id."""
    place, since = await env.ann.channel(channel), env.ann.seen_so_far()
    await env.ann.say(f"@Turnpost settings finished=<#{place}>")
    await env.ann.hear_bot(f"are shown in <#{place}>", since=since)
    return place


async def list_posts(person: Person, contest: Contest, channel: str = SHOWN) -> list[Json]:
    """Return the posts about a match in a channel."""
    return [one for one in await person.messages(channel) if f"#{contest.number}**" in one["content"]]


async def expect_finished_post(person: Person, contest: Contest, place: str, since: SeenCount | None = None) -> Json:
    """Wait for the post of a match that is over, and check the board in it."""
    post = await person.hear(
        lambda one: one["channel_id"] == place and f"#{contest.number}**" in one["content"], "a post", since=since
    )
    picture = post["attachments"][0]
    assert await person.fetch(picture["url"]) == contest.picture
    assert picture["description"] == contest.renderer.alt(contest.scene)
    assert f"in <#{contest.thread}>." in post["content"]
    assert not post["mentions"]
    assert labels(post) == ["My view", "Replay", "Record"]
    return post


async def test_a_match_that_is_won_is_shown_with_its_moves_and_notes(shared_env: Environment) -> None:
    env, bob = shared_env, shared_env.bob
    before = await begin_match(env.people[:2], key="xero-g")
    await before.resign(1)
    place = await choose_finished_channel(env)
    contest = await begin_match(env.people[:2], *TEXTS[:-1], key="xero-g")
    await bob.ask_by_slash("match", contest.thread, do="note I should have **flown** <@1>")
    assert not await list_posts(bob, contest)
    await contest.turn(bare, TEXTS[-1])
    post = await expect_finished_post(bob, contest, place)
    first, second, moves, *notes = post["content"].splitlines()
    assert first.startswith(f"**Ann** wins **Xero-G #{contest.number}**: ")
    assert first.endswith(f"after {len(TEXTS)} moves in under a minute.")
    assert second == f"Played by **Ann** (South) against **Bob** (North) in <#{contest.thread}>."
    assert moves == "Moves: " + " ".join(f"{ply}. `{text}`" for ply, text in enumerate(TEXTS, 1))
    assert notes == ["Notes:", r"- **Bob** 1, after move 8: I should have \*\*flown\*\* \<\@1\>"]
    assert len(post["attachments"]) == 1
    assert not await list_posts(bob, before), "it ended before there was such a channel"
    for button in ("Replay", "Record"):
        assert (await env.cleo.ask_by_press(post, button))["attachments"]


async def test_long_moves_and_notes_come_as_a_file_and_three_players_with_places(shared_env: Environment) -> None:
    env, ann = shared_env, shared_env.ann
    place = await choose_finished_channel(env)
    contest = await begin_match(env.people[:3], "3@e5", key="zyrcan")
    for word in ("first", "second", "third"):
        await ann.ask_by_slash("match", contest.thread, do=f"note {word} {'x' * 290}")
    await contest.resign(1)
    await contest.resign(3)
    post = await expect_finished_post(ann, contest, place)
    first, second = contest.people[1].name, contest.people[2].name
    assert f"\n1. **{first}**, " in post["content"]
    assert f"\n2. **{second}**, " in post["content"]
    assert "\n3. **Ann**, " in post["content"]
    assert post["content"].endswith("\nThe moves and notes are in the text file.")
    assert post["attachments"][1]["filename"] == f"turnpost-{contest.number}.txt"
    text = (await ann.fetch(post["attachments"][1]["url"])).decode()
    assert "1.   Ann  3@e5" in text
    assert f"{second} resigned" in text
    assert f"Ann, after move 1: third {'x' * 290}" in text


@pytest.mark.thorough
async def test_a_draw_is_shown_and_a_match_without_a_result_is_not(shared_env: Environment) -> None:
    env = shared_env
    place = await choose_finished_channel(env)
    contest = await begin_match(env.people[:2], "321123", key="xero-g")
    await env.ann.say(f"!abandon #{contest.number}")
    await env.ann.press(await env.ann.hear_bot(f"End Xero-G #{contest.number}"), f"End #{contest.number}")
    await env.ann.hear_bot(f"ended **Xero-G #{contest.number}**")
    drawn = await begin_match(env.people[:2], "321123", key="xero-g")
    await env.ann.say("!draw", drawn.thread)
    await env.bob.press(await env.bob.hear_bot(f"offers a draw in **Xero-G #{drawn.number}**"), "Agree")
    post = await env.bob.hear_bot(f"Played by **Ann** (South) against **Bob** (North) in <#{drawn.thread}>.")
    assert post["channel_id"] == place
    assert post["content"].startswith(f"**Xero-G #{drawn.number} is drawn**: by agreement, after 1 move")
    await env.all_posted()
    assert not await list_posts(env.ann, contest)


@pytest.mark.thorough
async def test_a_barred_channel_delays_nothing_and_its_post_is_given_up(shared_env: Environment) -> None:
    env = shared_env
    place = await choose_finished_channel(env)
    env.playground.deny(int(place), "SEND_MESSAGES")
    unseen = await begin_match(env.people[:2], key="xero-g")
    await unseen.resign(1)
    await env.all_posted()
    assert not await list_posts(env.ann, unseen)
    env.playground.allow(int(place))
    env.playground.deny(int(place), "ATTACH_FILES")
    contest = await begin_match(env.people[:2], "321123", key="xero-g")
    await contest.resign(1)
    post = await env.bob.hear_bot(f"in <#{contest.thread}>.")
    assert not post["attachments"]
    assert "1. `321123` (**Ann** resigned)\n```\n" in post["content"]
    env.playground.allow(int(place))


@pytest.mark.thorough
async def test_a_slow_channel_delays_nothing_and_a_crash_makes_no_second_post(
    shared_env: Environment,
) -> None:
    env, faults = shared_env, shared_env.playground.faults
    place = await choose_finished_channel(env)
    contest = await begin_match(env.people[:2], "321123", key="xero-g")
    faults.slow(300, method="POST", path=f"/channels/{place}/messages", applied=True)
    await contest.resign(1)
    await faults.used_up()
    command = await env.ann.say("!board", contest.thread)
    await env.ann.hear(lambda one: answered(one) == command["id"], "the board that she asked for")
    await env.bot.stop(signal.SIGKILL)
    faults.clear()
    await env.bot.start()
    await env.all_posted()
    assert len(await list_posts(env.ann, contest)) == 1


@pytest.mark.thorough
async def test_a_finished_match_is_shown_without_the_content_intent(shared_env_without_content: Environment) -> None:
    env = shared_env_without_content
    place = await choose_finished_channel(env)
    contest = Contest("xero-g", env.people[:2])
    await contest.begin_by_slash()
    await contest.turn(by_mention, "321123")
    await contest.resign(2)
    post = await expect_finished_post(env.ann, contest, place)
    assert post["content"].endswith("\nMoves: 1. `321123` (**Bob** resigned)")

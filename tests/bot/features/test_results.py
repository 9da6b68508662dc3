"""A challenge has one post, which becomes the result of its match, at whatever step the bot dies."""

from __future__ import annotations

import io
import signal
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from bot.admin.verify.matches import verify_matches
from games import GAMES
from renderers.drawing.thumbnail import WIDTH
from storage.engine.database import Database, file_url
from tests.wire.fixtures import crash_env
from tests.wire.match import SCRIPTS, Contest, bare, by_reply

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment
    from tests.wire.match import Way

pytestmark = pytest.mark.asyncio(loop_scope="module")

STEPS = {
    "the challenge is posted": ("challenge", "POST", r"/channels/{games}/messages$"),
    "its thread is made": ("accept", "POST", r"/messages/\d+/threads$"),
    "it becomes a link to the match": ("accept", "PATCH", r"/channels/{games}/messages/\d+$"),
    "it becomes the result": ("resign", "PATCH", r"/channels/{games}/messages/\d+$"),
}
"""What changes the post, each with the act of a person that leads to it."""


env = crash_env


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
    question = await env.bob.ask_by_slash("match", thread, do="resign")
    killed = arm("resign")
    await env.bob.press(question, f"Resign #{number}")
    await kill_if(env, killed)
    await env.ann.hear(lambda one: one["id"] == post["id"] and "beat" in one["content"], since=since)
    await env.all_posted()
    (left,) = [one for one in await env.ann.messages() if one["id"] not in before and one["author"].get("bot")]
    check_post(left, post["id"], number, thread)
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


def check_post(post: Json, message_id: str, number: str, thread: str) -> None:
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


MOVES = SCRIPTS["xero-g"].split()


async def result_of(person: Person, contest: Contest, said: str) -> Json:
    """Return the challenge's post of a match once it says how the match ended."""
    return await person.hear(
        lambda one: one["channel_id"] != contest.thread and f"-# #{contest.number}" in one["content"],
        f"the result of #{contest.number}: {said}",
    )


async def check_result(env: Environment, way: Way) -> None:
    """Play a match of Xero-G to its end, and check what its challenge's post has become."""
    contest = Contest("xero-g", (env.ann, env.bob))
    await contest.begin_by_slash()
    for text in MOVES:
        await contest.turn(way, text)
    winner, loser = (person.name for person in contest.people)
    post = await result_of(env.cleo, contest, "a win")
    assert post["content"] == (
        f"**{winner}** beat **{loser}** at **Xero-G**, {len(MOVES)} moves.\n-# #{contest.number}: <#{contest.thread}>"
    )
    assert not post["components"]
    assert not post["mentions"]
    (board,) = post["attachments"]
    assert board["description"] == contest.renderer.alt(contest.scene)
    picture = Image.open(io.BytesIO(await env.cleo.fetch(board["url"])))
    assert picture.width == WIDTH


async def test_the_challenges_post_becomes_the_result_with_a_small_picture(shared_env: Environment) -> None:
    await check_result(shared_env, bare)


@pytest.mark.thorough
async def test_it_does_without_the_content_intent(shared_env_without_content: Environment) -> None:
    await check_result(shared_env_without_content, by_reply)


async def test_a_player_who_resigned_is_named(shared_env: Environment) -> None:
    contest = Contest("martian-life", (shared_env.ann, shared_env.bob))
    await contest.begin()
    await contest.turn(bare, "e4+")
    await contest.resign(2)
    post = await result_of(shared_env.cleo, contest, "a resignation")
    assert post["content"].startswith("**Ann** beat **Bob** at **Martian Life**, 1 move (**Bob** resigned).")


async def test_a_draw_and_a_match_without_a_winner_are_told(shared_env: Environment) -> None:
    ann, bob = shared_env.ann, shared_env.bob
    drawn = Contest("martian-life", (ann, bob))
    await drawn.begin()
    await ann.say("!draw", drawn.thread)
    await bob.press(await bob.hear_bot("offers a draw"), "Agree")
    post = await result_of(shared_env.cleo, drawn, "a draw")
    assert post["content"].startswith("**Ann** and **Bob** drew at **Martian Life**.")
    ended = Contest("martian-life", (ann, bob))
    await ended.begin()
    question = await ann.ask_by_slash("server", do=f"abandon #{ended.number}")
    await ann.press(question, f"End #{ended.number}")
    post = await result_of(shared_env.cleo, ended, "no winner")
    assert post["content"].startswith("**Martian Life** between **Ann** and **Bob** ended without a winner.")


async def test_of_three_the_winner_is_named_first(shared_env: Environment) -> None:
    contest = Contest("zyrcan", shared_env.people[:3], data=shared_env.bot.data)
    await contest.begin()
    names = [person.name for person in contest.people]
    for seat in (1, 2):
        await contest.resign(seat)
    post = await result_of(shared_env.dan, contest, "a win of three")
    first, second, winner = names
    assert post["content"].startswith(f"**{winner}** won **Zyrcan** against **{first}** and **{second}**")


async def test_a_deleted_post_is_left_alone_and_no_failure(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("martian-life", (env.ann, env.bob))
    since = env.ann.seen_so_far()
    await contest.begin()
    post = await env.ann.hear(lambda one: f"**Martian Life #{contest.number}**" in one["content"], since=since)
    message = env.playground.state.message(int(post["id"]))
    assert message
    env.playground.state.remove_message(message)
    await contest.resign(1)
    await env.all_posted()
    assert "Unknown Message" not in env.bot.log.read_text()

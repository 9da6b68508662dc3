"""Results reach the channel: what becomes of a challenge's post when its match has ended."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from renderers.drawing.thumbnail import WIDTH
from tests.wire.match import Contest, bare, by_reply
from tests.wire.scripts import SCRIPTS

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment
    from tests.wire.match import Way

pytestmark = pytest.mark.asyncio(loop_scope="module")
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
    question = await ann.ask_by_slash("server abandon", match=f"#{ended.number}")
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

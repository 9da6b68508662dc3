"""What the gateway delivers again has no effect, and isn't answered again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.playground.client import answered
from tests.wire.match import begin_match
from tests.wire.test_fault_injection import no_tracebacks

if TYPE_CHECKING:
    from tests.wire.fixtures import Environment

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def nothing_left(env: Environment, channel: str) -> None:
    """Wait until the bot has taken up all that was said before, and posted all that it had to."""
    for _ in range(2):
        last = await env.eve.say("!move #999999 a1", channel)
        await env.eve.hear(lambda one, key=last["id"]: answered(one) == key)
    await env.all_posted()


AGAIN = ("e4+", "!board", "!resign", "!challenge @Cleo xero-g")
MORE_AGAIN = ("!move e4+", "b1 e4", "!replay", "!help", "!games")


@pytest.mark.parametrize("texts", [AGAIN, pytest.param(MORE_AGAIN, marks=pytest.mark.thorough)], ids=["some", "more"])
async def test_what_the_gateway_delivers_again_has_no_effect_and_is_not_answered(
    shared_env: Environment, texts: tuple[str, ...]
) -> None:
    env, playground = shared_env, shared_env.playground
    contest = await begin_match(env.people[:2])
    places = (contest.thread, await env.ann.channel("games"))
    for text in texts:
        await env.ann.say(text, contest.thread)
        await nothing_left(env, contest.thread)
        before = [await env.ann.messages(place) for place in places]
        await playground.deliver_again(3)
        await nothing_left(env, contest.thread)
        after = [await env.ann.messages(place) for place in places]
        news = [one["content"] for old, new in zip(before, after, strict=True) for one in new[len(old) :]]
        assert [one for one in news if "#999999" not in one] == [], text
        assert len(news) == 4, f"{text}: the two questions and the answers to them"
    no_tracebacks(env)


@pytest.mark.thorough
async def test_an_interaction_delivered_again_is_left_alone(shared_env: Environment) -> None:
    env, playground = shared_env, shared_env.playground
    contest = await begin_match(env.people[:2])
    question = await env.ann.ask_by_slash("match", contest.thread, do="resign")
    for ask in (
        lambda: env.ann.ask_by_slash("move", contest.thread, move="e4+"),
        lambda: env.ann.ask_by_slash("board", contest.thread),
        lambda: env.ann.ask_by_slash("help", contest.thread, game="xero-g"),
        lambda: env.ann.ask_by_slash("challenge", opponent=env.cleo.id, game="xero-g"),
        lambda: env.ann.ask_by_press(question, f"Resign #{contest.number}"),
    ):
        await ask()
        await nothing_left(env, contest.thread)
        before = len(await env.ann.messages(contest.thread)), len(await env.ann.messages())
        await playground.deliver_again(1)
        await playground.deliver_again(5)
        await nothing_left(env, contest.thread)
        after = len(await env.ann.messages(contest.thread)), len(await env.ann.messages())
        assert after == (before[0] + 4, before[1]), "the two questions and the answers to them"
    no_tracebacks(env)

"""My view and Where can it go? in the menu of a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.wire.match import Contest, by_slash

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.wire.fixtures import Environment, MakeEnvironment


@pytest.fixture(params=[True, pytest.param(False, marks=pytest.mark.thorough)], ids=["content", "no content"])
async def env(request: pytest.FixtureRequest, make_env: MakeEnvironment) -> AsyncGenerator[Environment]:
    async with make_env(content=request.param) as ready:
        yield ready


async def test_a_board_has_my_view_and_where_in_its_menu(env: Environment) -> None:
    contest = Contest("xero-g", (env.ann, env.bob))
    await contest.begin_by_slash()
    first = contest.board
    await contest.turn(by_slash, "321123")
    shown = await env.ann.ask_by_menu("My view", first)
    assert shown["attachments"]
    assert "That was the start; the match stands at move 1." in shown["content"]
    current = await env.bob.ask_by_menu("My view", contest.board)
    assert current["attachments"]
    assert "Here it is now" not in current["content"]
    await contest.turn(by_slash, "123321")
    marked = await env.ann.ask_by_menu("Where can it go?", contest.board)
    assert marked["attachments"]
    assert marked["components"], "menus of the pieces that can move"


async def test_the_challenges_post_and_messages_in_the_thread_lead_to_the_match(env: Environment) -> None:
    contest = Contest("xero-g", (env.ann, env.bob))
    since = env.ann.seen_so_far()
    await contest.begin_by_slash()
    post = await env.ann.hear(lambda one: f"**Xero-G #{contest.number}**" in one["content"], since=since)
    said = await env.bob.say("hello", contest.thread)
    for message in (post, said):
        shown = await env.dan.ask_by_menu("My view", message)
        assert f"#{contest.number}" in shown["content"]
        assert shown["attachments"]


async def test_another_message_is_about_no_match(env: Environment) -> None:
    said = await env.bob.say("hello")
    for name in ("My view", "Where can it go?"):
        told = await env.ann.ask_by_menu(name, said)
        assert told["content"] == "That message isn't about a match. Try it on one of my boards."

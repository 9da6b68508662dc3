"""With the message content intent off the bot reads less, says so, and still does everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.wire.match import Contest, by_mention, by_reply, by_slash

if TYPE_CHECKING:
    from tests.wire.fixtures import Environment

together = pytest.mark.asyncio(loop_scope="module")
"""For tests that share one bot, and so one event loop."""


@together
async def test_help_and_boards_name_only_what_works(shared_env_without_content: Environment) -> None:
    env = shared_env_without_content
    answer = await env.ann.ask_by_slash("help")
    text = answer["content"]
    assert "!" not in text.replace("<@!", "")
    assert "Here I can't read messages that don't mention me" in text
    assert "leave the ping on" in (await env.ann.ask_by_slash("help", topic="moving"))["content"]
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin_by_slash()
    assert "with the ping on" in contest.board["content"]
    assert "write it here" not in contest.board["content"]
    await contest.turn(by_slash, "e4+")
    await contest.turn(by_slash, "b7")
    assert "write here" not in contest.board["content"]
    assert "with the ping on" in contest.board["content"]


@together
async def test_what_the_bot_can_not_read_is_left_alone(shared_env_without_content: Environment) -> None:
    env = shared_env_without_content
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin_by_slash()
    await env.ann.say("e4+", contest.thread)
    await env.ann.say("!move e4+", contest.thread)
    await env.ann.say("e4+", contest.thread, to=contest.board, ping=False)
    answer = await env.ann.ask_by_slash("board", contest.thread)
    assert "**Ann** to move" in answer["content"]
    await contest.turn(by_reply, "e4+")


@together
async def test_challenges_can_be_issued_by_mention(shared_env_without_content: Environment) -> None:
    env = shared_env_without_content
    since = env.bob.seen_so_far()
    await env.ann.say("@Turnpost challenge @Bob martian-life seat=red")
    post = await env.bob.hear_bot("challenges", since=since)
    assert post["mentions"] == []  # her own message called him
    await env.bob.say("@Turnpost accept")
    await env.bob.hear_bot("place a small", since=since)


@together
async def test_a_mistake_by_mention_or_reply_is_answered(shared_env_without_content: Environment) -> None:
    env = shared_env_without_content
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin_by_slash()
    await env.ann.say("@Turnpost move d4", contest.thread)
    await env.ann.hear_bot("d4")
    since = env.ann.seen_so_far()
    await env.ann.say("d4", contest.thread, to=contest.board)
    await env.ann.hear_bot("d4", since=since)
    await env.ann.say("nice one", contest.thread, to=contest.board)
    since = env.ann.seen_so_far()
    await env.ann.say("resign", contest.thread, to=contest.board)
    await env.ann.hear_bot("Did you mean `/match do:resign`? Commands begin with `/`.", since=since)
    await contest.turn(by_mention, "e4+")


async def test_everything_else_works_by_slash_mention_and_direct_message(env_without_content: Environment) -> None:
    env = env_without_content
    contest = Contest("xero-g", (env.ann, env.bob))
    await contest.begin_by_slash()
    direct = await env.ann.dm()
    await env.ann.say("!games", direct)
    await env.ann.hear_bot("Your move in 1 of 1")
    await env.ann.say("!board", direct)
    shown = await env.ann.hear(lambda one: one["channel_id"] == direct and one["attachments"])
    since = env.bob.seen_so_far()
    await env.ann.say("321123", direct, to=shown)
    await env.bob.hear_bot("**1.** **Ann** lays", since=since)
    await env.ann.say("@Turnpost resign", contest.thread)
    question = await env.ann.hear_bot("Resign ")
    await env.ann.press(question, "Resign #1")
    await env.bob.hear_bot("**Bob** wins **Xero-G #1**")

"""Only people with Manage Server can end a match of others."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.playground.client import Said, labels
from tests.wire.match import bare, begin_match

if TYPE_CHECKING:
    from tests.wire.fixtures import Environment

# One bot for all matches here. Ann owns the server.
pytestmark = pytest.mark.asyncio(loop_scope="module")
REASON = "@everyone **spam** <@&1> [x](https://x.y) `code`"


async def test_an_admin_ends_a_match_by_text_and_both_players_read_why(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match((shared_env.bob, shared_env.cleo), "e4+")
    number = contest.number
    await env.ann.say(f"!abandon #{number} {REASON}", contest.thread)
    question = await env.ann.hear_bot(f"End Martian Life #{number} (**Bob**, **Cleo**)?")
    answer = await env.bob.ask_by_press(question, f"End #{number}")
    assert answer["content"] == "Only the person who asked can confirm this."
    since = env.bob.seen_so_far()
    await env.ann.press(question, f"End #{number}")
    board = await env.bob.hear_bot(f"ended **Martian Life #{number}**", since=since)
    assert board["channel_id"] == contest.thread
    assert board["content"].splitlines()[0] == (
        f"A server manager, <@{env.ann.id}>, ended **Martian Life #{number}**: nobody wins. The reason: "
        r"\@everyone \*\*spam\*\* \<\@\&1\> \[x\]\(https\:\/\/x\.y\) \'code\'."
    )
    assert not board["mentions"]
    assert not board["mention_everyone"]
    assert "The match is over." in board["attachments"][0]["description"]
    assert "Replay" in labels(board)
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record:
        last = record.execute(
            "SELECT kind, seat, user_id, text FROM events WHERE match_id = ? ORDER BY seq DESC", (number,)
        ).fetchone()
    assert last == ("end", None, int(env.ann.id), REASON.replace("`", "'"))
    answer = await env.cleo.ask_by_slash("move", contest.thread, move="b7")
    assert f"#{number} ended" in answer["content"]
    answer = await env.cleo.ask_by_slash("games")
    assert f"#{number} " not in answer["content"]
    answer = await env.cleo.ask_by_slash("board", match=f"#{number}")
    assert "nobody wins" in answer["content"]
    since = env.cleo.seen_so_far()
    await env.cleo.say("!replay", contest.thread)
    await env.cleo.hear_bot(f"Replay of Martian Life #{number}, move 1 of 1", since=since)


async def test_an_admin_ends_a_match_by_slash_without_a_reason(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match((shared_env.bob, shared_env.cleo))
    answer = await env.ann.ask_by_slash("server abandon", match=f"#{contest.number}")
    since = env.bob.seen_so_far()
    await env.ann.press(answer, f"End #{contest.number}")
    board = await env.bob.hear_bot(f"ended **Martian Life #{contest.number}**", since=since)
    assert board["content"].splitlines()[0].endswith(": nobody wins.")
    answer = await env.ann.ask_by_slash("server abandon", match=f"#{contest.number}")
    assert f"#{contest.number} ended" in answer["content"]


async def test_nobody_else_can_end_a_match_and_bad_commands_change_nothing(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match((shared_env.bob, shared_env.cleo))
    with pytest.raises(Said, match="There is no command /server abandon"):
        await env.bob.slash("server abandon", match=f"#{contest.number}")
    for person, channel, text, answer in (
        (env.bob, contest.thread, f"!abandon #{contest.number}", "Only people with Manage Server can end a match"),
        (env.ann, contest.thread, "!abandon", "Which match? Write its number"),
        (env.ann, contest.thread, "!abandon it now", "Name a match by its number"),
        (env.ann, contest.thread, "!abandon #7777", "There is no match #7777 on this server."),
        (env.ann, contest.thread, f"!abandon #{contest.number} {'x' * 201}", "at most 200 characters"),
        (env.ann, await env.ann.dm(), f"!abandon #{contest.number}", "That needs a server"),
    ):
        since = person.seen_so_far()
        await person.say(text, channel)
        await person.hear_bot(answer, since=since)
    await contest.turn(bare, "e4+")

"""Where Discord bars the way: no threads, no files, no posts at all. The match goes on."""

from __future__ import annotations

import signal
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from renderers import RENDERERS
from tests.wire.environment import start_env
from tests.wire.fast_clock import run_fast
from tests.wire.match import Contest, bare, by_mention

if TYPE_CHECKING:
    from pathlib import Path

    from tests.wire.fixtures import Environment

together = pytest.mark.asyncio(loop_scope="module")
"""For tests that share one bot, and so one event loop."""


async def test_without_threads_a_match_lives_in_its_channel(env: Environment) -> None:
    channel = await env.ann.channel("games")
    env.playground.deny(int(channel), "CREATE_PUBLIC_THREADS")
    await env.ann.say("!challenge @Bob martian-life seat=red")
    post = await env.bob.hear_bot("challenges")
    await env.bob.press(post, "Accept")
    board = await env.ann.hear_bot("place a small")
    assert board["channel_id"] == channel
    await env.ann.hear(lambda one: one["id"] == post["id"] and "here in the channel" in one["content"])
    await env.ann.say("e4+", to=board)
    board = await env.bob.hear_bot("**1.** **Ann**")
    assert "write here" not in board["content"]
    await env.bob.say("b7")  # talk, as it may be about anything in a channel
    await env.bob.say("#1 b6")
    await env.ann.hear_bot("**2.** **Bob** places a small on b6")


async def test_where_files_are_barred_boards_are_posted_in_letters(env: Environment) -> None:
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    env.playground.deny(int(contest.thread), "ATTACH_FILES")
    since = env.ann.seen_so_far()
    await env.ann.say("e4+", contest.thread)
    board = await env.ann.hear_bot("**1.** **Ann**", since=since)
    state = contest.game.play(contest.state, contest.game.parse(contest.state, "e4+"))
    contest.state, contest.ply, contest.move = state, 1, "e4+"
    assert RENDERERS["martian-life"].text(contest.scene) in board["content"]
    await env.bob.say("b7", contest.thread, to=board)
    await env.ann.hear_bot("**2.** **Bob**", since=since)


async def test_where_the_bot_may_not_post_the_mover_gets_the_board_directly(env: Environment) -> None:
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    env.playground.deny(int(contest.thread), "SEND_MESSAGES_IN_THREADS")
    since = env.bob.seen_so_far()
    await env.ann.say("e4+", contest.thread)
    board = await env.bob.hear_bot("**1.** **Ann**", since=since)
    assert board["channel_id"] == await env.bob.dm()
    assert f"I can't post in <#{contest.thread}>" in board["content"]
    assert board["attachments"]
    env.playground.allow(int(contest.thread))
    since = env.ann.seen_so_far()
    await env.bob.say("b7", board["channel_id"], to=board)
    await env.ann.hear_bot("**2.** **Bob**", since=since)


async def test_a_deleted_thread_blocks_nothing(env: Environment) -> None:
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    env.playground.remove(int(contest.thread))
    answer = await env.ann.ask_by_slash("move", move="e4+")
    assert "Move 1, `e4+`, is played" in answer["content"]
    board = await env.bob.hear_bot("**1.** **Ann**")
    assert board["channel_id"] == await env.bob.dm()


@pytest.mark.thorough
@together
async def test_in_a_locked_thread_the_mover_gets_the_board_and_at_the_end_everybody(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    since = env.ann.seen_so_far(), env.bob.seen_so_far()
    env.playground.deny(int(contest.thread), "MANAGE_THREADS")
    env.playground.archive(int(contest.thread), locked=True)
    await env.ann.say(f"#{contest.number} e4+", await env.ann.dm())
    board = await env.bob.hear_bot("**1.** **Ann**", since=since[1])
    assert board["channel_id"] == await env.bob.dm()
    question = await env.bob.ask_by_slash("match", await env.bob.dm(), do="resign", match=f"#{contest.number}")
    await env.bob.press(question, f"Resign #{contest.number}")
    for person, start in zip((env.ann, env.bob), since, strict=True):
        ended = await person.hear_bot(f"**Ann** wins **Martian Life #{contest.number}**", since=start)
        assert ended["channel_id"] == await person.dm()
        assert f"I can't post in <#{contest.thread}>, so this is how your match ended." in ended["content"]
        assert ended["attachments"]


@together
async def test_the_challenger_hears_of_a_challenge_that_cannot_be_posted_but_accepted(
    shared_env: Environment,
) -> None:
    env, channel = shared_env, await shared_env.ann.channel("lounge")
    env.playground.deny(int(channel), "SEND_MESSAGES")
    since = env.ann.seen_so_far(), env.bob.seen_so_far()
    await env.ann.ask_by_slash("challenge", "lounge", opponent=env.bob.id, game="xero-g", seat="1")
    told = await env.ann.hear_bot(f"I can't post in <#{channel}>, so nobody sees your challenge", since=since[0])
    assert told["channel_id"] == await env.ann.dm()
    number = told["content"].split("/match do:accept ")[1].split("`")[0]
    answer = await env.bob.ask_by_slash("match", do=f"accept {number}")
    assert "begins" in answer["content"]
    board = await env.ann.hear_bot("lay your six ships", since=since[0])
    assert board["channel_id"] == await env.ann.dm()
    await env.ann.say("321123", board["channel_id"], to=board)
    board = await env.bob.hear_bot("lay your six ships", since=since[1])
    assert board["channel_id"] == await env.bob.dm()
    env.playground.allow(int(channel))


@together
@pytest.mark.parametrize(("what", "command"), [("board", "board"), ("replay", "match do:replay")])
async def test_people_are_told_that_their_answer_can_not_be_posted(
    shared_env: Environment, what: str, command: str
) -> None:
    env = shared_env
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    await contest.turn(bare, "e4+")
    since = env.eve.seen_so_far()
    env.playground.deny(int(contest.thread), "SEND_MESSAGES_IN_THREADS")
    await env.eve.say(f"!{what}", contest.thread)
    told = await env.eve.hear_bot(f"I can't post in <#{contest.thread}>. `/{command} #{contest.number}`", since=since)
    assert told["channel_id"] == await env.eve.dm()
    name, __, do = command.partition(" do:")
    asked = await env.eve.ask_by_slash(name, match=f"#{contest.number}", **({"do": do} if do else {}))
    assert asked["attachments"]


@together
async def test_a_person_who_cannot_be_messaged_blocks_nothing(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("martian-life", (env.cleo, env.dan))
    await contest.begin()
    env.playground.deny(int(contest.thread), "SEND_MESSAGES_IN_THREADS")
    env.playground.deny(int(await env.dan.dm()), "SEND_MESSAGES")
    for person, text in ((env.cleo, "e4+"), (env.dan, "b7")):
        answer = await person.ask_by_slash("move", contest.thread, move=text)
        assert f"`{text}`, is played" in answer["content"]
    board = await env.cleo.hear_bot("**2.** **Dan**")
    assert board["channel_id"] == await env.cleo.dm()
    await env.all_posted()
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record:
        lost = "SELECT kind FROM outbox WHERE given_up_at IS NOT NULL AND match_id = ? ORDER BY kind"
        assert record.execute(lost, (contest.number,)).fetchall() == [("board",), ("board",), ("direct",)]


@pytest.mark.thorough
async def test_a_dropped_connection_loses_and_repeats_nothing(tmp_path: Path) -> None:
    async with start_env(tmp_path, program=run_fast) as env:
        await drop_connections(env)


async def drop_connections(env: Environment) -> None:
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    since = env.ann.seen_so_far()
    async with env.playground.outage():
        await env.ann.say("e4+", contest.thread)
    await env.ann.hear_bot("**1.** **Ann**", since=since)
    contest.state = contest.game.play(contest.state, contest.game.parse(contest.state, "e4+"))
    contest.ply, contest.move = 1, "e4+"
    await contest.turn(bare, "b7")
    await env.playground.drop_gateway(resumable=False)
    await env.playground.bot_ready()
    await contest.turn(by_mention, "f5")
    boards = [one for one in await env.ann.messages(contest.thread) if one["attachments"]]
    assert len(boards) == 4


@pytest.mark.thorough
async def test_a_killed_bot_posts_what_it_had_stored(env: Environment) -> None:
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    texts = ["e4+", "b7", "f5", "d6", "e3", "d7"]
    for text in texts:
        await contest.mover.ask_by_slash("move", contest.thread, move=text)
        await env.bot.stop(signal.SIGKILL)
        await env.bot.start()
        contest.state = contest.game.play(contest.state, contest.game.parse(contest.state, text))
        contest.ply, contest.move = contest.ply + 1, text
        await env.ann.hear_bot(f"**{contest.ply}.**")
    boards = [one for one in await env.ann.messages(contest.thread) if one["attachments"]]
    assert [one["content"].split(".")[0] for one in boards[1:]] == [f"**{ply}" for ply in range(1, 7)]

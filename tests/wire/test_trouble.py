"""Where Discord bars the way: no threads, no files, no posts at all. The match goes on."""

from __future__ import annotations

import signal
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from renderers import RENDERERS
from tests.wire.match import Contest, bare, by_mention

if TYPE_CHECKING:
    from tests.wire.fixtures import Stage

together = pytest.mark.asyncio(loop_scope="module")
"""For tests that share one bot, and so one event loop."""


async def test_without_threads_a_match_lives_in_its_channel(stage: Stage) -> None:
    channel = await stage.ann.channel("games")
    stage.playground.deny(int(channel), "CREATE_PUBLIC_THREADS")
    await stage.ann.say("!challenge @Bob martian-life seat=red")
    post = await stage.bob.hear_bot("challenges")
    await stage.bob.press(post, "Accept")
    board = await stage.ann.hear_bot("place a small")
    assert board["channel_id"] == channel
    await stage.ann.hear(lambda one: one["id"] == post["id"] and "here in the channel" in one["content"])
    await stage.ann.say("e4+", to=board)
    board = await stage.bob.hear_bot("**1.** **Ann**")
    assert "write here" not in board["content"]
    await stage.bob.say("b7")  # talk, as it may be about anything in a channel
    await stage.bob.say("#1 b6")
    await stage.ann.hear_bot("**2.** **Bob** places a small on b6")


async def test_where_files_are_barred_boards_are_posted_in_letters(stage: Stage) -> None:
    contest = Contest("martian-life", (stage.ann, stage.bob))
    await contest.begin()
    stage.playground.deny(int(contest.thread), "ATTACH_FILES")
    since = len(stage.ann.seen)
    await stage.ann.say("e4+", contest.thread)
    board = await stage.ann.hear_bot("**1.** **Ann**", since=since)
    state = contest.game.play(contest.state, contest.game.parse(contest.state, "e4+"))
    contest.state, contest.ply, contest.move = state, 1, "e4+"
    assert RENDERERS["martian-life"].text(replace(contest.scene, side=None)) in board["content"]
    await stage.bob.say("b7", contest.thread, to=board)
    await stage.ann.hear_bot("**2.** **Bob**", since=since)


async def test_where_the_bot_may_not_post_the_mover_gets_the_board_directly(stage: Stage) -> None:
    contest = Contest("martian-life", (stage.ann, stage.bob))
    await contest.begin()
    stage.playground.deny(int(contest.thread), "SEND_MESSAGES_IN_THREADS")
    since = len(stage.bob.seen)
    await stage.ann.say("e4+", contest.thread)
    board = await stage.bob.hear_bot("**1.** **Ann**", since=since)
    assert board["channel_id"] == await stage.bob.dm()
    assert f"I can't post in <#{contest.thread}>" in board["content"]
    assert board["attachments"]
    stage.playground.allow(int(contest.thread))
    since = len(stage.ann.seen)
    await stage.bob.say("b7", board["channel_id"], to=board)
    await stage.ann.hear_bot("**2.** **Bob**", since=since)


async def test_a_deleted_thread_stops_nothing(stage: Stage) -> None:
    contest = Contest("martian-life", (stage.ann, stage.bob))
    await contest.begin()
    stage.playground.remove(int(contest.thread))
    answer = await stage.ann.ask_by_slash("move", text="e4+")
    assert "Move 1, `e4+`, is played" in answer["content"]
    board = await stage.bob.hear_bot("**1.** **Ann**")
    assert board["channel_id"] == await stage.bob.dm()


@together
async def test_in_a_locked_thread_the_mover_gets_the_board_and_at_the_end_everybody(lasting_stage: Stage) -> None:
    stage = lasting_stage
    contest = Contest("martian-life", (stage.ann, stage.bob))
    await contest.begin()
    since = len(stage.ann.seen), len(stage.bob.seen)
    stage.playground.deny(int(contest.thread), "MANAGE_THREADS")
    stage.playground.archive(int(contest.thread), locked=True)
    await stage.ann.say(f"#{contest.number} e4+", await stage.ann.dm())
    board = await stage.bob.hear_bot("**1.** **Ann**", since=since[1])
    assert board["channel_id"] == await stage.bob.dm()
    question = await stage.bob.ask_by_slash("resign", await stage.bob.dm(), match=f"#{contest.number}")
    await stage.bob.press(question, f"Resign #{contest.number}")
    for person, start in zip((stage.ann, stage.bob), since, strict=True):
        ended = await person.hear_bot(f"**Ann** wins **Martian Life #{contest.number}**", since=start)
        assert ended["channel_id"] == await person.dm()
        assert f"I can't post in <#{contest.thread}>, so this is how your match ended." in ended["content"]
        assert ended["attachments"]


@together
async def test_a_challenge_that_cannot_be_posted_is_told_to_its_challenger_and_can_be_taken_up(
    lasting_stage: Stage,
) -> None:
    stage, channel = lasting_stage, await lasting_stage.ann.channel("lounge")
    stage.playground.deny(int(channel), "SEND_MESSAGES")
    since = len(stage.ann.seen), len(stage.bob.seen)
    await stage.ann.ask_by_slash("challenge", "lounge", opponent=stage.bob.id, game="xero-g", seat="1")
    told = await stage.ann.hear_bot(f"I can't post in <#{channel}>, so nobody sees your challenge", since=since[0])
    assert told["channel_id"] == await stage.ann.dm()
    number = told["content"].split("/accept ")[1].split("`")[0]
    answer = await stage.bob.ask_by_slash("accept", challenge=number)
    assert "begins" in answer["content"]
    board = await stage.ann.hear_bot("lay your six ships", since=since[0])
    assert board["channel_id"] == await stage.ann.dm()
    await stage.ann.say("321123", board["channel_id"], to=board)
    board = await stage.bob.hear_bot("lay your six ships", since=since[1])
    assert board["channel_id"] == await stage.bob.dm()
    stage.playground.allow(int(channel))


@together
@pytest.mark.parametrize("what", ["board", "replay"])
async def test_what_was_asked_for_and_can_not_be_posted_is_told_to_who_asked(lasting_stage: Stage, what: str) -> None:
    stage = lasting_stage
    contest = Contest("martian-life", (stage.ann, stage.bob))
    await contest.begin()
    await contest.turn(bare, "e4+")
    since = len(stage.eve.seen)
    stage.playground.deny(int(contest.thread), "SEND_MESSAGES_IN_THREADS")
    await stage.eve.say(f"!{what}", contest.thread)
    told = await stage.eve.hear_bot(f"I can't post in <#{contest.thread}>. `/{what} #{contest.number}`", since=since)
    assert told["channel_id"] == await stage.eve.dm()
    assert (await stage.eve.ask_by_slash(what, match=f"#{contest.number}"))["attachments"]


@together
async def test_who_can_be_told_nowhere_stops_nothing(lasting_stage: Stage) -> None:
    stage = lasting_stage
    contest = Contest("martian-life", (stage.cleo, stage.dan))
    await contest.begin()
    stage.playground.deny(int(contest.thread), "SEND_MESSAGES_IN_THREADS")
    stage.playground.deny(int(await stage.dan.dm()), "SEND_MESSAGES")
    for person, text in ((stage.cleo, "e4+"), (stage.dan, "b7")):
        answer = await person.ask_by_slash("move", contest.thread, text=text)
        assert f"`{text}`, is played" in answer["content"]
    board = await stage.cleo.hear_bot("**2.** **Dan**")
    assert board["channel_id"] == await stage.cleo.dm()
    await stage.all_posted()
    with closing(sqlite3.connect(stage.bot.data / "turnpost.db")) as record:
        lost = "SELECT kind FROM outbox WHERE given_up_at IS NOT NULL AND match_id = ? ORDER BY kind"
        assert record.execute(lost, (contest.number,)).fetchall() == [("board",), ("board",), ("direct",)]


async def test_a_dropped_connection_loses_and_repeats_nothing(stage: Stage) -> None:
    contest = Contest("martian-life", (stage.ann, stage.bob))
    await contest.begin()
    since = len(stage.ann.seen)
    async with stage.playground.outage():
        await stage.ann.say("e4+", contest.thread)
    await stage.ann.hear_bot("**1.** **Ann**", since=since)
    contest.state = contest.game.play(contest.state, contest.game.parse(contest.state, "e4+"))
    contest.ply, contest.move = 1, "e4+"
    await contest.turn(bare, "b7")
    await stage.playground.drop_gateway(resumable=False)
    await stage.playground.bot_ready()
    await contest.turn(by_mention, "f5")
    boards = [one for one in await stage.ann.messages(contest.thread) if one["attachments"]]
    assert len(boards) == 4


async def test_a_killed_bot_posts_what_it_had_stored(stage: Stage) -> None:
    contest = Contest("martian-life", (stage.ann, stage.bob))
    await contest.begin()
    texts = ["e4+", "b7", "f5", "d6", "e3", "d7"]
    for text in texts:
        await contest.mover.ask_by_slash("move", contest.thread, text=text)
        await stage.bot.stop(signal.SIGKILL)
        await stage.bot.start()
        contest.state = contest.game.play(contest.state, contest.game.parse(contest.state, text))
        contest.ply, contest.move = contest.ply + 1, text
        await stage.ann.hear_bot(f"**{contest.ply}.**")
    boards = [one for one in await stage.ann.messages(contest.thread) if one["attachments"]]
    assert [one["content"].split(".")[0] for one in boards[1:]] == [f"**{ply}" for ply in range(1, 7)]

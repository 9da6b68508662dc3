"""Where Discord bars the way: no threads, no files, no posts at all. The match goes on."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

from renderers import RENDERERS
from tests.wire.match import Contest, bare, by_mention

if TYPE_CHECKING:
    from tests.wire.conftest import Stage


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
    await stage.bob.say("b7")
    await stage.ann.hear_bot("**2.** **Bob**")


async def test_where_files_are_barred_boards_are_posted_in_letters(stage: Stage) -> None:
    contest = Contest("martian-life", (stage.ann, stage.bob))
    await contest.begin()
    stage.playground.deny(int(contest.thread), "ATTACH_FILES")
    since = len(stage.ann.seen)
    await stage.ann.say("e4+", contest.thread)
    board = await stage.ann.hear_bot("**1.** **Ann**", since=since)
    state = contest.game.play(contest.state, contest.game.parse(contest.state, "e4+"))
    contest.state, contest.ply, contest.move = state, 1, "e4+"
    assert RENDERERS["martian-life"].text(contest.scene) in board["content"]
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
    outcome = await stage.ann.slash("move", text="e4+")
    assert "Move 1, `e4+`, is played" in outcome["message"]["content"]
    board = await stage.bob.hear_bot("**1.** **Ann**")
    assert board["channel_id"] == await stage.bob.dm()


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
        await contest.mover.slash("move", contest.thread, text=text)
        await stage.bot.stop(signal.SIGKILL)
        await stage.bot.start()
        contest.state = contest.game.play(contest.state, contest.game.parse(contest.state, text))
        contest.ply, contest.move = contest.ply + 1, text
        await stage.ann.hear_bot(f"**{contest.ply}.**")
    boards = [one for one in await stage.ann.messages(contest.thread) if one["attachments"]]
    assert [one["content"].split(".")[0] for one in boards[1:]] == [f"**{ply}" for ply in range(1, 7)]

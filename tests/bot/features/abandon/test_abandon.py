"""Only people with Manage Server can end a match of others."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.playground.client import Said, labels
from tests.wire.match import bare, begun

if TYPE_CHECKING:
    from tests.wire.fixtures import Stage

# One bot for all matches here. Ann owns the server.
pytestmark = pytest.mark.asyncio(loop_scope="module")
REASON = "@everyone **spam** <@&1> [x](https://x.y) `code`"


async def test_an_admin_ends_a_match_by_text_and_both_players_read_why(lasting_stage: Stage) -> None:
    stage, contest = lasting_stage, await begun((lasting_stage.bob, lasting_stage.cleo), "e4+")
    number = contest.number
    await stage.ann.say(f"!abandon #{number} {REASON}", contest.thread)
    question = await stage.ann.hear_bot(f"End Martian Life #{number} (**Bob**, **Cleo**)?")
    answer = await stage.bob.ask_by_press(question, f"End #{number}")
    assert answer["content"] == "Only the admin who asked can confirm this."
    since = len(stage.bob.seen)
    await stage.ann.press(question, f"End #{number}")
    board = await stage.bob.hear_bot(f"ended **Martian Life #{number}**", since=since)
    assert board["channel_id"] == contest.thread
    assert board["content"].splitlines()[0] == (
        f"A server admin, <@{stage.ann.id}>, ended **Martian Life #{number}**: nobody wins. The reason: "
        r"\@everyone \*\*spam\*\* \<\@\&1\> \[x\]\(https\:\/\/x\.y\) \'code\'."
    )
    assert not board["mentions"]
    assert not board["mention_everyone"]
    assert "The match is over." in board["attachments"][0]["description"]
    assert "Replay" in labels(board)
    with closing(sqlite3.connect(stage.bot.data / "turnpost.db")) as record:
        last = record.execute(
            "SELECT kind, seat, user_id, text FROM events WHERE match_id = ? ORDER BY seq DESC", (number,)
        ).fetchone()
    assert last == ("end", None, int(stage.ann.id), REASON.replace("`", "'"))
    answer = await stage.cleo.ask_by_slash("move", contest.thread, text="b7")
    assert f"#{number} ended" in answer["content"]
    answer = await stage.cleo.ask_by_slash("games")
    assert f"#{number} " not in answer["content"]
    answer = await stage.cleo.ask_by_slash("board", match=f"#{number}")
    assert "nobody wins" in answer["content"]
    since = len(stage.cleo.seen)
    await stage.cleo.say("!replay", contest.thread)
    await stage.cleo.hear_bot(f"Replay of Martian Life #{number}, move 1 of 1", since=since)


async def test_an_admin_ends_a_match_by_slash_without_a_reason(lasting_stage: Stage) -> None:
    stage, contest = lasting_stage, await begun((lasting_stage.bob, lasting_stage.cleo))
    answer = await stage.ann.ask_by_slash("abandon", match=f"#{contest.number}")
    since = len(stage.bob.seen)
    await stage.ann.press(answer, f"End #{contest.number}")
    board = await stage.bob.hear_bot(f"ended **Martian Life #{contest.number}**", since=since)
    assert board["content"].splitlines()[0].endswith(": nobody wins.")
    answer = await stage.ann.ask_by_slash("abandon", match=f"#{contest.number}")
    assert f"#{contest.number} ended" in answer["content"]


async def test_nobody_else_can_end_a_match_and_bad_commands_change_nothing(lasting_stage: Stage) -> None:
    stage, contest = lasting_stage, await begun((lasting_stage.bob, lasting_stage.cleo))
    with pytest.raises(Said, match="There is no command /abandon"):
        await stage.bob.slash("abandon", match=f"#{contest.number}")
    for person, channel, text, answer in (
        (stage.bob, contest.thread, f"!abandon #{contest.number}", "Only people with Manage Server can end a match"),
        (stage.ann, contest.thread, "!abandon", "Which match? Write its number"),
        (stage.ann, contest.thread, "!abandon it now", "Name a match by its number"),
        (stage.ann, contest.thread, "!abandon #7777", "There is no match #7777 on this server."),
        (stage.ann, contest.thread, f"!abandon #{contest.number} {'x' * 201}", "at most 200 characters"),
        (stage.ann, await stage.ann.dm(), f"!abandon #{contest.number}", "That needs a server"),
    ):
        since = len(person.seen)
        await person.say(text, channel)
        await person.hear_bot(answer, since=since)
    await contest.turn(bare, "e4+")

"""Rematches over the wire, and comments with which a challenge is declined or withdrawn."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.playground.client import Said, labels
from tests.wire.match import Contest, bare, begin_match
from tests.wire.scripts import SCRIPTS

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


# One bot, and so one event loop, for all matches here: to start it takes longer than the tests.
TEXTS = SCRIPTS["xero-g"].split()
HOSTILE = "@everyone **spam** <@&1> [x](https://x.y) `code` ~~gone~~"
SHOWN = r"\@everyone \*\*spam\*\* \<\@\&1\> \[x\]\(https\:\/\/x\.y\) \`code\` \~\~gone\~\~"


async def test_a_rematch_swaps_the_seats_and_the_second_press_accepts(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("martian-life", (env.ann, env.bob), {"target": 12}, look={"sides": "never", "theme": "light"})
    await contest.begin()
    assert "isn't over yet" in (await env.ann.ask_by_text("!rematch", contest.thread))["content"]
    await contest.resign(1)
    assert labels(contest.board) == ["Rematch", "Replay", "Record", "My view", "Analyse"]
    bystander = await env.cleo.ask_by_press(contest.board, "Rematch")
    assert f"You didn't play in #{contest.number}." in bystander["content"]
    since = env.bob.seen_so_far()
    told = await env.ann.ask_by_press(contest.board, "Rematch")
    assert f"the rematch of #{contest.number}, is posted in <#" in told["content"]
    post = await env.bob.hear_bot("challenges", since=since)
    seats = contest.game.info.seats
    for part in (
        "**Martian Life**",
        "Target: 12.",
        "light and never turned",
        f"Rematch of #{contest.number} with seats swapped",
    ):
        assert part in post["content"]
    assert f"**Bob** ({seats[0]}) against **Ann** ({seats[1]})" in post["content"]
    assert [user["id"] for user in post["mentions"]] == [env.bob.id]
    again = await env.ann.ask_by_press(contest.board, "Rematch")
    assert "waits for **Bob**" in again["content"]
    since = env.ann.seen_so_far()
    begins = await env.bob.ask_by_text("!rematch", contest.thread)
    seated = await env.ann.hear(lambda one: one["id"] == post["id"] and "<#" in one["content"], since=since)
    number = int(begins["content"].split("#")[1].split()[0])
    assert seated["content"].startswith(
        f"**Martian Life #{number}**, **Bob** ({seats[0]}) against **Ann** ({seats[1]}): <#"
    )
    late = await env.ann.ask_by_press(contest.board, "Rematch")
    assert late["content"] == f"The rematch of #{contest.number} is #{number}."


async def test_two_presses_at_once_make_one_rematch_that_begins(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match(env.people[:2], *TEXTS[:1], key="xero-g")
    await contest.resign(2)
    since = env.cleo.seen_so_far()
    await asyncio.gather(env.ann.press(contest.board, "Rematch"), env.bob.press(contest.board, "Rematch"))
    seated = await env.cleo.hear(lambda one: "**Bob** (South) against **Ann** (North)" in one["content"], since=since)
    await env.cleo.hear(lambda one: one["id"] == seated["id"] and "<#" in one["content"], since=since)
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record:
        made = record.execute("SELECT status FROM challenges WHERE rematch_of = ?", (contest.number,)).fetchall()
    assert made == [("accepted",)]


@pytest.mark.thorough
async def test_three_players_rotate_seats_and_a_declined_rematch_is_final(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("zyrcan", (env.ann, env.bob, env.cleo), data=env.bot.data)
    await contest.begin()
    first, second, third = contest.people
    for seat in (1, 2):
        await contest.resign(seat)
    seats, since = contest.game.info.seats, third.seen_so_far()
    await second.ask_by_press(contest.board, "Rematch")
    post = await third.hear_bot("challenges", since=since)
    order = f"**{second.name}** ({seats[0]}), **{third.name}** ({seats[1]}) and **{first.name}** ({seats[2]})"
    assert order in post["content"]
    declined = await third.ask_by_text(f"!decline {HOSTILE}", "games")
    assert "is declined" in declined["content"]
    closed = await first.hear(lambda one: one["id"] == post["id"] and "declined" in one["content"])
    assert closed["content"].endswith(f": declined by **{third.name}**.\n> {SHOWN}")
    assert not closed["mention_everyone"]
    rejection = await first.ask_by_press(contest.board, "Rematch")
    assert (
        rejection["content"]
        == f"The rematch of #{contest.number} was declined, and each match has only one. Try `/challenge`."
    )


async def test_a_challenge_is_declined_or_withdrawn_with_a_comment(shared_env: Environment) -> None:
    env = shared_env
    for person, way, closed_by in ((env.dan, "slash", ": declined by **Dan**."), (env.eve, "text", ": withdrawn.")):
        since = env.cleo.seen_so_far()
        await env.eve.say("!challenge @Dan xero-g")
        post = await env.cleo.hear_bot("**Eve** challenges", since=since)
        number = post["content"].rpartition(" ")[2]
        long = await person.ask_by_text(f"!decline {number} {'x' * 201}", "games")
        assert "at most 200 characters" in long["content"]
        if way == "slash":
            await person.ask_by_slash("match decline", challenge=number, word="not today")
        else:
            await person.say(f"!decline {number} not \ntoday")
        closed = await env.cleo.hear(
            lambda one, post=post: one["id"] == post["id"] and "\n> " in one["content"], since=since
        )
        assert closed["content"].endswith(f"{closed_by}\n> not today")

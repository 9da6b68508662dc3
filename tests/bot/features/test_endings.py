"""Rematches over the wire, comments with which a challenge is declined or withdrawn, and matches called off."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.admin.verify.matches import verify_matches
from bot.features.endings import resign_question
from bot.match_files import files
from bot.referee.endings import OPEN_FOR
from storage.queries.rows import DIRECT, Person
from tests.bot.features.match_sample import ANN, BOLD_BOB, MATCH
from tests.playground.client import Said, labels
from tests.wire.match import SCRIPTS, Contest, ask_in_panel, bare, begin_match
from tests.wire.timed_environment import DAY, HOUR, accept_challenge, start_timed_env

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from pathlib import Path

    from tests.playground.client import Json, Person as Someone, SeenCount
    from tests.wire.fixtures import Environment
    from tests.wire.timed_environment import TimedEnvironment

# One bot for all matches here. Ann owns the server.
together = pytest.mark.asyncio(loop_scope="module")
REASON = "@everyone **spam** <@&1> [x](https://x.y) `code`"


@together
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


@together
async def test_an_admin_ends_a_match_by_slash_without_a_reason(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match((shared_env.bob, shared_env.cleo))
    answer = await env.ann.ask_by_slash("server", do=f"abandon #{contest.number}")
    since = env.bob.seen_so_far()
    await env.ann.press(answer, f"End #{contest.number}")
    board = await env.bob.hear_bot(f"ended **Martian Life #{contest.number}**", since=since)
    assert board["content"].splitlines()[0].endswith(": nobody wins.")
    answer = await env.ann.ask_by_slash("server", do=f"abandon #{contest.number}")
    assert f"#{contest.number} ended" in answer["content"]


@together
async def test_nobody_else_can_end_a_match_and_bad_commands_change_nothing(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match((shared_env.bob, shared_env.cleo))
    with pytest.raises(Said, match="There is no command /server"):
        await env.bob.slash("server", do=f"abandon #{contest.number}")
    for person, channel, text, answer in (
        (env.bob, contest.thread, f"!abandon #{contest.number}", "Only people with Manage Server can end a match"),
        (env.ann, contest.thread, "!abandon", "Which match? Write its number"),
        (env.ann, contest.thread, "!abandon it now", "Name a match by its number"),
        (env.ann, contest.thread, "!abandon #7777", "There's no match #7777 on this server."),
        (env.ann, contest.thread, f"!abandon #{contest.number} {'x' * 201}", "at most 200 characters"),
        (env.ann, await env.ann.dm(), f"!abandon #{contest.number}", "That needs a server"),
    ):
        since = person.seen_so_far()
        await person.say(text, channel)
        await person.hear_bot(answer, since=since)
    await contest.turn(bare, "e4+")


TEXTS = SCRIPTS["xero-g"].split()
HOSTILE = "@everyone **spam** <@&1> [x](https://x.y) `code` ~~gone~~"
SHOWN = r"\@everyone \*\*spam\*\* \<\@\&1\> \[x\]\(https\:\/\/x\.y\) \`code\` \~\~gone\~\~"


@together
async def test_a_rematch_swaps_the_seats_and_the_second_press_accepts(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("martian-life", (env.ann, env.bob), {"target": 12}, look={"sides": "never", "theme": "light"})
    await contest.begin()
    assert "isn't over yet" in (await env.ann.ask_by_text("!rematch", contest.thread))["content"]
    await contest.resign(1)
    assert labels(contest.board) == ["Rematch", "Replay", "More"]
    bystander = await env.cleo.ask_by_press(contest.board, "Rematch")
    assert f"You didn't play in #{contest.number}." in bystander["content"]
    since = env.bob.seen_so_far()
    assert (await env.ann.press(contest.board, "Rematch"))["type"] == 6, "its post in the thread is enough"
    post = await in_place(env.bob, await env.ann.channel("games"), "challenges", since)
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


def in_place(person: Someone, channel: str, text: str, since: SeenCount) -> Awaitable[Json]:
    """Wait for a message in a channel that holds something."""
    return person.hear(lambda one: one["channel_id"] == channel and text in one["content"], text, since=since)


@together
async def test_a_rematch_asked_for_in_a_thread_is_accepted_there(shared_env: Environment) -> None:
    env, hall = shared_env, await shared_env.ann.channel("games")
    contest = await begin_match(env.people[:2])
    await contest.resign(1)
    since, anns = env.bob.seen_so_far(), env.ann.seen_so_far()
    await env.ann.press(contest.board, "Rematch")
    copied = await in_place(env.bob, contest.thread, "-# challenge ", since)
    number = copied["content"].rsplit(" ", 1)[1]
    posts = [await in_place(env.bob, place, f"-# challenge {number}", since) for place in (contest.thread, hall)]
    copy, post = posts
    assert labels(copy) == labels(post) == ["Accept", "Decline", "How to play"]
    assert "**Ann** challenges **Bob** to" in copy["content"]
    assert not copy["mentions"]
    assert [user["id"] for user in post["mentions"]] == [env.bob.id]
    await env.bob.press(copy, "Accept")
    begun = [
        await env.ann.hear(lambda one, each=each: one["id"] == each["id"] and "<#" in one["content"], since=anns)
        for each in posts
    ]
    assert begun[0]["content"] == begun[1]["content"]
    thread = begun[1]["content"].split("<#")[1].split(">")[0]
    assert thread == post["id"], "the thread lies below the post in the channel"
    match = begun[1]["content"].split("#")[1].split("*")[0]
    question = await env.bob.ask_by_slash("match", do="resign", match=f"#{match}")
    await env.bob.press(question, f"Resign #{match}")
    await env.ann.hear(lambda one: one["id"] == post["id"] and "beat" in one["content"], since=anns)
    await env.all_posted()
    (kept,) = [one for one in await env.ann.messages(contest.thread) if one["id"] == copy["id"]]
    assert kept["content"] == begun[0]["content"], "the copy stays a link"


@together
@pytest.mark.parametrize("place", ["lounge", "games"])
async def test_a_rematch_asked_for_elsewhere_has_one_post(shared_env: Environment, place: str) -> None:
    env = shared_env
    contest = await begin_match(env.people[:2])
    await contest.resign(1)
    since = env.bob.seen_so_far()
    told = await env.ann.ask_by_slash("match", place, do="rematch", match=f"#{contest.number}")
    if place == "games":
        assert told["content"] == "", "it's posted here"
    else:
        assert f"the rematch of #{contest.number}, is posted in <#" in told["content"]
    post = await env.bob.hear_bot(f"Rematch of #{contest.number}", since=since)
    await env.all_posted()
    said = [each["message"] for each in env.bob.seen[since:] if each["type"] == "message"]
    assert [one["channel_id"] for one in said if f"Rematch of #{contest.number}" in one["content"]] == [
        post["channel_id"]
    ]
    closed = env.ann.seen_so_far()
    await env.bob.press(post, "Decline")
    await env.ann.hear(lambda one: one["id"] == post["id"] and "declined" in one["content"], since=closed)


@together
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


@together
@pytest.mark.thorough
async def test_three_players_rotate_seats_and_a_declined_rematch_is_final(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("zyrcan", (env.ann, env.bob, env.cleo), data=env.bot.data)
    await contest.begin()
    first, second, third = contest.people
    for seat in (1, 2):
        await contest.resign(seat)
    seats, since = contest.game.info.seats, third.seen_so_far()
    await second.press(contest.board, "Rematch")
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
        == f"The rematch of #{contest.number} was declined, and each match has only one. Try `/play`."
    )


@together
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
            await person.ask_by_slash("match", do=f"decline {number} not today")
        else:
            await person.say(f"!decline {number} not \ntoday")
        closed = await env.cleo.hear(
            lambda one, post=post: one["id"] == post["id"] and "\n> " in one["content"], since=since
        )
        assert closed["content"].endswith(f"{closed_by}\n> not today")


async def lose_on_time(env: TimedEnvironment) -> tuple[int, str, Json]:
    """Let Ann lose a match against Bob on time; return its number, its thread and its last board."""
    ann, bob = env["Ann"], env["Bob"]
    since = bob.seen_so_far()
    await ann.ask_by_slash("challenge", opponent=bob.id, game="xero-g", clock="10h", seat="1")
    challenge = await bob.hear_bot("-# challenge ", since=since)
    number, thread, _ = await accept_challenge(env, challenge, bob, terms="10 hours a move")
    await env.pass_time(10 * HOUR)
    up = await bob.hear_bot(f"**Ann**'s time in #{number} ran out")
    since = bob.seen_so_far()
    await bob.press(up, "Claim")
    last = await bob.hear_bot("**Ann** ran out of time", since=since)
    assert labels(last) == ["Rematch", "Replay", "More"]
    return number, thread, last


@pytest.mark.parametrize("content", [True, False])
async def test_the_winner_calls_it_off_and_all_read_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, content: bool
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", content=content) as env:
        number, thread, last = await lose_on_time(env)
        ann, bob = env["Ann"], env["Bob"]
        answer = await ann.ask_by_text(f"@Turnpost calloff #{number}", thread)
        assert answer["content"] == f"You ran out of time in #{number}. Only the winner can call it off."
        question = await ask_in_panel(bob, last, "calloff")
        assert question["content"].startswith(f"Call off Xero-G #{number}, which **Ann** lost on time?")
        since = ann.seen_so_far()
        await bob.press(question, f"Call off #{number}")
        told = await ann.hear_bot(f"**Bob** called off **Xero-G #{number}**", since=since)
        assert told["channel_id"] == thread
        assert "which **Ann** had lost on time: nobody wins." in told["content"]
        assert "Call it off" not in labels(told)
        again = await bob.ask_by_slash("match", thread, do="calloff", match=f"#{number}")
        assert again["content"] == f"#{number} is called off already."
        await env.all_posted()
        result = next(one for one in await ann.messages() if f"#{number}" in one["content"] and one["attachments"])
        assert "beat" not in result["content"]


@pytest.mark.thorough
async def test_a_match_called_off_is_verified_exported_and_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        number, thread, _ = await lose_on_time(env)
        question = await env["Bob"].ask_by_slash("match", thread, do="calloff", match=f"#{number}")
        await env["Bob"].press(question, f"Call off #{number}")
        await env["Ann"].hear_bot(f"**Bob** called off **Xero-G #{number}**")
        await env.all_posted()
        database, games = env.bot.context.database, env.bot.context.games
        verdicts = [each async for each in verify_matches(database, games, env.now())]
        assert [each.differences for each in verdicts] == [()]
        (line,) = [each async for each in files.write_lines(database, games)]
        assert '"result": null' in line
        (tmp_path / "matches.jsonl").write_text(line + "\n")
        ((match, log, *_),) = files.read_file(tmp_path / "matches.jsonl", games, env.now())
        assert (match.ended_at, log[-1].kind) == (log[-1].at, "end")


async def test_only_a_match_lost_on_time_can_be_called_off_and_only_for_a_week(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo") as env:
        number, thread, _ = await lose_on_time(env)
        bob = env["Bob"]
        answer = await env["Cleo"].ask_by_text(f"@Turnpost calloff #{number}", thread)
        assert answer["content"] == f"You don't play in #{number}."
        env.playground.faults.fail(403, code=50007, path=f"/channels/{await bob.dm()}/messages", method="POST")
        question = await bob.ask_by_text(f"@Turnpost calloff #{number}", thread)
        for button in (f"Call off #{number}", "Cancel"):
            stranger = await env["Cleo"].ask_by_press(question, button)
            assert stranger["content"] == "Only the person who asked can confirm this."
        await bob.press(question, "Cancel")
        done = await bob.hear(lambda one: one["id"] == question["id"] and not one["components"])
        assert done["content"] == "Cancelled: nothing was changed."
        await env.pass_time(OPEN_FOR + DAY)
        answer = await bob.ask_by_slash("match", do="calloff", match=f"#{number}")
        assert answer["content"] == f"#{number} ended more than 7 days ago, so its result stands."
        since = env["Ann"].seen_so_far()
        await bob.ask_by_slash("challenge", opponent=env["Ann"].id, game="xero-g", seat="1")
        challenge = await env["Ann"].hear_bot("-# challenge ", since=since)
        other, thread, _ = await accept_challenge(env, challenge, env["Ann"], terms="")
        answer = await bob.ask_by_slash("match", thread, do="calloff", match=f"#{other}")
        assert answer["content"].startswith(f"#{other} wasn't lost on time.")


CLEO = Person(3, "Cleo")


def test_in_a_match_of_two_nobody_plays_on() -> None:
    question = resign_question(MATCH, "Xero-G", ANN.id)
    assert question == f"Resign Xero-G #7 against {BOLD_BOB}? You can't undo this."


@pytest.mark.parametrize(
    ("guild", "who"), [(1, "I or anybody else can play on for you,"), (DIRECT, "I play on for you,")]
)
def test_in_a_larger_match_substitutes_are_named_that_its_place_allows(guild: int, who: str) -> None:
    match = replace(MATCH, seats=(*MATCH.seats, CLEO), guild_id=guild)
    question = resign_question(match, "Zyrcan", ANN.id)
    assert question.startswith(f"Resign Zyrcan #7 against {BOLD_BOB} and **Cleo**? You can't undo this.")
    assert question.endswith(f" With `/match do:substitute #7` {who} if the others agree.")

"""Reminders of matches without a clock, over the wire: one message for all of them, in spite of crashes."""

from __future__ import annotations

import signal
import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from bot.features.reminders import reminder_post
from bot.referee.lists import list_my_matches
from games.translation import bind_language
from tests.bot.features.test_private_posts import SILENT, mentioned, said_by_bot
from tests.bot.referee.clock_context import ANN, make_clock_context
from tests.database_template import create_database
from tests.playground.client import labels
from tests.wire import match
from tests.wire.crowd import begin, call
from tests.wire.match import SCRIPTS, Contest, begin_match
from tests.wire.timed_environment import DAY, HOUR, TimedEnvironment, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from tests.playground.client import Person
    from tests.wire.environment import Environment

    Json = dict[str, Any]

XERO_G = SCRIPTS["xero-g"].split()
HEADS = "waiting for your move:"


async def to_noon(env: TimedEnvironment) -> None:
    """Let time pass until noon, when nobody sleeps who has no zone."""
    at_noon = (env.now() + 12 * HOUR).replace(hour=12, minute=0, second=0, microsecond=0)
    await env.pass_time(at_noon - env.now())


async def reminders(person: Person) -> list[Json]:
    """Return the reminders that a person got directly."""
    return [one for one in said_by_bot(person, await person.dm()) if HEADS in one["content"]]


def reminders_in(person: Person, *contests: Contest) -> list[Json]:
    """Return the reminders in the threads of matches, one thread after the other."""
    return [one for each in contests for one in said_by_bot(person, each.thread) if HEADS in one["content"]]


@pytest.mark.parametrize("content", [True, pytest.param(False, marks=pytest.mark.thorough)], ids=["text", "slash"])
async def test_matches_that_wait_are_one_message_a_day_until_they_are_played(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    content: bool,  # noqa: FBT001 - a parameter
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", content=content) as env:
        ann, bob = env["Ann"], env["Bob"]
        await to_noon(env)
        contests = [Contest("xero-g", (ann, bob)) for _ in range(2)]
        for contest in contests:
            await contest.begin_by_slash()
        first, second = contests
        await env.pass_time(2 * DAY - HOUR)
        await env.all_posted()
        assert not await reminders(ann)
        await env.pass_time(HOUR)
        told = await ann.hear_bot("2 matches are waiting for your move:")
        head, *lines, small = told["content"].splitlines()
        assert (head, len(lines)) == ("2 matches are waiting for your move:", 2)
        for contest, line in zip(contests, lines, strict=True):
            assert line.startswith(f"- **#{contest.number} Xero-G** with **Bob**, since <t:")
            assert line.endswith(f"/{contest.thread}/{contest.board['id']}")
        off = " \u00b7 `/me do:messages reminders=nothing` turns reminders off"
        assert small == f"-# reminder of {env.now().day} {env.now():%B}{off}"
        assert not told["flags"] & SILENT
        await env.pass_time(23 * HOUR)
        await first.turn(match.by_slash, XERO_G[0])
        await env.pass_time(2 * HOUR)
        again = await ann.hear_bot("A match is waiting for your move:")
        assert f"#{second.number} " in again["content"]
        assert f"#{first.number} " not in again["content"]
        answer = await ann.ask_by_slash("me", do="preferences reminders=off")
        off = "- reminders `nothing`: I don't remind you of matches without a clock"
        assert off in answer["content"], "as messages of earlier releases said it"
        await env.pass_time(DAY)
        await env.all_posted()
        assert len(await reminders(ann)) == 2
        assert not await reminders(bob)
        assert not [one for one in said_by_bot(ann, second.thread) if mentioned([one], ann) and one != second.board]


async def test_where_direct_messages_are_refused_the_thread_has_one_mention(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await to_noon(env)
        contests = [Contest("xero-g", (ann, bob)) for _ in range(2)]
        for contest in contests:
            await contest.begin()
        since = int(env.now().timestamp())
        env.playground.faults.fail(403, code=50007, path=f"/channels/{await ann.dm()}/messages", method="POST")
        await env.pass_time(2 * DAY)
        nudge = await ann.hear_bot(f"<@{ann.id}>, it's your move in #{contests[0].number}, since <t:")
        assert nudge["channel_id"] == contests[0].thread
        assert mentioned([nudge], ann) == 1
        stamp = int(nudge["content"].split("<t:")[1].split(":")[0])
        assert since - 60 <= stamp <= since
        await env.all_posted()
        assert not [one for one in await ann.messages(contests[1].thread) if "it's your move in" in one["content"]]
        assert not await reminders(ann)


@pytest.mark.parametrize("way", ["mention", "silent"])
async def test_by_mention_one_post_in_the_thread_of_the_longest_wait_tells_of_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await to_noon(env)
        asleep = (env.now().hour + 23) % 24
        await ann.ask_by_slash("me", do=f"messages reminders={way} zone=UTC quiet={asleep}-{(asleep + 3) % 24}")
        contests = [Contest("xero-g", (ann, bob)) for _ in range(2)]
        for contest in contests:
            await contest.begin_by_slash()
        first, second = contests
        await env.pass_time(2 * DAY + HOUR)
        await env.all_posted()
        assert not reminders_in(ann, first, second), "these are her quiet hours"
        await env.pass_time(HOUR)
        told = await ann.hear_bot(f"<@{ann.id}>, 2 matches are waiting for your move:")
        assert (told["channel_id"], mentioned([told], ann)) == (first.thread, 1)
        assert bool(told["flags"] & SILENT) == (way == "silent")
        _head, *lines, small = told["content"].splitlines()
        assert [line.split(" Xero-G")[0] for line in lines] == [f"- **#{each.number}" for each in contests]
        assert small.endswith(" turns reminders off")
        await env.pass_time(DAY - HOUR)
        await first.turn(match.by_slash, XERO_G[0])
        await env.pass_time(HOUR)
        again = await ann.hear_bot(f"<@{ann.id}>, a match is waiting for your move:")
        assert again["channel_id"] == second.thread
        answer = await ann.ask_by_slash("me", do="messages reminders=nothing")
        assert answer["content"].startswith("**Saved:**\n- reminders `nothing`: ")
        await env.pass_time(2 * DAY)
        await env.all_posted()
        assert reminders_in(ann, first, second) == [told, again]
        assert not await reminders(ann)


async def test_by_mention_nothing_is_told_of_a_channel_that_not_all_can_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await to_noon(env)
        await ann.ask_by_slash("me", do="messages reminders=mention")
        await bob.ask_by_slash("me", do="preferences language=de")
        shown, hidden = Contest("xero-g", (ann, bob)), Contest("xero-g", (ann, bob), channel="lounge")
        for contest in (shown, hidden):
            await contest.begin()
        env.playground.deny(int(await ann.channel("lounge")), "VIEW_CHANNEL")
        await env.pass_time(2 * DAY)
        told = await ann.hear_bot(f"<@{ann.id}>, a match is waiting for your move:")
        _head, line, more, _small = told["content"].splitlines()
        assert (line.split(" Xero-G")[0], more) == (f"- **#{shown.number}", "- and more: `/games` lists all")


async def test_where_the_thread_is_barred_a_mention_becomes_a_direct_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await to_noon(env)
        await ann.ask_by_slash("me", do="messages reminders=mention language=de")
        contests = [Contest("xero-g", (ann, bob)) for _ in range(2)]
        for contest in contests:
            await contest.begin()
        there = f"/channels/{contests[0].thread}/messages"
        env.playground.faults.fail(403, code=50001, path=there, method="POST")
        await env.pass_time(2 * DAY)
        told = await ann.hear_bot("2 Partien warten auf deinen Zug:")
        assert told["channel_id"] == await ann.dm()
        await env.pass_time(DAY - HOUR)
        await env.all_posted()
        assert not reminders_in(ann, *contests)
        await env.pass_time(HOUR)
        again = await ann.hear_bot(f"<@{ann.id}>, 2 matches are waiting for your move:")
        assert again["channel_id"] == contests[0].thread, "there in the language of the server"


@pytest.mark.parametrize("moved", [True, pytest.param(False, marks=pytest.mark.thorough)], ids=["moved", "late"])
async def test_a_reminder_that_comes_after_the_move_or_after_hours_is_left_out(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    moved: bool,  # noqa: FBT001 - a parameter
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await to_noon(env)
        contest = Contest("xero-g", (ann, bob))
        await contest.begin()
        there = f"/channels/{await ann.dm()}/messages"
        env.playground.faults.fail(503, None, path=there, method="POST")
        await env.pass_time(2 * DAY)
        if moved:
            await contest.turn(match.bare, XERO_G[0])
        await env.pass_time(HOUR if moved else 7 * HOUR)
        await env.all_posted()
        assert not await reminders(ann)


@pytest.mark.parametrize("content", [True, pytest.param(False, marks=pytest.mark.thorough)], ids=["text", "slash"])
async def test_after_five_days_the_other_waits_on_or_calls_it_off(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    content: bool,  # noqa: FBT001 - a parameter
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo", content=content) as env:
        ann, bob, cleo = env["Ann"], env["Bob"], env["Cleo"]
        await to_noon(env)
        contest = Contest("xero-g", (ann, bob))
        await contest.begin_by_slash()
        number = contest.number
        await env.pass_time(5 * DAY)
        asked = await bob.hear_bot(f"**Ann** hasn't moved in **Xero-G #{number}** since <t:")
        assert asked["content"].endswith(f"<@{bob.id}>, what now?")
        assert asked["channel_id"] == contest.thread
        assert ([user["id"] for user in asked["mentions"]], labels(asked)) == ([bob.id], ["Wait", "Call it off"])
        for person, why in ((ann, f"It's your own move in #{number}"), (cleo, f"You don't play in #{number}.")):
            assert why in (await person.ask_by_press(asked, "Wait"))["content"]
        since = bob.seen_so_far()
        await bob.press(asked, "Wait")
        waits = await bob.hear(lambda one: one["id"] == asked["id"] and "waits on" in one["content"], since=since)
        assert waits["content"].splitlines()[1].startswith("**Bob** waits on, so I'll ask again <t:")
        assert labels(waits) == labels(asked)
        since = bob.seen_so_far()
        await env.pass_time(5 * DAY)
        again = await bob.hear_bot(f"**Ann** hasn't moved in **Xero-G #{number}**", since=since)
        assert again["id"] != asked["id"]
        question = await bob.ask_by_press(again, "Call it off")
        assert question["content"].startswith(f"Call off Xero-G #{number}, because **Ann** doesn't move?")
        await bob.press(question, f"Call off #{number}")
        end = await ann.hear_bot(f"**Bob** called off **Xero-G #{number}**, in which nobody had moved for days")
        assert end["channel_id"] == contest.thread
        answer = await bob.ask_by_press(asked, "Wait")
        assert f"#{number} ended" in answer["content"]


async def test_whoever_waits_for_a_crowd_that_does_not_vote_is_asked_and_nobody_is_reminded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await to_noon(env)
        post = await call(ann, "everyone here martian-life seat=2", bob)
        board = await begin(ann, post)
        await env.pass_time(5 * DAY - HOUR)
        await env.all_posted()
        assert not [one for one in said_by_bot(ann, board["channel_id"]) if "what now?" in one["content"]]
        await env.pass_time(HOUR)
        asked = await ann.hear_bot("**The crowd \\(1\\)** hasn't moved in **Martian Life #1** since <t:")
        assert (asked["channel_id"], mentioned([asked], ann)) == (board["channel_id"], 1)
        question = await ann.ask_by_press(asked, "Call it off")
        await ann.press(question, "Call off #1")
        await ann.hear_bot("**Ann** called off **Martian Life #1**, in which nobody had moved for days")
        assert not [*await reminders(ann), *await reminders(bob)]


async def test_in_a_match_of_three_turnpost_plays_on_if_the_others_agree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo") as env:
        ann, bob, cleo = env["Ann"], env["Bob"], env["Cleo"]
        await to_noon(env)
        contest = Contest("zyrcan", (ann, bob, cleo))
        await contest.begin()
        await env.pass_time(5 * DAY)
        asked = await bob.hear_bot(f"**Ann** hasn't moved in **Zyrcan #{contest.number}** since <t:")
        assert asked["content"].endswith(f"<@{bob.id}> and <@{cleo.id}>, what now?")
        assert labels(asked) == ["Wait", "Let Turnpost play on"]
        await bob.press(asked, "Let Turnpost play on")
        offer = await cleo.hear_bot("I can play on for **Ann**")
        await cleo.press(offer, "Agree")
        await cleo.hear_bot("**Ann** leaves, and **Turnpost for Ann \\(level 2\\)** plays on.")


async def test_where_the_thread_is_barred_the_question_comes_directly_in_the_readers_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await to_noon(env)
        contest = Contest("xero-g", (ann, bob))
        await contest.begin_by_slash()
        await bob.ask_by_slash("me", do="preferences language=de")
        env.playground.faults.fail(403, code=50001, path=f"/channels/{contest.thread}/messages", method="POST")
        await env.pass_time(5 * DAY)
        asked = await bob.hear_bot(f"**Ann** hat in **Xero-G #{contest.number}** seit <t:")
        assert asked["channel_id"] == await bob.dm()
        assert asked["content"].endswith("**Bob**, was nun?")
        since = bob.seen_so_far()
        await bob.press(asked, "Warten")
        waits = await bob.hear(lambda one: one["id"] == asked["id"] and "\n" in one["content"], since=since)
        assert waits["content"].startswith("**Ann** hat in ")
        assert waits["content"].splitlines()[1].startswith("**Bob** wartet weiter")
        assert labels(waits) == labels(asked)
        await env.all_posted()
        assert not [one for one in said_by_bot(ann, contest.thread) if "what now?" in one["content"]]


@pytest.mark.parametrize("applied", [pytest.param(False, marks=pytest.mark.thorough), True], ids=["before", "after"])
@pytest.mark.parametrize("way", ["direct", "mention"])
async def test_a_crash_between_trigger_and_messages_leaves_one_of_each(
    env: Environment,
    way: str,
    applied: bool,  # noqa: FBT001 - a parameter
) -> None:
    contest = await begin_match(env.people[:2], *XERO_G[:2], key="xero-g")
    asleep = (datetime.now(UTC) + 12 * HOUR).hour
    words = f"zone=UTC quiet={asleep}-{(asleep + 1) % 24} reminders={way}"
    await env.ann.ask_by_slash("me", do=f"preferences {words}")
    place = await env.ann.dm() if way == "direct" else contest.thread
    async with env.down(signal.SIGKILL):
        began = int((datetime.now(UTC) - timedelta(days=5, hours=1)).timestamp() * 1_000_000)
        with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record, record:
            record.execute("UPDATE matches SET since = ?, created_at = ?", (began, began))
            record.execute("UPDATE events SET at = ?", (began,))
        for channel in (place, contest.thread):
            path = rf"/channels/{channel}/messages$"
            env.playground.faults.slow(60, method="POST", path=path, applied=applied)
    await env.playground.faults.used_up()
    async with env.down(signal.SIGKILL):
        env.playground.faults.clear()
    told = await env.ann.hear_bot("match is waiting for your move:")
    assert f"**#{contest.number} Xero-G** with **Bob**" in told["content"]
    assert told["channel_id"] == place
    asked = await env.bob.hear_bot(f"**Ann** hasn't moved in **Xero-G #{contest.number}**")
    async with env.down(signal.SIGTERM):
        pass
    await env.all_posted()
    assert len([one for one in await env.ann.messages(place) if HEADS in one["content"]]) == 1
    messages = await env.ann.messages(contest.thread)
    assert [one["id"] for one in messages if "what now?" in one["content"]] == [asked["id"]]


async def test_a_long_reminder_is_cut_and_a_german_one_is_german(tmp_path: Path) -> None:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db")) as here:
        await here.begin("none")
        entries = (await list_my_matches(here.context, ANN.id, None)).your_turn
        title, day = here.context.title, date(2026, 3, 2)
        assert reminder_post([], ANN.id, title, day) == ""
        long = reminder_post(entries * 60, ANN.id, title, day)
        assert 1500 < len(long) <= 2000
        assert long.startswith("60 matches are waiting for your move:\n- **#1 Xero-G** with **Bob**, since ")
        assert long.splitlines()[-2] == "- and more: `/games` lists all"
        bind_language("de")
        head, _line, small = reminder_post(entries, ANN.id, title, day).splitlines()
        assert head == "Eine Partie wartet auf deinen Zug:"
        head, *_lines, more, _small = reminder_post(
            entries * 2, ANN.id, title, day, "**Ann**", some_hidden=True
        ).splitlines()
        assert head == "**Ann**, 2 Partien warten auf deinen Zug:"
        assert more.startswith("- und mehr: `/games` ")
        assert small.startswith("-# Erinnerung vom 2. M\u00e4rz \u00b7 ")

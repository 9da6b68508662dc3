"""Kinds of messages, over the wire: each comes as its person wants it, and a direct one once, in spite of crashes."""

from __future__ import annotations

import re
import signal
from typing import TYPE_CHECKING

import pytest

from bot.admin.verify.matches import verify_matches
from tests.bot.features.test_private_posts import SILENT, mentioned, said_by_bot
from tests.bot.features.test_tournaments import begin as begin_event
from tests.guild_settings import serve
from tests.wire.match import SCRIPTS, Contest
from tests.wire.timed_environment import DAY, HOUR, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from bot.referee.guilds.settings import Mentions
    from tests.playground.client import Person
    from tests.wire.environment import Environment

    Json = dict[str, Any]

XERO_G = SCRIPTS["xero-g"].split()


async def choose(person: Person, words: str) -> None:
    """Choose how to be told, by slash command: it works with and without the content intent."""
    answer = await person.ask_by_slash("me", do=f"messages {words}")
    assert answer["content"].startswith("**Saved:**")


async def begin(*people: Person, **terms: str) -> Contest:
    """Begin a match whose first board may mention nobody."""
    first, second = people
    contest = Contest("xero-g", (first, second))
    await first.ask_by_slash("play", opponent=second.id, game="xero-g", seat="1", **terms)
    challenge = await first.hear_bot("-# challenge ")
    await second.press(challenge, "Accept")
    board = await first.hear_bot("lay your six ships")
    contest.number, contest.thread = int(re.findall(r"#(\d+)", board["content"])[0]), board["channel_id"]
    return contest


async def move(contest: Contest, text: str) -> Json:
    """Move by slash command and return the board, whoever it mentions."""
    watcher = contest.people[0]
    since = watcher.seen_so_far()
    await contest.mover.ask_by_slash("move", contest.thread, move=text)
    contest.follow([text])
    return await watcher.hear(
        lambda one: (
            one["channel_id"] == contest.thread and one["attachments"] and f"**{contest.ply}.**" in one["content"]
        ),
        since=since,
    )


def said_anywhere(person: Person) -> list[Json]:
    """Return the messages that a person has seen, as they were first seen, in order."""
    first: dict[str, Json] = {}
    for event in person.seen:
        if event["type"] == "message":
            first.setdefault(event["message"]["id"], event["message"])
    return [*first.values()]


async def links(person: Person, head: str | tuple[str, ...]) -> list[Json]:
    """Return the direct messages that a person got of a kind, or of several."""
    return [one for one in said_by_bot(person, await person.dm()) if one["content"].startswith(head)]


@pytest.mark.parametrize("content", [True, pytest.param(False, marks=pytest.mark.thorough)], ids=["text", "slash"])
async def test_turns_offers_and_results_come_as_each_person_wants_them(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    content: bool,  # noqa: FBT001 - a parameter
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", content=content) as env:
        ann, bob = env["Ann"], env["Bob"]
        await choose(bob, "offers=direct")
        contest = await begin(ann, bob)
        asked = await ann.hear_bot("-# challenge ")
        assert mentioned([asked], bob) == 0
        told = await bob.hear_bot("You're challenged to **Xero-G**: https://discord.com/channels/")
        assert told["content"].endswith(f"/{asked['channel_id']}/{asked['id']}")
        await choose(bob, "turns=direct results=mention")
        board = await move(contest, XERO_G[0])
        assert mentioned([board], bob) == 0
        assert "**Bob**, " in board["content"]
        told = await bob.hear_bot(f"It's your move in **Xero-G #{contest.number}**: ")
        assert told["channel_id"] == await bob.dm()
        assert told["content"].endswith(f"/{contest.thread}/{board['id']}")
        await choose(ann, "turns=silent offers=nothing results=direct")
        board = await move(contest, XERO_G[1])
        assert mentioned([board], ann) == 1
        assert board["flags"] & SILENT
        await choose(ann, "turns=nothing")
        await choose(bob, "turns=mention")
        board = await move(contest, XERO_G[2])
        assert mentioned([board], bob) == 1
        assert not board["flags"] & SILENT
        board = await move(contest, XERO_G[3])
        assert mentioned([board], ann) == 0
        answer = await ann.ask_by_slash("match", contest.thread, do="resign")
        await ann.press(answer, f"Resign #{contest.number}")
        end = await bob.hear_bot("**Ann** resigned")
        assert mentioned([end], bob) == 1
        assert end["content"].splitlines()[-1] == f"<@{bob.id}>"
        await env.all_posted()
        assert not await links(ann, "**Xero-G"), "she ended it herself"
        assert len(await links(bob, "It's your move")) == 1
        assert not await links(ann, "It's your move")


@pytest.mark.parametrize("way", ["mention", "silent", "direct", "nothing", "thread"])
async def test_an_alarm_comes_as_the_player_to_move_wants_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await choose(ann, f"alarm={way}")
        await choose(bob, "offers=direct")
        contest = await begin(ann, bob, clock="10d")
        await env.pass_time(8.5 * DAY)
        await env.all_posted()
        public = [one for one in said_by_bot(ann, contest.thread) if "it's your move in #" in one["content"]]
        private = await links(ann, "It's your move")
        expected = {"mention": (1, 0), "thread": (1, 0), "silent": (1, 0), "direct": (0, 1), "nothing": (0, 0)}
        assert (len(public), len(private)) == expected[way]
        for one in public:
            assert mentioned([one], ann) == 1
            assert bool(one["flags"] & SILENT) == (way == "silent")
        await env.pass_time(2 * DAY)
        up = await bob.hear_bot(f"**Ann**'s time in #{contest.number} ran out")
        assert mentioned([up], bob) == 0
        told = await bob.hear_bot(f"A question for you in **Xero-G #{contest.number}**: ")
        assert told["content"].endswith(f"/{contest.thread}/{up['id']}")
        async for verdict in verify_matches(env.bot.context.database, env.bot.context.games, env.now()):
            assert verdict.differences == ()


@pytest.mark.parametrize("way", ["mention", "silent", "direct", "nothing"])
async def test_events_come_as_each_person_wants_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo") as env:
        people = [env[name] for name in ("Ann", "Bob", "Cleo")]
        for person in people:
            await choose(person, f"events={way} turns=nothing alarm=nothing offers=nothing")
        await begin_event(env, clock="3d")
        begun = [one for one in said_anywhere(people[0]) if "**Spring Cup**: " in one["content"] and one["attachments"]]
        assert len(begun) == 3
        calls = int(way in {"mention", "silent"})
        assert [len(one["mentions"]) for one in begun] == [calls] * 3
        assert [bool(one["flags"] & SILENT) for one in begun] == [way == "silent"] * 3 if calls else True
        told = [one for person in people for one in await links(person, "**Xero-G #")]
        assert len(told) == (3 if way == "direct" else 0)
        assert {one["content"].rpartition("/")[2] for one in told} <= {one["id"] for one in begun}
        for length in (3 * DAY, HOUR):
            await env.pass_time(length)
            await env.all_posted()
        warned = [
            one for person in people for one in await links(person, ("Your time was up in #", "You're withdrawn"))
        ]
        assert bool(warned) == (way != "nothing")
        assert {bool(one["flags"] & SILENT) for one in warned} <= {way == "silent"}


@pytest.mark.parametrize("habit", ["never", "silent", "turn"])
async def test_what_a_server_wants_stands_above_what_its_people_want(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, habit: Mentions
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await choose(bob, "turns=mention offers=direct")
        contest = await begin(ann, bob)
        await serve(env.bot.context, next(iter(env.playground.state.guilds)), mentions=habit)
        board = await move(contest, XERO_G[0])
        assert mentioned([board], bob) == (habit != "never")
        assert bool(board["flags"] & SILENT) == (habit == "silent")
        await move(contest, XERO_G[1])
        await ann.ask_by_slash("match", contest.thread, do="draw")
        told = await bob.hear_bot(f"A question for you in **Xero-G #{contest.number}**: ")
        assert told["channel_id"] == await bob.dm(), "a direct message is a person's alone"
        assert not told["flags"] & SILENT


async def test_people_of_one_post_are_each_told_as_they_want(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo", "Dan", "Eve") as env:
        ann, bob, cleo, dan, eve = (env[name] for name in ("Ann", "Bob", "Cleo", "Dan", "Eve"))
        for person, way in ((bob, "mention"), (cleo, "direct"), (dan, "nothing"), (eve, "silent")):
            await choose(person, f"offers={way}")
        more = f"<@{cleo.id}> <@{dan.id}> <@{eve.id}>"
        await ann.ask_by_slash("play", opponent=bob.id, game="zyrcan", more=more)
        asked = await ann.hear_bot("-# challenge ")
        calls = [person.name for person in (ann, bob, cleo, dan, eve) if mentioned([asked], person)]
        assert (calls, asked["flags"] & SILENT) == (["Bob"], 0), "a sound is only for him, so Eve is named"
        await env.all_posted()
        told = {name: await links(env[name], "You're challenged to ") for name in ("Ann", "Bob", "Cleo", "Dan", "Eve")}
        assert [name for name, found in told.items() if found] == ["Cleo"]
        assert len(told["Cleo"]) == 1
        since = ann.seen_so_far()
        await choose(bob, "offers=nothing")
        await ann.press(asked, "Decline")
        await ann.hear(lambda one: one["id"] == asked["id"] and "withdr" in one["content"], since=since)
        await ann.ask_by_slash("play", opponent=bob.id, game="zyrcan", more=more)
        again = await ann.hear_bot("-# challenge ", since=since)
        calls = [person.name for person in (ann, bob, cleo, dan, eve) if mentioned([again], person)]
        assert (calls, bool(again["flags"] & SILENT)) == (["Eve"], True)


async def test_where_direct_messages_are_refused_a_mention_stands_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await choose(bob, "turns=direct offers=direct")
        there = f"/channels/{await bob.dm()}/messages"
        env.playground.faults.fail(403, code=50007, path=there, method="POST")
        contest = await begin(ann, bob)
        called = await bob.hear_bot(f"<@{bob.id}>: You're challenged to **Xero-G**: https://")
        assert mentioned([called], bob) == 1
        env.playground.faults.fail(403, code=50007, path=there, method="POST")
        board = await move(contest, XERO_G[0])
        called = await bob.hear_bot(f"<@{bob.id}>: It's your move in **Xero-G #{contest.number}**: ")
        assert (called["channel_id"], mentioned([called], bob)) == (contest.thread, 1)
        assert called["content"].endswith(f"/{contest.thread}/{board['id']}")
        await env.all_posted()
        assert len([one for one in said_by_bot(bob, contest.thread) if mentioned([one], bob)]) == 1


async def test_a_link_to_a_board_that_would_come_after_the_move_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await choose(bob, "turns=direct")
        contest = await begin(ann, bob)
        env.playground.faults.fail(503, None, path=f"/channels/{await bob.dm()}/messages", method="POST")
        await move(contest, XERO_G[0])
        await move(contest, XERO_G[1])
        await env.all_posted()
        assert not await links(bob, "It's your move")


@pytest.mark.parametrize("applied", [pytest.param(False, marks=pytest.mark.thorough), True], ids=["before", "after"])
@pytest.mark.parametrize("place", ["thread", "direct"])
async def test_a_crash_between_board_and_link_leaves_one_of_each(
    env: Environment,
    place: str,
    applied: bool,  # noqa: FBT001 - a parameter
) -> None:
    await choose(env.bob, "turns=direct")
    contest = await begin(env.ann, env.bob)
    channel = contest.thread if place == "thread" else await env.bob.dm()
    env.playground.faults.slow(60, method="POST", path=rf"/channels/{channel}/messages$", applied=applied)
    await env.ann.say(f"!move {XERO_G[0]}", contest.thread)
    await env.playground.faults.used_up()
    async with env.down(signal.SIGKILL):
        env.playground.faults.clear()
    told = await env.bob.hear_bot(f"It's your move in **Xero-G #{contest.number}**: ")
    async with env.down(signal.SIGTERM):
        pass
    await env.all_posted()
    assert len([one for one in await env.bob.messages(await env.bob.dm()) if "It's your move" in one["content"]]) == 1
    boards = [one for one in await env.bob.messages(contest.thread) if "**1.**" in one["content"]]
    assert [told["content"].endswith(f"/{contest.thread}/{one['id']}") for one in boards] == [True]

"""What waits for a player, over the wire: digests, quiet hours, time zones, and one mention a turn."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest

from tests.wire import match
from tests.wire.match import SCRIPTS, Contest
from tests.wire.settings_form import change_settings
from tests.wire.timed_environment import DAY, TimedEnvironment, start_timed_env

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from typing import Any

    from tests.playground.client import Person

    Json = dict[str, Any]

BERLIN = ZoneInfo("Europe/Berlin")
MINUTE = timedelta(minutes=1)
SILENT = 1 << 12
XERO_G = SCRIPTS["xero-g"].split()


def today(env: TimedEnvironment) -> date:
    return env.now().astimezone(BERLIN).date()


async def pass_until(env: TimedEnvironment, day: date, hour: int, minute: int = 0) -> None:
    """Let time go by until the clocks in Berlin show a time of a day."""
    await env.pass_time(datetime.combine(day, time(hour, minute), BERLIN).astimezone(UTC) - env.now())


def change_of_clocks(after: date) -> date:
    """Return the first day that is longer or shorter than others in Berlin."""
    day = after
    while datetime.combine(day, time(), BERLIN).utcoffset() == datetime.combine(day + DAY, time(), BERLIN).utcoffset():
        day += DAY
    return day


def said_by_bot(person: Person, channel: str) -> list[Json]:
    """Return the messages of the bot's in a channel, as they were first seen, in order."""
    first: dict[str, Json] = {}
    for event in person.seen:
        if event["type"] == "message" and event["message"]["author"].get("bot"):
            first.setdefault(event["message"]["id"], event["message"])
    return [message for message in first.values() if message["channel_id"] == channel]


def mentioned(messages: Iterable[Json], person: Person) -> int:
    return sum(user["id"] == person.id for message in messages for user in message["mentions"])


def digest_of(day: date) -> str:
    return f"-# daily list of {day.day} {day:%B} "


@pytest.mark.thorough
async def test_a_week_of_digests_across_a_change_of_clocks_and_nights_without_a_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo") as env:
        ann, bob, cleo = (env[name] for name in ("Ann", "Bob", "Cleo"))
        change = change_of_clocks(today(env) + 7 * DAY)
        await pass_until(env, change - 3 * DAY, 12)
        await ann.say("!preferences zone=berlin quiet=22-7")
        await ann.hear_bot("There's no time zone called `berlin`. Did you mean `Europe/Berlin` (12:0")
        await ann.say("!preferences zone=europe/berlin quiet=22:00-7 digest=8")
        told = await ann.hear_bot("**Saved:**")
        for line in ("- zone `Europe/Berlin`: ", "- quiet `22-7`: ", "- digest `8`: ", "Your local time is 12:0"):
            assert line in told["content"]
        contest = Contest("xero-g", (ann, bob))
        await contest.begin()
        link = f"https://discord.com/channels/{next(iter(env.playground.state.guilds))}/{contest.thread}/"
        for day in (change + more * DAY for more in range(-2, 5)):
            await pass_until(env, day, 7, 58)
            await env.pass_time(4 * MINUTE)
            digest = await ann.hear_bot(digest_of(day))
            assert digest["channel_id"] == await ann.dm()
            lines = digest["content"].splitlines()
            assert lines[0] == "Your move in 1 of 1:"
            assert lines[1].startswith(f"- **#{contest.number} Xero-G** with **Bob**, since <t:")
            assert lines[1].endswith(link + contest.board["id"])
            assert not digest["flags"] & SILENT
        await pass_until(env, change + 4 * DAY, 21, 58)
        await contest.turn(match.bare, XERO_G[0])
        assert not contest.board["flags"] & SILENT
        await env.pass_time(4 * MINUTE)
        await contest.turn(match.bare, XERO_G[1])
        assert contest.board["flags"] & SILENT
        assert mentioned([contest.board], ann) == 1, "she finds it in the morning"
        await cleo.ask_by_slash("challenge", opponent=ann.id, game="zyrcan", clock="10h", seat="2", more=f"<@{bob.id}>")
        challenge = await bob.hear_bot("-# challenge 2")
        assert (mentioned([challenge], ann), mentioned([challenge], bob)) == (0, 1)
        assert "challenges **Ann** and <@" in challenge["content"]
        assert not challenge["flags"] & SILENT
        await contest.turn(match.bare, XERO_G[2])
        await pass_until(env, change + 5 * DAY, 8, 1)
        digest = await ann.hear_bot(digest_of(change + 5 * DAY))
        head = "Waiting for your answer:\n- challenge 2 to **Zyrcan** by **Cleo**, expires"
        assert digest["content"].startswith(head)
        for person in (ann, bob):
            await person.say("!accept 2")
        assert len([one for one in said_by_bot(ann, await ann.dm()) if "daily list" in one["content"]]) == 8
        assert not [one for one in said_by_bot(bob, await bob.dm()) if "daily list" in one["content"]]


@pytest.mark.thorough
async def test_preferences_by_slash_without_the_intent_and_a_digest_that_cannot_be_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", content=False) as env:
        ann, bob = env["Ann"], env["Bob"]
        assert "Asia/Tokyo" in await change_settings(ann, zone="Asia/Tokyo")
        answer = await bob.ask_by_slash("me", do="preferences")
        assert "(Asia/Tokyo)" in answer["content"]
        choices = await ann.autocomplete("me", "do", do="preferences quiet=22-7 zone=BERL")
        there = env.now().astimezone(BERLIN)
        assert [choice["value"] for choice in choices] == ["preferences quiet=22-7 zone=Europe/Berlin"]
        assert choices[0]["name"] in {
            f"zone=Europe/Berlin, where it is {moment:%H:%M}" for moment in (there, there + MINUTE)
        }
        many = await ann.autocomplete("me", "do", do="preferences zone=a")
        assert len(many) == 25
        first = await ann.autocomplete("me", "do", do="preferences zone=")
        assert [choice["value"] for choice in first][:2] == [
            "preferences zone=server",
            "preferences zone=Europe/London",
        ]
        for option, typed, found in (
            ("quiet", "21:30-6", ["21:30-6"]),
            ("quiet", "22", ["22-7", "22-8"]),
            ("digest", "1", ["1", "10", "11", *(str(hour) for hour in range(12, 20))]),
            ("digest", "7:30", ["7:30"]),
            ("digest", "late", []),
        ):
            offered = await ann.autocomplete("me", "do", do=f"preferences {option}={typed}")
            assert [choice["value"] for choice in offered] == [f"preferences {option}={value}" for value in found]
        answer = await ann.ask_by_slash("me", do="preferences zone=Atlantis")
        assert "There's no time zone called `Atlantis`." in answer["content"]
        answer = await ann.ask_by_slash("me", do="preferences zone=Europe/Berlin quiet=6-9 digest=7:30 alarm=thread")
        for line in ("alarm `mention`", "zone `Europe/Berlin`", "quiet `6-9`", "digest `7:30`", "(Europe/Berlin)"):
            assert line in answer["content"]
        await bob.ask_by_slash("me", do="preferences zone=Asia/Tokyo digest=8")
        await ann.ask_by_slash("challenge", game="xero-g", opponent=bob.id, seat="1", clock="10d")
        day = today(env) + DAY
        env.playground.faults.fail(403, code=50007, path=f"/channels/{await bob.dm()}/messages", method="POST")
        await pass_until(env, day, 0, 59)
        await env.pass_time(2 * MINUTE)
        async with asyncio.timeout(60):
            while "digest `off`: no daily list" not in (await bob.ask_by_slash("me", do="preferences"))["content"]:
                pass
        await bob.ask_by_slash("match", do="accept")
        board = await ann.hear_bot("lay your six ships")
        await pass_until(env, day, 7, 29)
        await env.pass_time(2 * MINUTE)
        digest = await ann.hear_bot(digest_of(day))
        assert "Your move in 1 of 1:" in digest["content"]
        assert "until <t:" in digest["content"]
        assert digest["flags"] & SILENT, "she likes it quiet at that hour"
        assert digest["content"].splitlines()[1].endswith(f"/{board['channel_id']}/{board['id']}")
        answer = await ann.ask_by_slash("me", do="preferences zone=server digest=off quiet=none")
        assert "(Asia/Tokyo)" in answer["content"]
        await env.pass_time(2 * DAY)
        await env.pass_time(7 * DAY)
        nudge = await ann.hear_bot("it's your move in #1: you have until")
        assert mentioned([nudge], ann) == 1
        assert len([one for one in said_by_bot(ann, await ann.dm()) if "daily list" in one["content"]]) == 1


async def test_a_daily_list_does_not_name_a_deleted_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, day = env["Ann"], today(env) + 2 * DAY
        await ann.say("!preferences zone=europe/berlin digest=8")
        await ann.hear_bot("**Saved:**")
        contest = Contest("xero-g", (ann, env["Bob"]))
        await contest.begin()
        await env.all_posted()
        env.playground.remove(int(contest.thread))
        while int(contest.thread) not in env.bot.context.deleted_channels:  # noqa: ASYNC110 - nobody is told of it
            await asyncio.sleep(0.01)
        await pass_until(env, day, 8, 1)
        digest = await ann.hear_bot(digest_of(day))
        assert f"**#{contest.number} Xero-G** with **Bob**" in digest["content"]
        assert ": our direct messages\n" in digest["content"]
        assert contest.thread not in digest["content"]


@pytest.mark.thorough
async def test_a_turn_mentions_the_player_to_move_once_and_again_only_by_an_alarm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo") as env:
        ann, bob, cleo = (env[name] for name in ("Ann", "Bob", "Cleo"))
        hour = env.now().hour
        await ann.say("!settings clock=2d")
        await ann.say("!preferences alarm=thread")
        await bob.say(f"!preferences quiet={(hour - 1) % 24}-{(hour + 21) % 24}")
        contest = Contest("xero-g", (ann, bob))
        await contest.begin()
        counts: list[tuple[str, int]] = []
        for ply, text in enumerate(XERO_G):
            mover, other = contest.mover, ann if contest.mover is bob else bob
            since, board = cleo.seen_so_far(), int(contest.board["id"])
            if ply == 3:
                await other.say("!draw", contest.thread)
                await cleo.hear_bot(f"**{mover.name}**, do you agree?", since=since)
            if ply == 4:
                await other.say("!takeback", contest.thread)
                offer = await cleo.hear_bot(f"**{mover.name}**, do you agree?", since=since)
                await mover.press(offer, "Decline")
            if ply in {5, 6}:
                await env.pass_time(1.7 * DAY)
                alarm = await mover.hear_bot("you have until" if mover is ann else "You have until")
                assert (alarm["channel_id"] == contest.thread) == (mover is ann)
                assert bool(alarm["flags"] & SILENT) == (mover is bob)
                await env.pass_time(0.4 * DAY)
                up = await cleo.hear_bot(f"**{mover.name}**'s time in #{contest.number} ran out", since=since)
                assert mentioned([up], other) == 1
            for command in ("!board text", "!games", "!history"):
                await mover.say(command, contest.thread)
            start = cleo.seen_so_far()
            await contest.turn(match.bare, text)
            await cleo.hear(lambda one, new=contest.board["id"]: one["id"] == new, since=start)
            said = said_by_bot(cleo, contest.thread)
            turn = [one for one in said if board <= int(one["id"]) < int(contest.board["id"])]
            counts.append((mover.name, mentioned(turn, mover)))
        contest.check_win()
        assert not contest.board["mentions"]
        once = [("Ann", 1), ("Bob", 1)] * 3
        assert counts == [*once, ("Ann", 2), ("Bob", 1), ("Ann", 1)]
        contest = Contest("zyrcan", (ann, bob, cleo))
        await contest.begin()
        await contest.turn(match.bare, "2@e5")
        await contest.resign(1)
        assert contest.mover is bob
        assert mentioned(said_by_bot(cleo, contest.thread), bob) == 1, (
            "a seat that leaves in his turn begins no new one"
        )

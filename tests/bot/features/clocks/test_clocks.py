"""Matches with clocks over the wire, days in seconds: alarms, time that runs out, claims and gifts of time."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update

from bot.admin.verify.matches import verify_matches
from storage import schema
from storage.queries import events, failed_jobs
from tests.playground.client import labels
from tests.wire.timed_environment import DAY, HOUR, accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    Json = dict[str, Any]

UNTIL = re.compile(r"until <t:(\d+):f> \(<t:\1:R>\)")


async def test_time_runs_out_is_given_and_is_claimed_by_text_and_button(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo") as env:
        ann, bob = env["Ann"], env["Bob"]
        await ann.say("!challenge @Bob xero-g seat=1 clock=soon")
        await ann.hear_bot("I can't read the clock `soon`")
        await ann.say("!challenge @Bob xero-g 10h seat=1")
        challenge = await bob.hear_bot("-# challenge ")
        assert "10 hours a move (`10h`)." in challenge["content"]
        number, thread, board = await accept_challenge(env, challenge, bob, terms="10 hours a move")
        found = UNTIL.search(board["content"])
        assert found
        await env.pass_time(8 * HOUR)
        alarm = await ann.hear_bot(f"It's your move in **Xero-G #{number}**")
        assert alarm["channel_id"] == await ann.dm()
        assert found[0] in alarm["content"]
        await ann.say("!claim", thread)
        await ann.hear_bot("It's your own time that's running out.")
        await env.pass_time(2 * HOUR)
        up = await bob.hear_bot(f"**Ann**'s time in #{number} ran out")
        assert (up["channel_id"], labels(up)) == (thread, ["Claim"])
        assert [user["id"] for user in up["mentions"]] == [bob.id]
        for person, why in (
            (ann, "It's your own time that's running out."),
            (env["Cleo"], f"You don't play in #{number}."),
        ):
            answer = await person.ask_by_press(up, "Claim")
            assert why in answer["content"]
        await bob.say("!givetime 12h", thread)
        gift = await ann.hear_bot("**Bob** gives **Ann** 12 hours more")
        assert UNTIL.search(gift["content"])
        answer = await bob.ask_by_press(up, "Claim")
        assert "**Ann** has time until" in answer["content"]
        await ann.say("321123", thread)
        board = await bob.hear_bot("**1.**")
        assert not any("You gave" in one["content"] for one in await bob.messages(thread))
        assert UNTIL.search(board["content"])
        answer = await bob.ask_by_press(up, "Claim")
        assert f"#{number} has moved on since then" in answer["content"]
        env.playground.faults.fail(403, code=50007, path=f"/channels/{await bob.dm()}/messages", method="POST")
        await env.pass_time(8 * HOUR)
        nudge = await bob.hear_bot(f"<@{bob.id}>, it's your move in #{number}")
        assert nudge["channel_id"] == thread
        assert [user["id"] for user in nudge["mentions"]] == [bob.id]
        await env.pass_time(2 * HOUR)
        up = await ann.hear_bot(f"**Bob**'s time in #{number} ran out")
        since = bob.seen_so_far()
        await ann.press(up, "Claim")
        last = await bob.hear_bot("**Bob** ran out of time", since=since)
        assert f"**Ann** wins **Xero-G #{number}**" in last["content"]
        assert not last["mentions"]


async def test_nobody_can_claim_the_time_of_the_only_person_in_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann") as env:
        ann = env["Ann"]
        await ann.say("!challenge @Turnpost martian-life 10h seat=1")
        await ann.hear_bot("#1")
        await env.pass_time(10 * HOUR)
        up = await ann.hear_bot("**Ann**'s time in #1 ran out")
        assert up["content"].endswith(". Nobody can claim it, so **Ann** can still move.")
        assert labels(up) == ["My view"]
        assert not up["mentions"]
        await ann.say("c4", up["channel_id"])
        await ann.hear_bot("**1.**")


async def identify_at_once(*_: object, **__: object) -> None:
    """Do without discord.py's pause of 5 seconds before it identifies again."""


async def test_an_alarm_comes_as_soon_as_the_guild_is_reached_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.scheduler.INTERVAL", 3600.0)
    monkeypatch.setattr("discord.Client.before_identify_hook", identify_at_once)
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await ann.say("!challenge @Bob xero-g 10h seat=1")
        number, *_ = await accept_challenge(env, await bob.hear_bot("-# challenge "), bob, terms="10 hours a move")
        env.ahead += 8 * HOUR
        await env.playground.drop_gateway(resumable=False)
        await ann.hear_bot(f"It's your move in **Xero-G #{number}**")


@pytest.mark.thorough
async def test_a_late_player_leaves_a_match_of_three_by_slash_without_the_content_intent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo", content=False) as env:
        ann, bob, cleo = env["Ann"], env["Bob"], env["Cleo"]
        answer = await ann.ask_by_slash("my preferences", alarm="thread")
        assert "alarm `thread`" in answer["content"]
        choices = await ann.autocomplete("challenge", "clock", game="zyrcan", opponent=bob.id, clock="48h+1")
        assert choices == []
        choices = await ann.autocomplete("challenge", "clock", game="zyrcan", opponent=bob.id, clock="48h+1d")
        assert [choice["value"] for choice in choices] == ["2d+1d cap 4d", "2d+1d cap 4d no weekends"]
        terms = {"opponent": bob.id, "opponent2": cleo.id, "seat": "1", "clock": choices[0]["value"]}
        await ann.ask_by_slash("challenge", game="zyrcan", **terms)
        challenge = await bob.hear_bot("-# challenge ")
        assert "2 days each, and 1 day more with each move, up to 4 days (`2d+1d cap 4d`)." in challenge["content"]
        number, thread, board = await accept_challenge(env, challenge, bob, cleo, terms=" with each move, up to 4 days")
        await env.pass_time(1.7 * DAY)
        nudge = await ann.hear_bot(f"<@{ann.id}>, it's your move in #{number}")
        assert nudge["channel_id"] == thread
        answer = await ann.ask_by_slash("games")
        link = f"https://discord.com/channels/{next(iter(env.playground.state.guilds))}/{thread}/{board['id']}"
        assert link in answer["content"]
        assert UNTIL.search(answer["content"])
        answer = await bob.ask_by_slash("match claim", match=f"#{number}")
        assert "**Ann** has time until" in answer["content"]
        answer = await cleo.ask_by_slash("match givetime", thread, time="90m")
        assert "You gave 90 minutes" in answer["content"]
        await env.pass_time(DAY)
        up = await bob.hear_bot(f"**Ann**'s time in #{number} ran out")
        assert "which takes **Ann** out of the match" in up["content"]
        assert {user["id"] for user in up["mentions"]} == {bob.id, cleo.id}
        since = cleo.seen_so_far()
        answer = await bob.ask_by_slash("match claim", match=f"#{number}")
        assert f"You claimed #{number}" in answer["content"]
        board = await cleo.hear_bot("**Ann** ran out of time", since=since)
        assert UNTIL.search(board["content"])
        assert len(board["mentions"]) == 1


async def test_a_clock_that_steps_back_writes_no_event_before_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await ann.say("!challenge @Bob martian-life 10h seat=1")
        challenge = await bob.hear_bot("-# challenge ")
        number, thread, _ = await accept_challenge(env, challenge, bob, terms="10 hours a move")
        for ply, (person, move) in enumerate(((ann, "e4+"), (bob, "b7"), (ann, "f5")), 1):
            await person.say(move, thread)
            await bob.hear_bot(f"#{number} · move {ply} · ")
            env.behind += timedelta(minutes=5)
        async with env.bot.context.database.read() as tx:
            times = [event.at for event in await events.of_match(tx, number)]
        assert times == [times[0]] * 3
        async for verdict in verify_matches(env.bot.context.database, env.bot.context.games):
            assert verdict.differences == ()


@pytest.mark.thorough
async def test_a_clock_with_a_broken_control_silences_no_other_alarm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        numbers: list[int] = []
        for _ in range(2):
            since = bob.seen_so_far()
            await ann.say("!challenge @Bob xero-g 10h seat=1")
            challenge = await bob.hear_bot("-# challenge ", since=since)
            numbers.append((await accept_challenge(env, challenge, bob, terms="10 hours a move"))[0])
        bad, good = numbers
        async with env.bot.context.database.write() as tx:
            await tx.execute(update(schema.clocks).where(schema.clocks.c.match_id == bad).values(control="soon"))
        await env.pass_time(8 * HOUR)
        await ann.hear_bot(f"It's your move in **Xero-G #{good}**")
        await env.pass_time(2 * HOUR)
        await bob.hear_bot(f"**Ann**'s time in #{good} ran out")
        async with env.bot.context.database.read() as tx:
            assert [job.name for job in await failed_jobs.list_all(tx)] == [f"the clock of match #{bad}"]

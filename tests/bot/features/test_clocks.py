"""Paused clocks over the wire, a month in seconds: weekends, a vacation, agreed pauses."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update

from bot.admin.verify.matches import verify_matches
from bot.features.clocks import paused_post, resumed_post
from storage import schema
from storage.queries import events, failed_jobs
from tests.bot.features.match_sample import AGO, ANN, AT, BOLD_BOB, MATCH, THEN
from tests.playground.client import labels, parts_of
from tests.wire.timed_environment import DAY, HOUR, TimedEnvironment, accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    Json = dict[str, Any]

UNTIL = re.compile(r"(?:until <t:\d+:f> \(|runs out )<t:(\d+):R>")


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
        assert f"<t:{found[1]}:R>" in alarm["content"]
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


async def test_an_alarm_links_to_the_board_on_the_web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        env.bot.web_url = "https://play.example.org"
        ann, bob = env["Ann"], env["Bob"]
        await ann.say("!challenge @Bob xero-g 10h seat=1")
        await accept_challenge(env, await bob.hear_bot("-# challenge "), bob, terms="10 hours a move")
        await env.pass_time(8 * HOUR)
        alarm = await ann.hear_bot("It's your move in **Xero-G")
        assert labels(alarm) == ["My view", "Board"]
        assert parts_of(alarm)[1]["url"].startswith("https://play.example.org/b/")


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
        answer = await ann.ask_by_slash("me", do="preferences alarm=mention")
        assert "alarm `mention`" in answer["content"]
        choices = await ann.autocomplete("challenge", "clock", game="zyrcan", opponent=bob.id, clock="48h+1")
        assert choices == []
        choices = await ann.autocomplete("challenge", "clock", game="zyrcan", opponent=bob.id, clock="48h+1d")
        assert [choice["value"] for choice in choices] == ["2d+1d cap 4d", "2d+1d cap 4d no weekends"]
        terms = {"opponent": bob.id, "more": f"<@{cleo.id}>", "seat": "1", "clock": choices[0]["value"]}
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
        answer = await bob.ask_by_slash("match", do="claim", match=f"#{number}")
        assert "**Ann** has time until" in answer["content"]
        await cleo.ask_by_slash("match", thread, do="givetime 90m")
        await ann.hear_bot("**Cleo** gives **Ann** 90 minutes more")
        await env.pass_time(DAY)
        up = await bob.hear_bot(f"**Ann**'s time in #{number} ran out")
        assert "which takes **Ann** out of the match" in up["content"]
        assert {user["id"] for user in up["mentions"]} == {bob.id, cleo.id}
        since = cleo.seen_so_far()
        answer = await bob.ask_by_slash("match", do="claim", match=f"#{number}")
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


FRIDAY = 4


def now(env: TimedEnvironment) -> datetime:
    return datetime.now(UTC) + env.ahead


def is_until(message: Json, expected: datetime) -> bool:
    """Whether the last time that a message names is this one, give or take what the test itself takes."""
    shown = datetime.fromtimestamp(int(UNTIL.findall(message["content"])[-1]), UTC)
    return abs(shown - expected) < timedelta(minutes=10)


def midnight_in(env: TimedEnvironment, days: int) -> datetime:
    return datetime.combine(now(env).date() + days * DAY, time(), UTC)


async def to_friday_noon(env: TimedEnvironment) -> None:
    """Go to a Friday with months to come until the year ends, and with it what is left of a year's vacation."""
    february = date(now(env).year + 1, 2, 1)
    friday = february + (FRIDAY - february.weekday()) % 7 * DAY
    await env.pass_time(datetime.combine(friday, time(12), UTC) - now(env))


async def test_a_month_with_weekends_a_vacation_and_pauses_by_text_and_button(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo") as env:
        ann, bob = env["Ann"], env["Bob"]
        await to_friday_noon(env)
        await ann.say("!challenge @Bob xero-g no weekends")
        await ann.hear_bot("Without a clock there are no weekends to leave out")
        await ann.say("!challenge @Bob xero-g 2d weekends off seat=1")
        challenge = await bob.hear_bot("-# challenge ")
        assert "2 days a move, weekends not counted (`2d no weekends`)" in challenge["content"]
        number, thread, board = await accept_challenge(env, challenge, bob, terms=", weekends not counted")
        assert is_until(board, now(env) + 4 * DAY)

        await env.pass_time(3 * DAY)  # Monday noon: a day of two is used
        await go_on_vacation(env, number, thread)
        await pause(env, number, thread)
        await ann.say("321123", thread)  # Wednesday noon
        board = await bob.hear_bot("**1.**")
        assert is_until(board, now(env) + 2 * DAY)
        direct = [one for one in await ann.messages(await ann.dm()) if "It's your move" in one["content"]]
        assert not direct
        await env.pass_time(39 * HOUR)
        await bob.hear_bot(f"It's your move in **Xero-G #{number}**")


async def go_on_vacation(env: TimedEnvironment, number: int, thread: str) -> None:
    """Let Ann, who is to move, be away for two days, and be back with a day left."""
    ann, bob = env["Ann"], env["Bob"]
    await ann.say("!vacation someday")
    await ann.hear_bot("I can't read `someday` as a vacation")
    await ann.say("!vacation 3d")
    said = await ann.hear_bot("You're on vacation until")
    assert f"27 of your 30 vacation days in {now(env).year} left." in said["content"]
    note = await bob.hear_bot("**Ann** is away until")
    assert (note["channel_id"], note["mentions"]) == (thread, [])
    assert is_until(note, midnight_in(env, 3) + DAY)
    await env.pass_time(2 * DAY)
    await bob.say("!claim", thread)
    assert is_until(await bob.hear_bot("**Ann** has time until"), midnight_in(env, 1) + DAY)
    await bob.say("!games")
    assert f"**#{number} Xero-G**" in (await bob.hear_bot("(**Ann** is away until"))["content"]
    await bob.say("!board", thread)
    shown = await bob.hear_bot("and the clock is paused until then")
    assert is_until(shown, midnight_in(env, 1))
    since = bob.seen_so_far()
    await ann.say(f"!vacation until {now(env).date() + 4 * DAY}")  # Sunday
    longer = await bob.hear_bot(f"The clock of #{number} is paused until then", since=since)
    assert is_until(longer, midnight_in(env, 5) + DAY)
    await ann.say("!vacation end")
    back = await bob.hear_bot("**Ann** is back: the clock of")
    assert is_until(back, now(env) + DAY)


async def pause(env: TimedEnvironment, number: int, thread: str) -> None:
    """Let both agree on a pause, twice; the first ends by a button, the second lasts."""
    ann, bob = env["Ann"], env["Bob"]
    await bob.say("!pause", thread)  # Wednesday noon
    offer = await ann.hear_bot(f"**Bob** asks to pause the clock of **Xero-G #{number}**")
    assert labels(offer) == ["Agree", "Decline"]
    await ann.press(offer, "Agree")
    note = await bob.hear_bot(f"The clock of #{number} is paused, as everyone agreed")
    assert (labels(note), note["mentions"]) == (["Resume"], [])
    await bob.hear(lambda one: one["id"] == offer["id"] and one["content"].endswith(": agreed."))
    await env.pass_time(12 * DAY)  # Monday noon
    since = bob.seen_so_far()
    await bob.say("!claim", thread)
    await bob.hear_bot(f"The clock of #{number} is paused by agreement.", since=since)
    await ann.say("!games")
    await ann.hear_bot("with **Bob**, paused by agreement:")
    answer = await env["Cleo"].ask_by_press(note, "Resume")
    assert "You don't play in" in answer["content"]
    await bob.press(note, "Resume")
    on = await ann.hear_bot(f"**Bob** ends the pause of #{number}: **Ann** has until")
    assert is_until(on, now(env) + DAY)
    answer = await bob.ask_by_press(note, "Resume")
    assert f"#{number} isn't paused." in answer["content"]

    since = ann.seen_so_far()
    await ann.say("!pause", thread)
    await bob.hear_bot("**Ann** asks to pause the clock")
    await bob.say("!agree", thread)
    await ann.hear_bot(f"The clock of #{number} is paused, as everyone agreed", since=since)
    await env.pass_time(2 * DAY)


@pytest.mark.thorough
async def test_three_players_pause_and_go_on_vacation_by_slash_without_the_content_intent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo", content=False) as env:
        ann, bob, cleo = env["Ann"], env["Bob"], env["Cleo"]
        await to_friday_noon(env)
        choices = await ann.autocomplete("challenge", "clock", game="zyrcan", opponent=bob.id, clock="36h")
        assert [choice["value"] for choice in choices] == ["36h", "36h no weekends"]
        terms = {"opponent": bob.id, "more": f"<@{cleo.id}>", "seat": "1", "clock": choices[1]["value"]}
        await ann.ask_by_slash("challenge", game="zyrcan", **terms)
        challenge = await bob.hear_bot("-# challenge ")
        number, thread, board = await accept_challenge(env, challenge, bob, cleo, terms=", weekends not counted")
        assert is_until(board, now(env) + 3.5 * DAY)
        people = {person.id: person for person in (ann, bob, cleo)}

        await ann.ask_by_slash("match", thread, do="pause")
        answer = await bob.ask_by_slash("match", match=f"#{number}", do="agree pause")
        assert f"You agree to a pause in #{number}. It's up to **Cleo** now." in answer["content"]
        await cleo.ask_by_slash("match", thread, do="pause")
        await ann.hear_bot(f"The clock of #{number} is paused, as everyone agreed")
        await env.pass_time(7 * DAY)
        answer = await bob.ask_by_slash("board", match=f"#{number}")
        until = f"until the next move or `/match do:resume #{number}`."
        assert f"The clock is paused by agreement, {until}" in answer["content"]
        answer = await bob.ask_by_slash("match", do="resume", match=f"#{number}")
        assert answer["content"] == f"You ended the pause of #{number}."
        on = await cleo.hear_bot("**Bob** ends the pause")
        assert is_until(on, now(env) + 3.5 * DAY)

        choices = await bob.autocomplete("me", "do", do="vacation 1")
        assert [choice["value"] for choice in choices] == ["vacation 14d"]
        for person in (bob, cleo):
            answer = await person.ask_by_slash("me", do="vacation 14d")
            assert "16 of your 30 vacation days" in answer["content"]
        answer = await bob.ask_by_slash("me", do="vacation")
        assert "You're on vacation until" in answer["content"]
        since = ann.seen_so_far()
        await ann.ask_by_slash("move", thread, move="2@e5")
        board = await ann.hear_bot("is away until", since=since)
        assert [user["id"] for user in board["mentions"]] in ([bob.id], [cleo.id])
        mover = people[board["mentions"][0]["id"]]
        await env.pass_time(12 * DAY)
        answer = await ann.ask_by_slash("match", do="claim", match=f"#{number}")
        assert f"**{mover.name}** has time until" in answer["content"]
        answer = await mover.ask_by_slash("me", do="vacation end")
        assert "You're not on vacation. You have 17 of your 30 vacation days" in answer["content"]
        back = await ann.hear_bot(f"**{mover.name}** is back: the clock of #{number} runs again")
        assert is_until(back, now(env) + 1.5 * DAY)  # Wednesday noon
        await env.pass_time(1.6 * DAY)
        await ann.hear_bot(f"**{mover.name}**'s time in #{number} ran out")


async def test_a_pause_that_ended_before_it_was_posted_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await ann.say("!challenge @Bob xero-g 2d seat=1")
        number, thread, _ = await accept_challenge(env, await bob.hear_bot("-# challenge "), bob, terms="")
        await ann.say("!pause", thread)
        await bob.hear_bot("asks to pause")
        env.playground.faults.fail(503, method="POST", path=f"/channels/{thread}/messages")
        since = bob.seen_so_far()
        await bob.say("!pause", thread)
        await env.playground.faults.used_up()
        await ann.ask_by_slash("move", thread, move="321123")
        await bob.hear_bot(f"The clock of #{number} was paused, as everyone agreed. That pause is over.", since=since)
        await bob.hear_bot("**1.**", since=since)


def test_the_posts_of_a_pause_say_who_ended_it_and_until_when_there_is_time() -> None:
    assert paused_post(MATCH).startswith("The clock of #7 is paused, as everyone agreed")
    assert resumed_post(MATCH, ANN, None) == "**Ann** ends the pause of #7."
    on = f"**Ann** ends the pause of #7: {BOLD_BOB} has until {AT} ({AGO})."
    assert resumed_post(MATCH, ANN, THEN) == on

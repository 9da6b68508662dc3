"""Paused clocks over the wire, a month in seconds: weekends, a vacation, agreed pauses."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

import pytest

from tests.playground.client import labels
from tests.wire.timed_environment import DAY, HOUR, TimedEnvironment, accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    Json = dict[str, Any]

UNTIL = re.compile(r"until <t:(\d+):f> \(<t:\1:R>\)")
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
    await ann.say("!vacation tomorrow")
    await ann.hear_bot("I can't read `tomorrow` as a vacation")
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
        terms = {"opponent": bob.id, "opponent2": cleo.id, "seat": "1", "clock": choices[1]["value"]}
        await ann.ask_by_slash("challenge", game="zyrcan", **terms)
        challenge = await bob.hear_bot("-# challenge ")
        number, thread, board = await accept_challenge(env, challenge, bob, cleo, terms=", weekends not counted")
        assert is_until(board, now(env) + 3.5 * DAY)
        people = {person.id: person for person in (ann, bob, cleo)}

        answer = await ann.ask_by_slash("match pause", thread)
        assert answer["content"].startswith("You ask **")
        answer = await bob.ask_by_slash("match agree", match=f"#{number}", what="pause")
        assert f"You agree to a pause in #{number}. It's up to **Cleo** now." in answer["content"]
        answer = await cleo.ask_by_slash("match pause", thread)
        assert f"You agree to a pause in #{number}." in answer["content"]
        await ann.hear_bot(f"The clock of #{number} is paused, as everyone agreed")
        await env.pass_time(7 * DAY)
        answer = await bob.ask_by_slash("board", match=f"#{number}")
        assert (
            f"The clock is paused by agreement, until the next move or `/match resume #{number}`." in answer["content"]
        )
        answer = await bob.ask_by_slash("match resume", match=f"#{number}")
        assert answer["content"] == f"You ended the pause of #{number}."
        on = await cleo.hear_bot("**Bob** ends the pause")
        assert is_until(on, now(env) + 3.5 * DAY)

        choices = await bob.autocomplete("my vacation", "until", until="1")
        assert [choice["value"] for choice in choices] == ["14d"]
        for person in (bob, cleo):
            answer = await person.ask_by_slash("my vacation", until="14d")
            assert "16 of your 30 vacation days" in answer["content"]
        answer = await bob.ask_by_slash("my vacation")
        assert "You're on vacation until" in answer["content"]
        since = ann.seen_so_far()
        await ann.ask_by_slash("move", thread, move="2@e5")
        board = await ann.hear_bot("is away until", since=since)
        assert [user["id"] for user in board["mentions"]] in ([bob.id], [cleo.id])
        mover = people[board["mentions"][0]["id"]]
        await env.pass_time(12 * DAY)
        answer = await ann.ask_by_slash("match claim", match=f"#{number}")
        assert f"**{mover.name}** has time until" in answer["content"]
        answer = await mover.ask_by_slash("my vacation", until="end")
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
        private = await ann.ask_by_slash("move", thread, move="321123")
        assert "Move 1" in private["content"]
        await bob.hear_bot(f"The clock of #{number} was paused, as everyone agreed. That pause is over.", since=since)
        await bob.hear_bot("**1.**", since=since)

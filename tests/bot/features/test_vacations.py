"""The safety net over the wire: a direct message, a silent line in the thread, and the clock that waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.admin.verify.matches import verify_matches
from bot.features.vacations import away_post, vacation_post
from bot.referee.clocks.vacations import Vacation
from tests.bot.features.match_sample import AGO, AT, BOB, BOLD_BOB, MATCH, THEN
from tests.wire.timed_environment import DAY, HOUR, accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.wire.timed_environment import TimedEnvironment

SILENT = 1 << 12
"""The flag of messages that make no sound (Discord's API Reference, "Message Flags")."""


async def begin(env: TimedEnvironment, clock: str = "10h") -> tuple[int, str]:
    """Begin a match of Ann, who wants the net, and Bob, and return its number and thread."""
    await env["Ann"].ask_by_slash("me", do="preferences net=on")
    since = env["Bob"].seen_so_far()
    await env["Ann"].say(f"!challenge @Bob xero-g {clock} seat=1")
    challenge = await env["Bob"].hear_bot("-# challenge ", since=since)
    number, thread, _ = await accept_challenge(env, challenge, env["Bob"], terms="10 hours a move")
    return number, thread


@pytest.mark.parametrize("content", [True, False])
async def test_a_late_player_and_the_thread_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, content: bool
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", content=content) as env:
        ann, bob = env["Ann"], env["Bob"]
        since = bob.seen_so_far()
        await ann.ask_by_slash("me", do="preferences net=on")
        await ann.ask_by_slash("challenge", opponent=bob.id, game="xero-g", clock="10h", seat="1")
        challenge = await bob.hear_bot("-# challenge ", since=since)
        number, thread, _ = await accept_challenge(env, challenge, bob, terms="10 hours a move")
        await env.pass_time(10 * HOUR)
        told = await ann.hear_bot(f"Your time in **Xero-G #{number}** ran out")
        assert told["channel_id"] == await ann.dm()
        assert "You have 29 vacation days left for this." in told["content"]
        line = await bob.hear_bot("The safety net took one of **Ann**'s vacation days")
        assert line["channel_id"] == thread
        assert not line["mentions"]
        assert line["flags"] == SILENT
        vacation = await ann.ask_by_slash("me", do="vacation")
        assert "You have 29 of your 30 vacation days" in vacation["content"]
        assert "The safety net took 1." in vacation["content"]
        answer = await bob.ask_by_slash("match", thread, do="claim")
        assert "**Ann** has time until" in answer["content"]
        await env.pass_time(DAY + HOUR)
        await ann.hear_bot("You have 28 vacation days left for this.")
        await ann.ask_by_slash("move", thread, move="321123")
        await bob.hear_bot("**1.**")
        await env.all_posted()
        context = env.bot.context
        verdicts = [each async for each in verify_matches(context.database, context.games, env.now())]
        assert [each.differences for each in verdicts] == [()]


async def test_a_challenge_without_the_net_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await ann.ask_by_slash("me", do="preferences net=on")
        await ann.say("!challenge @Bob xero-g 10h no net seat=1")
        challenge = await bob.hear_bot("-# challenge ")
        assert "10 hours a move, no safety net (`10h no net`)." in challenge["content"]
        number, _, _ = await accept_challenge(env, challenge, bob, terms="10 hours a move, no safety net")
        await env.pass_time(10 * HOUR)
        await bob.hear_bot(f"**Ann**'s time in #{number} ran out")


async def test_a_player_who_takes_no_messages_reads_it_in_the_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        _, thread = await begin(env)
        env.playground.faults.fail(403, code=50007, path=f"/channels/{await env['Ann'].dm()}/messages", method="POST")
        await env.pass_time(10 * HOUR)
        line = await env["Bob"].hear_bot("The safety net took one of **Ann**'s vacation days")
        assert line["channel_id"] == thread
        await env.all_posted()


async def test_a_vacation_names_the_matches_that_it_comes_too_late_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo") as env:
        ann, bob = env["Ann"], env["Bob"]
        numbers = list[int]()
        for clock, terms in (("10h", "10 hours a move"), ("20h", "20 hours a move"), ("30h no vacation", "stop it")):
            since = bob.seen_so_far()
            await ann.say(f"!challenge @Bob xero-g {clock} seat=1")
            challenge = await bob.hear_bot("-# challenge ", since=since)
            numbers.append((await accept_challenge(env, challenge, bob, terms=terms))[0])
        late, paused, unpaused = numbers
        await env.pass_time(10 * HOUR)
        away = (await ann.ask_by_text("!vacation 10d"))["content"]
        assert f"Your time in #{late} is up already: move there before somebody claims it." in away
        assert f"In #{unpaused}, played without vacations, your clock runs on." in away
        assert "Your other clocks are paused." in away
        assert f"#{paused}" not in away
        listed = {
            number: next(line for line in lines if f"#{number} " in line)
            for lines in [(await ann.ask_by_text("!games"))["content"].splitlines()]
            for number in numbers
        }
        assert "time ran out <t:" in listed[late]
        assert "away" not in listed[late]
        assert "**Ann** is away until" in listed[paused]
        assert "away" not in listed[unpaused]
        assert "ran out" not in listed[paused] + listed[unpaused]
        shown = (await bob.ask_by_text(f"!board #{late}"))["content"]
        assert "**Ann**'s time ran out <t:" in shown
        assert "away" not in shown
        await bob.ask_by_slash("match", do="claim", match=f"#{late}")
        await bob.hear_bot("**Bob** beat **Ann** at **Xero-G**")
        after = (await ann.ask_by_text("!vacation"))["content"]
        assert f"#{late}" not in after
        assert f"In #{unpaused}, played" in after


async def test_dates_and_lengths_are_typed_as_in_english_and_german(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        today = env.now().date()
        for typed in (
            "2 weeks",
            "tomorrow",
            "3 Tage",
            "3D",
            f"bis {today + DAY:%d.%m.%Y}",
            f"{today:%Y}\u2013{today:%m-%d}",
        ):
            assert "You're on vacation until <t:" in (await ann.ask_by_text(f"!vacation {typed}"))["content"]
            assert "You're not on vacation" in (await ann.ask_by_text("!vacation ende"))["content"]
        refused = (await ann.ask_by_text(f"!vacation 03/04/{today.year + 1}"))["content"]
        assert f"write `{today.year + 1}-03-04` or `{today.year + 1}-04-03`." in refused
        for typed, clock in (
            ("3D", "3 days a move (`3d`)"),
            ("3 Tage ohne Wochenenden", "(`3d no weekends`)"),
            ("none", ""),
        ):
            since = bob.seen_so_far()
            await ann.say(f"!challenge @Bob xero-g {typed} seat=1")
            challenge = (await bob.hear_bot("-# challenge ", since=since))["content"]
            assert clock in challenge
            assert clock or "a move" not in challenge
        advised = (await ann.ask_by_text("!challenge @Bob xero-g clock=soon"))["content"]
        assert "`none` is no clock." in advised
        advised = (await ann.ask_by_text("!event create league xero-g Spring clock=soon"))["content"]
        assert "I can't read the clock `soon`" in advised
        assert "none" not in advised


def test_the_post_about_a_vacation_says_who_is_away_or_back_and_until_when() -> None:
    back = f"{BOLD_BOB} is back: the clock of #7 runs again, until {AT} ({AGO})."
    assert away_post(MATCH, BOB, None, THEN) == back
    assert "until then; after that **B\\*b** has until" in away_post(MATCH, BOB, THEN, THEN)


def test_a_person_is_told_how_many_vacation_days_are_left_of_the_year() -> None:
    here = vacation_post(Vacation(None, 2026, 30))
    assert here.startswith("You're not on vacation. You have 30 of your 30 vacation days in 2026 left.")
    assert "#" not in here
    assert "#" not in vacation_post(Vacation(None, 2026, 30, 0, (3,), (4,)))
    away = vacation_post(Vacation(THEN, 2026, 4))
    assert away.startswith(f"You're on vacation until {AT} ({AGO})")
    assert "4 of your 30 vacation days in 2026 left." in away

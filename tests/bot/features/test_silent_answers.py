"""What a post tells in the thread of a match is answered there with nothing more, and elsewhere with a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.features.test_match_commands import fill_in, menu_of
from tests.wire.match import begin_match
from tests.wire.timed_environment import HOUR, accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment
    from tests.wire.timed_environment import TimedEnvironment


async def begin(env: TimedEnvironment) -> tuple[int, str]:
    """Let Bob have moved after Ann in a match with a clock; return its number and its thread."""
    ann, bob = env["Ann"], env["Bob"]
    await ann.say("!challenge @Bob martian-life 10h seat=1")
    number, thread, _ = await accept_challenge(env, await bob.hear_bot("-# challenge "), bob, terms="10 hours a move")
    for ply, (person, move) in enumerate(((ann, "e4+"), (bob, "b7")), 1):
        await person.say(move, thread)
        await ann.hear_bot(f"#{number} · move {ply} · ")
    return number, thread


async def private(person: Person, thread: str) -> list[str]:
    """Return what only one person still sees in a thread."""
    return [one["content"] for one in await person.messages(thread) if one["ephemeral"]]


STEPS = [
    ("Ann", "draw", "**Ann** offers a draw", "You offer **Bob** a draw in #1."),
    ("Bob", "refuse", ": declined by **Bob**.", "You declined a draw in #1."),
    ("Bob", "takeback", "**Bob** asks to take back move 2", "You ask **Ann** for a takeback in #1."),
    ("Bob", "retract", ": withdrawn.", "You withdrew your offer of a takeback in #1."),
    ("Bob", "givetime 1d", "**Bob** gives **Ann** 1 day more in #1", "You gave 1 day in #1, until <t:"),
    ("Ann", "pause", "**Ann** asks to pause the clock", "You ask **Bob** for a pause in #1."),
    ("Bob", "agree pause", "The clock of #1 is paused", "You agree to a pause in #1."),
    ("Bob", "resume", "**Bob** ends the pause of #1", "You ended the pause of #1."),
    ("Bob", "claim", "**Ann** ran out of time", "You claimed #1: the board is in <#"),
]
"""Who does what, what a post says then, and what they are told elsewhere."""


@pytest.mark.parametrize("place", ["its thread", "elsewhere"])
async def test_a_slash_command_is_answered_only_where_no_post_tells_what_it_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        number, thread = await begin(env)
        for name, do, posted, told in STEPS:
            if do == "claim":
                await env.pass_time(40 * HOUR)
            since = env["Ann"].seen_so_far()
            channel = thread if place == "its thread" else "lounge"
            answer = await env[name].ask_by_slash("match", channel, do=do, match=f"#{number}")
            post = await env["Ann"].hear(
                lambda one, text=posted: one["channel_id"] == thread and text in one["content"], posted, since=since
            )
            assert not post["ephemeral"]
            if place == "its thread":
                assert answer["content"] == "", do
            else:
                assert answer["content"].startswith(told)
        await env.all_posted()
        assert [await private(env[name], thread) for name in ("Ann", "Bob")] == [[], []]


async def test_panels_forms_and_questions_go_once_a_post_tells_what_they_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        number, thread = await begin(env)
        ann, bob = env["Ann"], env["Bob"]

        async def check(person: Person, answer: Json, posted: str) -> None:
            assert answer["content"] == ""
            await ann.hear_bot(posted)
            assert await private(person, thread) == []

        panel = await ann.ask_by_slash("match", thread)
        await check(ann, await ann.ask_by_press(panel, "Offer draw"), "offers a draw")
        panel = await bob.ask_by_slash("match", thread)
        form = await bob.press(panel, menu_of(panel)[0], "givetime")
        since = bob.seen_so_far()
        filled = await bob.modal(form, **{"0": "90m"})
        await check(bob, await bob.answer_to(filled, "the form", since, panel["id"]), "90 minutes more")
        form = await bob.slash("match", thread, do="givetime")
        await check(bob, await fill_in(bob, form, **{"0": "1d"}), "1 day more")
        question = await bob.ask_by_slash("match", thread, do="resign")
        await check(bob, await bob.ask_by_press(question, f"Resign #{number}"), "**Bob** resigned")


async def test_the_end_of_a_match_is_told_by_its_last_board_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        number, thread = await begin(env)
        ann, bob = env["Ann"], env["Bob"]
        await env.pass_time(11 * HOUR)
        await bob.say("!claim", thread)
        await ann.hear_bot("**Ann** ran out of time")
        await env.all_posted()
        assert not any("You claimed" in one["content"] for one in await bob.messages(thread))
        question = await bob.ask_by_slash("match", thread, do="calloff")
        assert (await bob.ask_by_press(question, f"Call off #{number}"))["content"] == ""
        await ann.hear_bot(f"**Bob** called off **Martian Life #{number}**")
        assert await private(bob, thread) == []


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("place", ["its thread", "elsewhere"])
async def test_a_manager_who_ends_a_match_sees_so_there_or_is_told_elsewhere(
    shared_env: Environment, place: str
) -> None:
    env, contest = shared_env, await begin_match((shared_env.bob, shared_env.cleo))
    channel = contest.thread if place == "its thread" else "lounge"
    question = await env.ann.ask_by_slash("server", channel, do=f"abandon #{contest.number}")
    done = await env.ann.ask_by_press(question, f"End #{contest.number}")
    assert done["content"] == ("" if place == "its thread" else f"You ended #{contest.number}.")
    await env.bob.hear_bot(f"ended **Martian Life #{contest.number}**")


@pytest.mark.asyncio(loop_scope="module")
async def test_a_question_by_direct_message_goes_where_the_boards_come_there(shared_env: Environment) -> None:
    env = shared_env
    bobs, direct = env.bob.seen_so_far(), await env.ann.dm()
    await env.ann.slash("challenge", direct, game="martian-life", opponent=env.bob.id, seat="1")
    await env.bob.press(await env.bob.hear_bot("**Ann** challenges", since=bobs), "Accept")
    begun = await env.bob.hear(lambda one: "in your direct messages" in one["content"], since=bobs)
    number = begun["content"].split("#")[1].split("*")[0]
    assert (await env.ann.ask_by_slash("match", direct, do="draw", match=f"#{number}"))["content"] == ""
    question = await env.ann.ask_by_text(f"!resign #{number}", direct)
    await env.ann.press(question, f"Resign #{number}")
    await env.ann.hear_bot("**Ann** resigned")
    assert question["id"] not in [one["id"] for one in await env.ann.messages(direct)]

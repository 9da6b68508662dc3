"""Profiles over the wire: one's own, somebody's, two people against each other, and who is hidden."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.bot.features.test_lists import begin_in_private
from tests.wire.environment import start_env
from tests.wire.match import SCRIPTS, Contest, begin_match, by_slash
from tests.wire.timed_environment import HOUR, accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment

TEXTS = SCRIPTS["xero-g"].split()
COUNTED = "-# Counted: matches between people that ended with a result, on all servers."


async def profile(reader: Person, person: Person | None = None, versus: Person | None = None) -> Json:
    """Return the reply to the slash command."""
    named = {"person": person, "versus": versus}
    return await reader.ask_by_slash("profile", **{name: one.id for name, one in named.items() if one})


def without_longest(text: str) -> str:
    """Return a profile without its longest match, which it tells once a due job has asked the rules."""
    return re.sub(r"The longest match had 9 moves, at Xero\\-G\.\n|, 9 moves at most", "", text)


async def check_profiles(env: Environment) -> None:
    ann, bob, cleo = env.ann, env.bob, env.cleo
    assert (await profile(ann))["content"] == (
        "You haven't finished a match with another person yet. `/play` begins one."
    )
    contest = Contest("xero-g", (ann, bob))
    await contest.begin_by_slash()
    for text in TEXTS:
        await contest.turn(by_slash, text)
    await env.all_posted()
    found = await profile(cleo, ann)
    assert without_longest(found["content"]) == (
        f"**{ann.name}**: 1 match between people, 0 under way.\n"
        "- **Xero\\-G** **1611?** ± 339: 1 won, 0 drawn, 0 lost\n"
        f"Most often against **{bob.name}** (1 won, 0 drawn, 0 lost).\n"
        "-# ? is provisional: too few matches to be sure.\n"
        f"{COUNTED}"
    )
    (drawn,) = found["attachments"]
    assert drawn["filename"] == f"turnpost-profile-{ann.id}.png"
    assert without_longest(drawn["description"]) == (
        f"{ann.name}. Matches between people, on all servers. 1 match, 0 under way. "
        "Xero-G: rated 1611 plus or minus 339, provisional; 1 won, 0 drawn, 0 lost. "
        f"Most often against {bob.name} 1 won, 0 drawn, 0 lost."
    )
    both = await profile(cleo, bob, ann)
    assert both["content"].startswith(
        f"**{bob.name}** against **{ann.name}**: 0 won, 0 drawn, 1 lost. 1 match.\nLast matches:\n"
        f"- #{contest.number} Xero\\-G: **{ann.name}** won"
    )
    assert f"<#{contest.thread}>" in both["content"]
    assert both["attachments"][0]["description"].startswith(f"{bob.name} against {ann.name}. 1 match. ")
    lone = await profile(bob, cleo)
    assert lone["content"].startswith(f"**{cleo.name}** hasn't finished a match with another person yet.")
    never = await profile(bob, None, cleo)
    assert never["content"] == f"**{bob.name}** and **{cleo.name}** haven't finished a match against each other yet."


async def test_a_profile_has_ratings_results_and_opponents(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        await check_profiles(env)


@pytest.mark.thorough
async def test_a_profile_without_the_content_intent(tmp_path: Path) -> None:
    async with start_env(tmp_path, content=False) as env:
        await check_profiles(env)


@pytest.mark.thorough
async def test_profiles_by_text_name_one_person_or_two(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        ann, bob = env.ann, env.bob
        await begin_match((ann, bob), *TEXTS, key="xero-g")
        await env.all_posted()
        begins = {
            "!profile": f"**{ann.name}**: 1 match",
            f"!profile @{bob.name}": f"**{bob.name}**: 1 match",
            f"!profile @{bob.name} versus @{ann.name}": f"**{bob.name}** against **{ann.name}**: 0 won",
            f"!profile versus @{bob.name}": f"**{ann.name}** against **{bob.name}**: 1 won",
            f"!profile @{ann.name} vs @{ann.name}": "That's the same person twice.",
            "!profile everything": "Whose profile? For example `profile @Bob`",
            "!profile @Turnpost": "Only people have profiles",
        }
        for text, begin in begins.items():
            assert (await ann.ask_by_text(text, "games"))["content"].startswith(begin), text
        by_direct_message = await ann.ask_by_text("!profile", await ann.dm())
        assert by_direct_message["content"].startswith(f"**{ann.name}**: 1 match")
        assert by_direct_message["attachments"]


async def test_a_hidden_profile_is_shown_privately_to_its_person_alone(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        ann, bob, cleo = env.ann, env.bob, env.cleo
        await begin_match((ann, bob), *TEXTS, key="xero-g")
        await env.all_posted()
        await ann.ask_by_slash("me", do="preferences standings=hidden")
        assert (await profile(cleo, ann))["content"] == f"**{ann.name}** keeps this hidden."
        assert (await profile(cleo, bob, ann))["content"] == f"**{ann.name}** keeps this hidden."
        public = await bob.ask_by_text(f"!profile versus @{ann.name}", "games")
        assert public["content"] == f"**{ann.name}** keeps this hidden."
        own = await ann.ask_by_text("!profile", "games")
        assert own["content"].startswith("Your profile is hidden from others.")
        assert not own["attachments"]
        assert (await profile(ann))["content"].startswith(f"**{ann.name}**: 1 match")
        assert (await profile(bob, None, ann))["content"].startswith(f"**{bob.name}** against **{ann.name}**: 0 won")
        others = await profile(cleo, bob)
        assert others["content"].startswith(f"**{bob.name}**: 1 match")
        assert ann.name not in others["content"] + others["attachments"][0]["description"]


@pytest.mark.thorough
async def test_a_match_in_a_private_thread_counts_but_only_its_players_see_it_listed(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        ann, bob, dan = env.ann, env.bob, env.dan
        thread, number = await begin_in_private(env)
        for mover, text in zip((ann, bob, ann, bob), SCRIPTS["martian-life"].split(), strict=False):
            await mover.ask_by_slash("move", thread, move=text)
        question = await bob.ask_by_slash("match", thread, do="resign")
        since = ann.seen_so_far()
        await bob.press(question, f"Resign #{number}")
        await ann.hear(lambda one: f"wins **Martian Life #{number}**" in one["content"], "the end", since=since)
        assert f"- #{number} Martian Life: **{ann.name}** won" in (await profile(ann, None, bob))["content"]
        by_text = await ann.ask_by_text(f"!profile versus @{bob.name}", "lounge")
        for shown in (await profile(dan, ann, bob), by_text):
            assert f"**{ann.name}** against **{bob.name}**: 1 won, 0 drawn, 0 lost. 1 match." in shown["content"]
            assert f"#{number}" not in shown["content"] + shown["attachments"][0]["description"]


@pytest.mark.thorough
async def test_moves_and_time_come_once_the_rules_were_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        for _ in range(5):
            since = bob.seen_so_far()
            await ann.slash("challenge", opponent=bob.id, game="xero-g", seat="1", clock="10h", more="unrated")
            challenge = await bob.hear(lambda one: "-# challenge " in one["content"], "the challenge", since=since)
            number, *_ = await accept_challenge(env, challenge, bob, terms="10 hours a move")
            for mover, text in zip((ann, bob), TEXTS, strict=False):
                await mover.ask_by_slash("move", move=f"#{number} {text}")
            question = await ann.ask_by_slash("match", do="resign", match=f"#{number}")
            since = bob.seen_so_far()
            await ann.press(question, f"Resign #{number}")
            await bob.hear(lambda one: "wins **Xero-G #" in one["content"], f"the end of #{number}", since=since)
        before = (await profile(ann))["content"]
        assert before.endswith("I haven't looked at 5 matches yet: ask again soon.")
        await env.pass_time(HOUR / 20)
        shown = await profile(ann)
        assert shown["content"] == (
            "**Ann**: 5 matches between people, 0 under way.\n"
            "- **Xero\\-G**: 0 won, 0 drawn, 5 lost\n"
            "Most often against **Bob** (0 won, 0 drawn, 5 lost).\n"
            "The longest match had 2 moves, at Xero\\-G.\n"
            "Moved in time in 100% of 5 matches.\n"
            f"{COUNTED}"
        )
        facts = "5 matches, 0 under way, 100% moved in time, 2 moves at most. Xero-G: no rating yet; 0 won"
        assert facts in shown["attachments"][0]["description"]

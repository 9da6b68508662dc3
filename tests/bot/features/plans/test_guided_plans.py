"""A line of a plan is made by choices alone: what they may play, then the answer, without notation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.bot.features.guide.presses import changed, choose, offered
from tests.bot.features.test_plans import begin, board, move, plan
from tests.playground.client import answered, labels
from tests.wire.environment import start_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment
    from tests.wire.match import Contest

# One bot for all matches here.
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def take(person: Person, message: Json, *choices: str) -> Json:
    """Choose a move step by step, and take it; return what comes next."""
    for choice in choices:
        message = await choose(person, message, choice)
    return await changed(person, message, "This move")


async def make_a_line(env: Environment) -> None:
    contest = await begin(env)
    ann, bob = contest.people
    await move(ann, contest, "c4")
    opened = await changed(ann, await plan(ann, contest), "Choose moves")
    assert opened["content"].startswith(f"**Your plan for Martian Life #{contest.number}.** Nothing is played now.\n")
    assert f"If **{bob.name}** plays: " in opened["content"]
    step = await take(ann, opened, "Place", "h8")
    assert "-# Line: `if h8`" in step["content"]
    assert "Then you play. " in step["content"]
    whole = await take(ann, step, "Place", "a1")
    assert "-# Line: `if h8: a1`" in whole["content"]
    assert labels(whole) == ["Add to my plan", "Go on"]
    assert whole["attachments"]
    more = await changed(ann, whole, "Go on")
    assert f"If **{bob.name}** plays: " in more["content"]
    whole = await take(ann, await take(ann, more, "Place", "h7"), "Place", "a2")
    added = await changed(ann, whole, "Add to my plan")
    assert added["content"].startswith(f"Added to your plan for #{contest.number}: `if h8: a1, if h7: a2`.")
    assert labels(added) == ["Another line"]
    assert "1. `if h8: a1, if h7: a2`" in (await plan(ann, contest))["content"]
    await move(bob, contest, "h8", "`a1`")
    await move(bob, contest, "h7", "`a2`")


async def test_a_line_is_made_by_choices_and_played(shared_env: Environment) -> None:
    await make_a_line(shared_env)


@pytest.mark.thorough
async def test_a_line_is_made_without_the_content_intent(shared_env_without_content: Environment) -> None:
    await make_a_line(shared_env_without_content)


async def test_a_move_of_a_line_is_typed_and_taken_back(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, _ = contest.people
    await move(ann, contest, "c4")
    opened = await changed(ann, await plan(ann, contest), "Choose moves")
    modal = await ann.press(opened, "Type it")
    refused = (await ann.modal(modal, text="z9"))["message"]
    assert "You typed `z9`." in refused["content"]
    again = await changed(ann, refused, "Back")
    assert offered(again) == offered(opened)
    modal = await ann.press(again, "Type it")
    shown = (await ann.modal(modal, text="h8"))["message"]
    step = await changed(ann, shown, "This move")
    assert "-# Line: `if h8`" in step["content"]


async def test_of_three_all_moves_before_the_answer_are_asked_for(shared_env: Environment) -> None:
    contest = await begin(shared_env, "zyrcan")
    ann, bob, cleo = contest.people
    await move(ann, contest, "1@d4")
    opened = await changed(ann, await plan(ann, contest), "Choose moves")
    assert f"If **{bob.name}** plays: " in opened["content"]
    modal = await ann.press(opened, "Type it")
    step = await changed(ann, (await ann.modal(modal, text="1@e5"))["message"], "This move")
    assert f"If **{cleo.name}** plays: " in step["content"]
    modal = await ann.press(step, "Type it")
    step = await changed(ann, (await ann.modal(modal, text="1@f6"))["message"], "This move")
    assert "-# Line: `if 1@e5, 1@f6`" in step["content"]
    assert "Then you play. " in step["content"]


async def test_a_match_that_went_on_meanwhile_says_so(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    await move(ann, contest, "c4")
    opened = await changed(ann, await plan(ann, contest), "Choose moves")
    await move(bob, contest, "g7")
    stale = await choose(ann, opened, "Place")
    assert f"#{contest.number} moved on after you sent this" in stale["content"]


@pytest.mark.thorough
async def test_a_line_is_made_through_a_restart(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        contest = await begin(env)
        ann, bob = contest.people
        await move(ann, contest, "c4")
        opened = await changed(ann, await plan(ann, contest), "Choose moves")
        async with env.down():
            pass
        step = await take(ann, opened, "Place", "h8")
        async with env.down():
            pass
        whole = await take(ann, step, "Place", "a1")
        async with env.down():
            pass
        await changed(ann, whole, "Add to my plan")
        since = bob.seen_so_far()
        await bob.ask_by_slash("move", contest.thread, move=f"#{contest.number} h8")
        await board(bob, contest, "`a1`", since)


ASKED = ("board", "games", "matches", "history", "export", "notes", "plan")
"""Slash commands by which the opponent looks around, and words for `/match`."""
COMMANDS = {"board", "games", "matches"}
"""Those that are commands of their own."""


def plain(contest: Contest, text: str) -> str:
    """Return a text without what differs between any two matches: numbers, ids and times."""
    text = re.sub(rf'(#|"match": ){contest.number}\b', r"\1N", text)
    return re.sub(r"\d{6,}|\d{4}-\d\d-\d\d[ T][\d:.]+|challenges/\d+", "ID", text)


async def looks(person: Person, contest: Contest) -> list[str]:
    """Return all that a person can read and ask about a match, in plain words."""
    seen: list[str] = []
    for name in ASKED:
        options = {} if name in COMMANDS else {"do": name, "match": str(contest.number)}
        answer = await person.ask_by_slash(name if name in COMMANDS else "match", contest.thread, **options)
        own = [
            line for line in answer["content"].split("\n") if name not in {"games", "matches"} or _about(contest, line)
        ]
        seen.append(plain(contest, "\n".join(own)))
        files = [file["url"] for file in answer["attachments"] if not file["filename"].endswith(".png")]
        seen += [plain(contest, (await person.fetch(url)).decode()) for url in files]
    return seen


def _about(contest: Contest, line: str) -> bool:
    return f"#{contest.number}" in line


async def thread_of(person: Person, contest: Contest) -> list[tuple[str, list[str]]]:
    """Return what stands in the thread of a match: each text, and whom it mentions."""
    messages = [one for one in await person.messages(contest.thread) if not _only_for(one)]
    return [(plain(contest, one["content"]), [user["username"] for user in one["mentions"]]) for one in messages]


def _only_for(message: Json) -> bool:
    return bool(message.get("flags", 0) & 64) or answered(message) is not None


async def test_an_opponent_sees_the_same_with_a_plan_that_waits_and_without(shared_env: Environment) -> None:
    secret, open_match = await begin(shared_env), await begin(shared_env)
    for contest in (secret, open_match):
        ann, bob = contest.people
        await move(ann, contest, "c4")
    await plan(secret.people[0], secret, "if d5: e6, if f3: g2; any: resign")
    bob = secret.people[1]
    assert await looks(bob, secret) == await looks(bob, open_match)
    assert await thread_of(bob, secret) == await thread_of(bob, open_match)


@pytest.mark.thorough
async def test_an_opponent_sees_the_same_when_the_plan_is_dropped(shared_env: Environment) -> None:
    secret, open_match = await begin(shared_env), await begin(shared_env)
    for contest in (secret, open_match):
        ann, bob = contest.people
        await move(ann, contest, "c4")
    await plan(secret.people[0], secret, "if d5: g2")
    for contest in (secret, open_match):
        await move(contest.people[1], contest, "h8")
    await shared_env.all_posted()
    bob = secret.people[1]
    assert await looks(bob, secret) == await looks(bob, open_match)
    assert await thread_of(bob, secret) == await thread_of(bob, open_match)
    assert "g2" not in shared_env.bot.log.read_text()


async def test_the_record_tells_what_plans_played_only_when_the_match_is_over(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    await move(ann, contest, "c4")
    await plan(ann, contest, "if d5: e6")
    await move(bob, contest, "d5", "`e6`")
    running = await looks(bob, contest)
    assert not [text for text in running if "by plan" in text or "by_plan" in text]
    question = await bob.ask_by_slash("match", contest.thread, do="resign")
    await bob.press(question, f"Resign #{contest.number}")
    await shared_env.all_posted()
    history = await bob.ask_by_slash("match", contest.thread, do="history", match=str(contest.number))
    assert f"**3.** **{ann.name}** `e6`, by plan" in history["content"]
    export = await bob.ask_by_slash("match", contest.thread, do="export", match=str(contest.number))
    urls = [file["url"] for file in export["attachments"] if not file["filename"].endswith(".png")]
    files = [(await bob.fetch(url)).decode() for url in urls]
    assert sum(text.count('"by_plan": true') for text in files) == 1
    assert any("e6, by plan" in text for text in files)

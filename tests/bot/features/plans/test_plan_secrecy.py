"""What an opponent can observe is the same with a plan and without one, until the match is over."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.bot.features.plans.test_plans import begin, move, plan
from tests.playground.client import answered

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment
    from tests.wire.match import Contest

# One bot for all matches here.
pytestmark = pytest.mark.asyncio(loop_scope="module")

ASKED = ("board", "games", "matches", "match history", "match export", "match notes", "match plan")
"""Slash commands by which the opponent looks around."""
UNNAMED = {"board", "games", "matches"}
"""Those that take no number of a match."""


def plain(contest: Contest, text: str) -> str:
    """Return a text without what differs between any two matches: numbers, ids and times."""
    text = re.sub(rf'(#|"match": ){contest.number}\b', r"\1N", text)
    return re.sub(r"\d{6,}|\d{4}-\d\d-\d\d[ T][\d:.]+|challenges/\d+", "ID", text)


async def looks(person: Person, contest: Contest) -> list[str]:
    """Return all that a person can read and ask about a match, in plain words."""
    seen: list[str] = []
    for name in ASKED:
        options = {} if name in UNNAMED else {"match": str(contest.number)}
        answer = await person.ask_by_slash(name, contest.thread, **options)
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
    question = await bob.ask_by_slash("match resign", contest.thread)
    await bob.press(question, f"Resign #{contest.number}")
    await shared_env.all_posted()
    history = await bob.ask_by_slash("match history", contest.thread, match=str(contest.number))
    assert f"**3.** **{ann.name}** `e6`, by plan" in history["content"]
    export = await bob.ask_by_slash("match export", contest.thread, match=str(contest.number))
    urls = [file["url"] for file in export["attachments"] if not file["filename"].endswith(".png")]
    files = [(await bob.fetch(url)).decode() for url in urls]
    assert sum(text.count('"by_plan": true') for text in files) == 1
    assert any("e6, by plan" in text for text in files)

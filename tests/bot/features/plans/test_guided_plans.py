"""A line of a plan is made by choices alone: what they may play, then the answer, without notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.features.guide.presses import changed, choose, offered
from tests.bot.features.plans.test_plans import begin, board, move, plan
from tests.playground.client import labels
from tests.wire.environment import start_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment

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
    step = await take(ann, opened, "h8")
    assert "-# Line: `if h8`" in step["content"]
    assert "Then you play. " in step["content"]
    whole = await take(ann, step, "a1")
    assert "-# Line: `if h8: a1`" in whole["content"]
    assert labels(whole) == ["Add to my plan", "Go on"]
    assert whole["attachments"]
    more = await changed(ann, whole, "Go on")
    assert f"If **{bob.name}** plays: " in more["content"]
    whole = await take(ann, await take(ann, more, "h7"), "a2")
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
    stale = await changed(ann, opened, next(iter(menu_ids(opened))), offered(opened)[0])
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
        step = await take(ann, opened, "h8")
        async with env.down():
            pass
        whole = await take(ann, step, "a1")
        async with env.down():
            pass
        await changed(ann, whole, "Add to my plan")
        since = bob.seen_so_far()
        await bob.ask_by_slash("move", contest.thread, move=f"#{contest.number} h8")
        await board(bob, contest, "`a1`", since)


def menu_ids(message: Json) -> list[str]:
    """Return the custom ids of a message's menus."""
    return [part["custom_id"] for row in message["components"] for part in row["components"] if part["type"] == 3]

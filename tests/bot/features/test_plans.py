"""Plans over the wire: made, shown, played at once and told on one board, dropped with a word, seen by nobody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.features.forum_posts.forums import check_record
from tests.playground.client import answered, labels
from tests.wire.environment import start_env
from tests.wire.match import Contest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person, SeenCount
    from tests.wire.fixtures import Environment

# One bot for all matches here.
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def begin(env: Environment, key: str = "martian-life") -> Contest:
    """Begin a match of Ann, Bob and, if it needs three, Cleo."""
    contest = Contest(key, (env.ann, env.bob, env.cleo) if key == "zyrcan" else (env.ann, env.bob))
    await contest.begin_by_slash()
    return contest


async def plan(person: Person, contest: Contest, lines: str = "") -> Json:
    """Use the command, and return what only this person sees."""
    return await person.ask_by_slash("match", contest.thread, do=f"plan {lines}")


async def move(person: Person, contest: Contest, text: str, told: str | None = None) -> Json:
    """Send a move by slash command, and return the board that tells `told`, by default the move."""
    since = person.seen_so_far()
    await person.ask_by_slash("move", contest.thread, move=f"#{contest.number} {text}")
    return await board(person, contest, told or f"`{text}`", since)


async def board(person: Person, contest: Contest, told: str, since: SeenCount | None = None) -> Json:
    """Wait for the board of a match whose post holds a text."""
    return await person.hear(
        lambda one: one["channel_id"] == contest.thread and one["attachments"] and told in one["content"],
        f"a board with {told}",
        since=since,
    )


async def reply_to(person: Person, sent: Json) -> Json:
    """Wait for the reply to a message."""
    return await person.hear(lambda one: answered(one) == sent["id"], "the reply")


async def told(person: Person, contest: Contest, text: str) -> Json:
    """Wait for the direct message that a plan is gone."""
    return await person.hear(
        lambda one: f"your plan for #{contest.number} is gone" in one["content"] and text in one["content"],
        f"a message that a plan is gone: {text}",
    )


async def check_a_line_is_played(env: Environment) -> None:
    contest = await begin(env)
    ann, bob = contest.people
    await move(ann, contest, "c4")
    shown = await plan(ann, contest, "if d5: e6, if f3: g2")
    assert f"Your plan for **Martian Life #{contest.number}**" in shown["content"]
    assert "1. `if d5: e6, if f3: g2`" in shown["content"]
    assert labels(shown) == ["Choose moves", "Type lines", "Clear the plan"]
    assert shown["attachments"][0]["filename"].startswith("turnpost-plan-")
    first = await move(bob, contest, "d5", "`e6`")
    assert first["content"].startswith(f"**2.** **{bob.name}** `d5`, **3.** **{ann.name}** places a small on e6.\n")
    assert [user["id"] for user in first["mentions"]] == [bob.id]
    second = await move(bob, contest, "f3", "`g2`")
    assert second["content"].startswith(f"**4.** **{bob.name}** `f3`, **5.** **{ann.name}** places a small on g2.\n")
    assert "You have no plan" in (await plan(ann, contest))["content"]
    await env.all_posted()
    await check_record(env)


async def test_a_line_is_played_move_by_move_and_told_on_one_board(shared_env: Environment) -> None:
    await check_a_line_is_played(shared_env)


@pytest.mark.thorough
async def test_a_line_is_played_without_the_content_intent(shared_env_without_content: Environment) -> None:
    await check_a_line_is_played(shared_env_without_content)


async def test_another_move_drops_the_plan_and_tells_its_owner_alone(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    await move(ann, contest, "c4")
    await plan(ann, contest, "if d5: e6")
    await move(bob, contest, "h8")
    gone = await told(ann, contest, "")
    assert gone["content"] == f"**{bob.name}** played `h8`, so your plan for #{contest.number} is gone. It's your turn."
    assert gone["channel_id"] == await ann.dm()
    assert labels(gone) == ["Plan"]
    assert "You have no plan" in (await ann.ask_by_press(gone, "Plan"))["content"]


async def test_a_plan_comes_together_with_a_move(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    answer = await ann.ask_by_slash("move", contest.thread, move="c4, if d5: e6; if h8: a1")
    assert answer["content"].startswith(
        f"Move 1, `c4`, is played in <#{contest.thread}>. Your plan waits: `/match do:plan #{contest.number}` shows it."
    )
    shown = await plan(ann, contest)
    assert "1. `if d5: e6`\n2. `if h8: a1`" in shown["content"]
    await move(bob, contest, "h8", "`a1`")


async def test_the_own_board_has_a_button_for_a_plan_while_one_waits(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    shown = await move(ann, contest, "c4")
    assert "Plan" not in labels(await bob.ask_by_press(shown, "My view")), "it's Bob's turn"
    assert "Plan" not in labels(await shared_env.cleo.ask_by_press(shown, "My view")), "she doesn't play"
    own = await ann.ask_by_press(shown, "My view")
    empty = await ann.ask_by_press(own, "Plan")
    assert empty["content"].startswith(f"You have no plan for **Martian Life #{contest.number}**.")
    assert labels(empty) == ["Choose moves", "Type lines"]


async def test_the_picture_shows_the_board_after_the_chosen_line(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, _ = contest.people
    await move(ann, contest, "c4")
    shown = await plan(ann, contest, "if d5: e6; if h8: a1")
    assert "The picture shows the board after line 2." in shown["content"]
    assert "a1" in shown["attachments"][0]["description"]
    since = ann.seen_so_far()
    await ann.press(shown, f"plan_line:{contest.number}", "0")
    first = await ann.hear(lambda one: "after line 1." in one["content"], "the other line", since=since)
    assert first["id"] == shown["id"]
    assert first["attachments"][0]["description"] != shown["attachments"][0]["description"]


async def test_a_wrong_line_with_a_move_plays_nothing(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, _ = contest.people
    answer = await ann.ask_by_slash("move", contest.thread, move="c4, if d5: d5+, if z9: e6")
    assert answer["content"].startswith("Move 3, `d5+`: ")
    assert answer["content"].endswith(" Nothing was saved.")
    await move(ann, contest, "c4")


async def test_a_plan_in_the_thread_is_refused_and_chat_stays_chat(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, _ = contest.people
    await ann.say("well, if you say so: good luck", contest.thread)
    sent = await ann.say("c4, if d5: e6", contest.thread)
    answer = await reply_to(ann, sent)
    assert answer["content"].startswith("Everyone can read this channel, so nothing was done")
    sent = await ann.say(f"!plan #{contest.number} if d5: e6", contest.thread)
    answer = await reply_to(ann, sent)
    assert answer["content"].startswith("Everyone can read this channel, so nothing was done")
    assert not [one for one in await ann.messages(contest.thread) if "good luck" in str(one) and answered(one)]


async def test_a_plan_by_direct_message_and_by_form(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    await move(ann, contest, "c4")
    shown = await ann.ask_by_text(f"!plan #{contest.number} if d5: e6", await ann.dm())
    assert "1. `if d5: e6`" in shown["content"]
    form = await ann.press(shown, "Type lines")
    since = ann.seen_so_far()
    await ann.modal(form, text="if h8: resign")
    added = await ann.hear(lambda one: "2. `if h8: resign`" in one["content"], "both lines", since=since)
    assert added["id"] == shown["id"]
    await ann.press(added, "Clear the plan")
    await ann.hear(lambda one: one["content"] == f"Your plan for #{contest.number} is gone.", "it cleared", since=since)
    await move(bob, contest, "d5")
    assert not [one for one in ann.seen if f"so your plan for #{contest.number}" in str(one)]


async def test_a_newer_answer_replaces_the_older_one(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    await move(ann, contest, "c4")
    await plan(ann, contest, "if d5: e6, if f3: g2")
    shown = await plan(ann, contest, "if d5: b7")
    assert "1. `if d5: b7`" in shown["content"]
    assert "e6" not in shown["content"]
    await move(bob, contest, "d5", "`b7`")


async def test_an_answer_to_any_move_is_confirmed_first(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    await move(ann, contest, "c4")
    question = await plan(ann, contest, "any: e6")
    assert "`e6` can be played after " in question["content"]
    assert "You have no plan" in (await plan(ann, contest))["content"]
    since = ann.seen_so_far()
    await ann.press(question, "Add it anyway")
    await ann.hear(lambda one: "1. `if any: e6`" in one["content"], "the plan", since=since)
    await move(bob, contest, "h8", "`e6`")


async def test_an_answer_that_has_become_impossible_is_told(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    await move(ann, contest, "c4")
    await ann.press(await plan(ann, contest, "any: e6"), "Add it anyway")
    await ann.hear(lambda one: "1. `if any: e6`" in one["content"], "the plan")
    await move(bob, contest, "e6")
    gone = await told(ann, contest, "That was your answer")
    assert gone["content"].startswith("`e6` can't be played now: ")


@pytest.mark.thorough
async def test_a_planned_resignation_ends_the_match(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    await move(ann, contest, "c4")
    await plan(ann, contest, "if d5: resign")
    last = await move(bob, contest, "d5", "resign")
    assert f"**{bob.name}** wins" in last["content"] or f"**{bob.name}** beat" in last["content"]
    await shared_env.all_posted()
    await check_record(shared_env)


async def test_two_plans_meet(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    await move(ann, contest, "c4")
    await plan(ann, contest, "if d5: e6, if f3: g2")
    await bob.ask_by_slash("move", contest.thread, move="d5, if e6: f3, if g2: h1")
    last = await board(ann, contest, "`h1`")
    names = (bob.name, ann.name, bob.name, ann.name, bob.name)
    moves = [
        f"**{ply}.** **{name}** `{text}`"
        for ply, name, text in zip(range(2, 7), names, ("d5", "e6", "f3", "g2", "h1"), strict=True)
    ]
    assert last["content"].startswith(", ".join(moves))
    assert [user["id"] for user in last["mentions"]] == [ann.id]


async def test_a_plan_of_three_names_every_move_before_the_answer(shared_env: Environment) -> None:
    contest = await begin(shared_env, "zyrcan")
    ann, bob, cleo = contest.people
    await move(ann, contest, "1@d4")
    wrong = await plan(ann, contest, "if 1@e5: 2@d6")
    assert f"it's **{cleo.name}**'s turn there" in wrong["content"]
    assert "Move 3, `2@d6`" in wrong["content"]
    shown = await plan(ann, contest, "if 1@e5, 1@f6: 2@d6")
    assert "1. `if 1@e5, 1@f6: 2@d6`" in shown["content"]
    await move(bob, contest, "1@e5")
    last = await move(cleo, contest, "1@f6", "`2@d6`")
    assert [user["id"] for user in last["mentions"]] == [bob.id]


async def test_a_takeback_drops_the_plan(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    await move(ann, contest, "c4")
    await plan(ann, contest, "if d5: e6")
    since = bob.seen_so_far()
    await ann.ask_by_slash("match", contest.thread, do="takeback")
    post = await bob.hear(lambda one: "Agree" in str(one["components"]), "the offer", since=since)
    await bob.press(post, "Agree")
    gone = await told(ann, contest, "A move was taken back")
    assert gone["content"].endswith("It's your turn.")


@pytest.mark.thorough
async def test_a_plan_survives_a_crash_and_is_played_once(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        contest = await begin(env)
        ann, bob = contest.people
        await move(ann, contest, "c4")
        await plan(ann, contest, "if d5: e6, if f3: g2")
        async with env.down():
            await bob.say("d5", contest.thread)
        told = f"**2.** **{bob.name}** `d5`, **3.** **{ann.name}** places a small on e6."
        assert told in (await board(bob, contest, "`d5`"))["content"]
        async with env.down():
            await bob.say("f3", contest.thread)
        await board(bob, contest, "`g2`")
        await env.all_posted()
        assert len([one for one in await bob.messages(contest.thread) if one["attachments"]]) == 4
        await check_record(env)

"""The shared board of a match that is over, over the wire: posted once, rewritten for everybody, through crashes."""

from __future__ import annotations

import signal
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from tests.bot.features.forum_posts.forums import check_record
from tests.bot.features.guide.presses import buttons, changed, choose
from tests.bot.features.test_analysis import analyse, line, pick
from tests.bot.features.test_plans import begin, move
from tests.wire.environment import start_env
from tests.wire.fixtures import GENEROUS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person, SeenCount
    from tests.wire.fixtures import Environment
    from tests.wire.match import Contest

# One bot for all matches here.
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def finish(env: Environment) -> Contest:
    """Play a move of a match, and let Bob resign."""
    contest = await begin(env)
    await move(contest.people[0], contest, "c4")
    question = await contest.people[1].ask_by_slash("match", contest.thread, do="resign")
    since = contest.people[0].seen_so_far()
    await contest.people[1].press(question, f"Resign #{contest.number}")
    await contest.people[0].hear(
        lambda one: f"wins **Martian Life #{contest.number}**" in one["content"], "the last board", since=since
    )
    return contest


async def shared_board(person: Person, contest: Contest, told: str = "", since: SeenCount | None = None) -> Json:
    """Wait for the shared board as it is when its text holds `told`."""
    return await person.hear(
        lambda one: (
            f"**Analysis of Martian Life #{contest.number}.** Everyone here" in one["content"]
            and told in one["content"]
        ),
        f"a shared board with {told!r}",
        since=since,
    )


async def open_together(person: Person, contest: Contest) -> Json:
    """Open the shared board by the button under one's own, and return it."""
    answer = await person.ask_by_press(await analyse(person, contest), "Analyse together")
    assert answer["content"] == f"The shared board of #{contest.number} comes here: everyone can move on it."
    return await shared_board(person, contest)


async def try_together(person: Person, board: Json, *choices: str) -> Json:
    """Add a move to the shared analysis by the guide, and return what only this person sees then."""
    step = await person.ask_by_press(board, "Try a move")
    assert step["ephemeral"]
    for choice in choices:
        step = await choose(person, step, choice)
    return await changed(person, step, "Add this move")


async def check_everybody_moves_on_it(env: Environment) -> None:
    contest = await finish(env)
    (ann, bob), cleo = contest.people, env.cleo
    posted = await open_together(ann, contest)
    assert posted["channel_id"] == contest.thread
    assert posted["attachments"]
    assert "The match ended here." in posted["content"]
    since = ann.seen_so_far()
    await bob.press(posted, "Back")
    back = await shared_board(ann, contest, f"**{bob.name}** to move", since)
    assert back["id"] == posted["id"]
    since = ann.seen_so_far()
    added = await try_together(cleo, back, "Place", "h8")
    assert added["content"] == f"Added to the analysis of #{contest.number}: `h8`."
    tried = await shared_board(ann, contest, "A line after move 1: `h8`.", since)
    assert tried["id"] == posted["id"]
    since = ann.seen_so_far()
    step = await changed(cleo, added, "Next move")
    await changed(cleo, await choose(cleo, step, "Place", "a1"), "Add this move")
    await shared_board(ann, contest, "A line after move 1: `h8, a1`.", since)
    assert "0 moves of 200" in (await analyse(cleo, contest))["content"], "her own stays as it is"
    await check_record(env)


async def test_everybody_moves_on_the_shared_board(shared_env: Environment) -> None:
    await check_everybody_moves_on_it(shared_env)


async def test_a_move_that_was_played_is_named_when_it_is_tried(shared_env: Environment) -> None:
    contest = await finish(shared_env)
    ann = contest.people[0]
    board = await open_together(ann, contest)
    for person in reversed(contest.people):
        since = ann.seen_so_far()
        await ann.press(board, "Back")
        board = await shared_board(ann, contest, f"**{person.name}** to move", since)
    added = await try_together(ann, board, "Place", "c4")
    assert added["content"] == f"Added to the analysis of #{contest.number}: `c4`."


@pytest.mark.thorough
async def test_everybody_moves_on_it_without_the_content_intent(shared_env_without_content: Environment) -> None:
    await check_everybody_moves_on_it(shared_env_without_content)


@pytest.mark.thorough
async def test_two_people_who_add_moves_at_once_both_find_theirs(shared_env: Environment) -> None:
    contest = await finish(shared_env)
    ann, bob = contest.people
    posted = await open_together(ann, contest)
    since = ann.seen_so_far()
    await ann.press(posted, "Back")
    board = await shared_board(ann, contest, "to move", since)
    first = await choose(ann, await ann.ask_by_press(board, "Try a move"), "Place", "h8")
    second = await choose(bob, await bob.ask_by_press(board, "Try a move"), "Place", "a1")
    since = ann.seen_so_far()
    await ann.press(first, "Add this move")
    await bob.press(second, "Add this move")
    both = await shared_board(ann, contest, "2 moves of 200", since)
    assert "A line after move 1: `" in both["content"]


async def test_a_note_at_a_move_is_read_by_all(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    await move(ann, contest, "c4")
    await ann.ask_by_slash("match", contest.thread, do="note The corner is weak")
    question = await bob.ask_by_slash("match", contest.thread, do="resign")
    await bob.press(question, f"Resign #{contest.number}")
    await ann.hear(lambda one: f"wins **Martian Life #{contest.number}**" in one["content"], "the last board")
    posted = await open_together(ann, contest)
    assert f"> **{ann.name}** noted: The corner is weak" in posted["content"]
    since = ann.seen_so_far()
    modal = await bob.press(posted, "Name and note")
    await bob.modal(modal, name="The end", note="I gave up too early")
    noted = await shared_board(ann, contest, "**The end**\n> I gave up too early", since)
    assert noted["id"] == posted["id"]


async def test_while_a_match_goes_on_nothing_is_shared(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann = contest.people[0]
    assert "Analyse together" not in buttons(await analyse(ann, contest))


async def test_by_text_the_thread_of_a_finished_match_gets_the_shared_board(shared_env: Environment) -> None:
    contest = await finish(shared_env)
    await shared_env.cleo.say(f"!analyse #{contest.number}", contest.thread)
    assert (await shared_board(shared_env.cleo, contest))["channel_id"] == contest.thread


async def test_a_line_of_ones_own_can_be_looked_at_after_the_end(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    await analyse(ann, contest, "c4, d5")
    await move(ann, contest, "c4")
    question = await bob.ask_by_slash("match", contest.thread, do="resign")
    await bob.press(question, f"Resign #{contest.number}")
    await ann.hear(lambda one: f"wins **Martian Life #{contest.number}**" in one["content"], "the last board")
    assert line(await pick(ann, await analyse(ann, contest), "1: d5")) == "A line after move 1: `d5`."


@pytest.mark.thorough
@pytest.mark.parametrize("applied", [False, True], ids=["before", "after"])
async def test_a_crash_leaves_one_shared_board_that_shows_all(tmp_path: Path, applied: bool) -> None:  # noqa: FBT001 - a parameter
    async with start_env(tmp_path, nonce_window=timedelta(0), settings=GENEROUS) as env:
        contest = await finish(env)
        ann = contest.people[0]
        own = await analyse(ann, contest)
        env.playground.faults.slow(60, method="POST", path=rf"/channels/{contest.thread}/messages$", applied=applied)
        await ann.press(own, "Analyse together")
        await restart(env)
        posted = await shared_board(ann, contest)
        env.playground.faults.slow(60, method="PATCH", path=r"/messages/\d+$", applied=applied)
        since = ann.seen_so_far()
        await ann.press(posted, "Back")
        await restart(env)
        await shared_board(ann, contest, "to move", since)
        await env.all_posted()
        boards = [one for one in await ann.messages(contest.thread) if "Everyone here can move" in one["content"]]
        assert [one["id"] for one in boards] == [posted["id"]]
        await check_record(env)


async def restart(env: Environment) -> None:
    """Kill the bot at the request that is held back, and start it again."""
    await env.playground.faults.used_up()
    await env.bot.stop(signal.SIGKILL)
    env.playground.faults.clear()
    await env.bot.start()

"""Trouble that passes: a token that is refused for a while, and refusals that nobody knows the author of."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.wire.match import WAITING, begin_match
from tests.wire.test_settings import check_rejected, turnpost

if TYPE_CHECKING:
    from tests.playground.client import Json, Person, SeenCount
    from tests.wire.fixtures import Environment
    from tests.wire.match import Contest

POSTS = r"^/channels/\d+/messages$"
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def board(contest: Contest, ply: int, since: SeenCount) -> Json:
    return await contest.people[0].hear(
        lambda one: one["channel_id"] == contest.thread and f"**{ply}.**" in one["content"],
        f"board {ply} of #{contest.number}",
        since=since,
    )


async def direct(*people: Person) -> list[list[Json]]:
    return [await person.messages(await person.dm()) for person in people]


def outcomes(env: Environment, contest: Contest) -> list[tuple[str, int, int]]:
    """Return the rows of a match's last move: their kind, tries, and whether they were given up."""
    query = "SELECT kind, attempts, given_up_at IS NOT NULL FROM outbox WHERE match_id = ? AND seq = 1"
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record:
        return record.execute(query, (contest.number,)).fetchall()


async def move_three(env: Environment) -> list[Contest]:
    """Begin three matches, and let the first move of each be played while every post is refused."""
    contests = [await begin_match(env.people[:2]) for _ in range(3)]
    env.playground.faults.fail(401, 1_000_000, method="POST", path=POSTS)
    for contest in contests:
        answer = await env.ann.ask_by_slash("move", contest.thread, move="e4+")
        assert not answer["content"] or WAITING.fullmatch(answer["content"]), "it is played"
    return contests


async def check_boards(env: Environment, contests: list[Contest], since: SeenCount) -> None:
    for contest in contests:
        assert (await board(contest, 1, since))["attachments"]
    await env.all_posted()
    for contest in contests:
        assert outcomes(env, contest) == [("board", 1, 0)]


@pytest.mark.thorough
async def test_boards_come_when_the_token_is_taken_again(shared_env: Environment) -> None:
    env, since = shared_env, shared_env.ann.seen_so_far()
    before = await direct(*env.people)
    contests = await move_three(env)
    async with asyncio.timeout(60):
        while "refuses the token" not in env.bot.log.read_text():  # noqa: ASYNC110 - a log tells nobody
            await asyncio.sleep(0.05)
    env.playground.faults.clear()
    await check_boards(env, contests, since)
    assert await direct(*env.people) == before
    assert "Traceback" not in env.bot.log.read_text()


@pytest.mark.thorough
async def test_boards_come_after_a_restart_with_a_good_token(shared_env: Environment) -> None:
    env, since = shared_env, shared_env.ann.seen_so_far()
    before = await direct(*env.people)
    contests = await move_three(env)
    assert await env.bot.stop() == 0
    env.playground.faults.clear()
    await env.bot.start()
    await check_boards(env, contests, since)
    assert await direct(*env.people) == before


@pytest.mark.parametrize("statuses", [(403, 404), pytest.param((400, 405, 408), marks=pytest.mark.thorough)])
async def test_a_refusal_without_a_code_takes_no_board_away(shared_env: Environment, statuses: tuple[int, ...]) -> None:
    env, since = shared_env, shared_env.ann.seen_so_far()
    before = await direct(*env.people)
    contests = [await begin_match(env.people[:2]) for _ in statuses]
    for contest, status in zip(contests, statuses, strict=True):
        env.playground.faults.fail(status, method="POST", path=f"/channels/{contest.thread}/messages")
        await env.ann.ask_by_slash("move", contest.thread, move="e4+")
    for contest, status in zip(contests, statuses, strict=True):
        shown = await board(contest, 1, since)
        assert shown["attachments"], f"after a {status} the picture comes all the same"
    await env.all_posted()
    assert [outcomes(env, contest) for contest in contests] == [[("board", 2, 0)]] * len(statuses)
    assert await direct(*env.people) == before


@pytest.mark.thorough
async def test_a_refusal_without_a_code_takes_no_thread_away(shared_env: Environment) -> None:
    env = shared_env
    env.playground.faults.fail(403, method="POST", path=r"/threads$")
    contest = await begin_match(env.people[:2])
    assert contest.thread != await env.ann.channel("games")
    assert env.playground.faults.left == 0


@pytest.mark.thorough
async def test_an_answer_comes_when_a_refusal_without_a_code_has_passed(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match(env.people[:2])
    for status in (401, 403):
        since = env.eve.seen_so_far()
        env.playground.faults.fail(status, method="POST", path=f"/channels/{contest.thread}/messages")
        await env.eve.say("!rules martian-life", contest.thread)
        await env.eve.hear(
            lambda one: one["channel_id"] == contest.thread and one["author"].get("bot") and one["attachments"],
            f"the diagrams, after a {status}",
            since=since,
        )
    assert env.playground.faults.left == 0


@pytest.mark.thorough
async def test_a_board_that_was_given_up_is_listed_and_comes_when_it_is_put_back(shared_env: Environment) -> None:
    env, data = shared_env, str(shared_env.bot.data)
    contest, since = await begin_match(env.people[:2]), env.ann.seen_so_far()
    for way in (f"/channels/{contest.thread}/messages", f"/channels/{await env.bob.dm()}/messages"):
        env.playground.faults.fail(404, code=10003, method="POST", path=way)
    await env.ann.ask_by_slash("move", contest.thread, move="e4+")
    await env.playground.faults.used_up()
    await env.all_posted()
    done = await asyncio.to_thread(turnpost, "outbox", TURNPOST_DATA=data)
    assert done.returncode == 0, done.stderr
    assert "0 posts wait." in done.stdout
    lines = done.stdout.splitlines()
    assert "2 posts were given up:" in lines
    assert [line.split()[3] for line in lines[-2:]] == ["board", "direct"]
    assert all(f"#{contest.number}" in line and "404" in line and len(line) <= 100 for line in lines[-2:])
    back = await asyncio.to_thread(turnpost, "outbox", "--retry", "all", TURNPOST_DATA=data)
    assert "1 post is put back; the bot sends them soon." in back.stdout
    assert (await board(contest, 1, since))["attachments"]
    again = await asyncio.to_thread(turnpost, "outbox", "--retry", "99999", TURNPOST_DATA=data)
    assert "Post 99999 isn't put back: it wasn't given up." in again.stdout
    check_rejected(await asyncio.to_thread(turnpost, "outbox", "--retry", "some", TURNPOST_DATA=data), "not 'some'")

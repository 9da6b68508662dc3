"""Fault injection: Discord fails, limits, delays and breaks off, the record is locked or its disk full."""

from __future__ import annotations

import asyncio
import re
import resource
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.playground.client import answered
from tests.wire.environment import start_env
from tests.wire.fast_clock import run_fast
from tests.wire.fixtures import GENEROUS
from tests.wire.match import WAITING, Contest, bare, begin_match

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator

    from tests.playground.client import Json
    from tests.wire.fixtures import Environment

# One bot, and so one event loop, for all of the day: it must get over each trouble by itself.
pytestmark = pytest.mark.asyncio(loop_scope="module")

TEXTS = ("e4+", "b7", "f5", "d6", "e3", "d7")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_env(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Environment]:
    async with start_env(tmp_path_factory.mktemp("shared"), settings=GENEROUS, program=run_fast) as ready:
        yield ready


async def plies(contest: Contest) -> list[str]:
    """Return the plies of the boards in a match's thread, in their order."""
    said = await contest.people[0].messages(contest.thread)
    found = [re.match(r"\*\*(\d+\.)\*\*", one["content"]) for one in said]
    return [one[1] for one in found if one]


def no_tracebacks(env: Environment) -> None:
    assert "Traceback" not in env.bot.log.read_text()


FAULTS = ("500 but done", "503", "hung up", "limited")
MORE_FAULTS = ("500", "503 but done", "hung up but done", "banned")


@pytest.mark.parametrize("names", [FAULTS, pytest.param(MORE_FAULTS, marks=pytest.mark.thorough)], ids=["some", "more"])
async def test_a_board_whose_sending_fails_is_posted_once_and_in_order(
    shared_env: Environment, names: tuple[str, ...]
) -> None:
    env, faults = shared_env, shared_env.playground.faults
    contests = {name: await begin_match(env.people[:2]) for name in names}
    for name, contest in contests.items():
        way: Json = {"method": "POST", "path": f"/channels/{contest.thread}/messages"}
        match name.split()[0]:
            case "hung":
                faults.hang_up(**way, applied="done" in name)
            case "limited":
                faults.limit(0.3, 2, **way)
            case "banned":
                faults.fail(429, **way)
            case status:
                faults.fail(int(status), **way, applied="done" in name)
    for contest in contests.values():
        for person, text in zip((env.ann, env.bob), TEXTS, strict=False):
            answer = await person.ask_by_slash("move", contest.thread, move=text)
            assert not answer["content"] or WAITING.fullmatch(answer["content"]), "the board tells it"
    for name, contest in contests.items():
        await env.ann.hear(
            lambda one, here=contest.thread: one["channel_id"] == here and "**2.**" in one["content"],
            f"the second board of the match that was {name}",
        )
        assert await plies(contest) == ["1.", "2."], name
    assert faults.left == 0
    no_tracebacks(env)


async def test_a_reply_of_half_a_minute_holds_up_no_other_match(shared_env: Environment) -> None:
    env, faults = shared_env, shared_env.playground.faults
    slow, other = await begin_match(env.people[:2]), await begin_match(env.people[:2])
    faults.slow(30, path=f"/channels/{slow.thread}/messages", applied=False)
    await env.ann.say("e4+", slow.thread)
    await faults.used_up()
    for text in TEXTS[:3]:
        await other.turn(bare, text)
    answer = await env.bob.ask_by_slash("move", slow.thread, move="b7")
    assert not answer["content"] or WAITING.fullmatch(answer["content"]), "it is played"
    assert await plies(slow) == []
    faults.release()
    await env.ann.hear(lambda one: one["channel_id"] == slow.thread and "**2.**" in one["content"])
    assert await plies(slow) == ["1.", "2."]


async def test_an_answer_of_half_a_minute_holds_up_no_move_in_its_own_channel(shared_env: Environment) -> None:
    env, faults = shared_env, shared_env.playground.faults
    contest, since = await begin_match(env.people[:2]), env.cleo.seen_so_far()
    faults.slow(30, path=f"/channels/{contest.thread}/messages", applied=False)
    rejected_move = await env.ann.say("d4", contest.thread)
    await faults.used_up()
    await env.ann.say("e4+", contest.thread)
    await env.ann.say("!challenge @Cleo xero-g", contest.thread)
    await env.cleo.hear_bot("**Ann** challenges", since=since)  # in another channel: by now e4+ is played
    answer = await env.bob.ask_by_slash("move", contest.thread, move="b7")
    assert not answer["content"] or WAITING.fullmatch(answer["content"]), "it is played"
    faults.release()
    await env.ann.hear(lambda one: answered(one) == rejected_move["id"], "the answer to d4")
    await env.ann.hear(lambda one: one["channel_id"] == contest.thread and "**2.**" in one["content"])
    assert await plies(contest) == ["1.", "2."]


@pytest.mark.parametrize("applied", [False, True], ids=["lost", "given"])
async def test_a_reply_whose_connection_breaks_off_arrives_once(shared_env: Environment, applied: bool) -> None:  # noqa: FBT001
    env = shared_env
    contest = await begin_match(env.people[:2])
    env.playground.faults.hang_up(method="POST", path=f"/channels/{contest.thread}/messages", applied=applied)
    said = [await env.ann.say("d4", contest.thread) for _ in range(2)]
    for one in said:
        await env.ann.hear(lambda message, one=one: answered(message) == one["id"], "the answer to d4")
    replies = [answered(one) for one in await env.ann.messages(contest.thread)]
    assert [replies.count(one["id"]) for one in said] == [1, 1]


async def test_a_move_whose_private_answer_is_lost_is_played_all_the_same(shared_env: Environment) -> None:
    env, faults = shared_env, shared_env.playground.faults
    contest = await begin_match(env.people[:2])
    for text, applied in (("e4+", False), ("b7", True)):
        faults.hang_up(path="/callback", applied=applied)
        since = env.ann.seen_so_far()
        await contest.mover.slash("move", contest.thread, move=text)
        await env.ann.hear_bot(f"**{contest.ply + 1}.**", since=since)
        contest.state = contest.game.play(contest.state, contest.game.parse(contest.state, text))
        contest.ply += 1
    await contest.people[0].ask_by_slash("help")
    assert await plies(contest) == ["1.", "2."]
    no_tracebacks(env)


RECOVERED = [
    *("half a frame", "invalid for good"),
    *(pytest.param(fault, marks=pytest.mark.thorough) for fault in ("invalid, to be resumed", "reconnect")),
]


@pytest.mark.parametrize("fault", RECOVERED)
async def test_the_bot_recovers_from_gateway_faults(shared_env: Environment, fault: str) -> None:
    env, playground = shared_env, shared_env.playground
    contest = await begin_match(env.people[:2])
    match fault:
        case "half a frame":
            await playground.half_a_frame()
        case "reconnect":
            await playground.ask_to_reconnect()
        case _:
            await playground.invalidate_session(resumable=fault.endswith("resumed"))
    if fault == "invalid for good":
        await playground.bot_ready()
    await contest.turn(bare, "e4+")
    await playground.bot_ready()
    await contest.turn(bare, "b7")
    assert await plies(contest) == ["1.", "2."]
    no_tracebacks(env)


@contextmanager
def locked(env: Environment) -> Generator[None]:
    """Hold the record as another program's writer does."""
    with closing(sqlite3.connect(env.bot.data / "turnpost.db", isolation_level=None)) as rival:
        rival.execute("BEGIN IMMEDIATE")
        yield
        rival.execute("ROLLBACK")


async def test_while_the_record_is_locked_everything_is_acknowledged_and_then_done(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match(env.people[:2])
    since = env.ann.seen_so_far()
    await env.cleo.say("!challenge @Dan xero-g")
    post = await env.dan.hear_bot("**Cleo** challenges")
    with locked(env):
        moved, accepted = await asyncio.gather(
            env.ann.slash("move", contest.thread, move="e4+"), env.dan.press(post, "Accept")
        )
        assert (moved["type"], accepted["type"]) == (5, 6)
        board = await env.eve.ask_by_slash("board", match=f"#{contest.number}")
        assert board["attachments"], "what only reads goes on"
    await env.ann.hear_bot("**1.** **Ann**", since=since)
    await env.cleo.hear_bot("lay your six ships")
    contest.state = contest.game.play(contest.state, contest.game.parse(contest.state, "e4+"))
    contest.ply, contest.move = 1, "e4+"
    contest.board = (await env.ann.messages(contest.thread))[-1]
    await contest.turn(bare, "b7")


@contextmanager
def full_disk(env: Environment) -> Generator[None]:
    """Let the bot write to no file, its log included. The kernel says so as firmly as where a disk is full."""
    before = resource.prlimit(env.bot.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(env.bot.pid, resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.prlimit(env.bot.pid, resource.RLIMIT_FSIZE, before)


async def test_while_the_disk_is_full_players_are_told_that_nothing_was_stored(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match(env.people[:2])
    await contest.turn(bare, "e4+")
    since = env.bob.seen_so_far()
    with full_disk(env):
        told = "Your move wasn't saved: I can't write to my database just now. Send it again"
        text = await env.bob.say("b7", contest.thread)
        answer = await env.bob.hear_bot(told, since=since)
        assert answer["referenced_message"]["id"] == text["id"]
        private = await env.bob.ask_by_slash("move", contest.thread, move="b7")
        assert told in private["content"]
        private = await env.cleo.ask_by_slash("challenge", opponent=env.dan.id, game="xero-g")
        assert "Nothing was done: I can't reach my database" in private["content"]
        board = await env.eve.ask_by_slash("board", match=f"#{contest.number}")
        assert board["attachments"], "what only reads goes on"
    assert await plies(contest) == ["1."]
    await contest.turn(bare, "b7")
    assert await plies(contest) == ["1.", "2."]
    no_tracebacks(env)

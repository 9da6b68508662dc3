"""One member can't slow another's turn: what somebody asks for never holds up a board."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from threading import Semaphore
from typing import TYPE_CHECKING, Any

import pytest

from bot.images import animations, boards
from bot.images.boards import Priority, PriorityExecutor
from bot.interactions.limits import PER_MINUTE
from bot.interactions.replies import HOURGLASS
from playground.model.resources.user import BOT_ID
from storage.queries import matches
from tests.playground.client import answered
from tests.wire.environment import start_env
from tests.wire.match import SCRIPTS, Contest, begin_match, by_text
from tests.wire.timed_environment import start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from renderers import Scene
    from tests.playground.client import Person
    from tests.wire.fixtures import Environment
    from tests.wire.timed_environment import TimedEnvironment

# One bot, and so one event loop, for all matches here: to start it takes longer than the tests.
pytestmark = pytest.mark.asyncio(loop_scope="module")
MOVES = SCRIPTS["martian-life"].split()


@pytest.mark.thorough
async def test_boards_that_strangers_ask_for_hold_up_no_board_of_the_match(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match(env.people[:2])
    lounge = await env.ann.channel("lounge")
    env.playground.faults.slow(600, path=f"/channels/{lounge}/messages", applied=False)
    commands = [
        await stranger.say(f"!board #{contest.number}", "lounge")
        for stranger in (env.cleo, env.dan, env.eve)
        for _ in range(3)
    ]
    await env.playground.faults.used_up()
    await contest.turn(by_text, "e4+")
    env.playground.faults.clear()
    for each in commands:
        await env.ann.hear(lambda one, each=each: answered(one) == each["id"], "the answer to a stranger")


@pytest.mark.thorough
async def test_a_board_is_drawn_before_the_next_frame_of_any_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order, queued, passing = list[str](), list[Any](), Semaphore(0)
    shoot, draw, run, unroll = (
        animations.add_frame,
        boards.draw_picture,
        PriorityExecutor.run,
        animations.build_replay,
    )

    def shot(*given: Any) -> None:
        order.append("frame")
        assert passing.acquire(timeout=60)
        shoot(*given)

    def run_and_count(self: PriorityExecutor, urgency: Priority, call: Any, *given: Any) -> asyncio.Future[Any]:
        queued.append(call)
        return run(self, urgency, call, *given)

    async def until(call: Any, times: int) -> None:
        while queued.count(call) < times:  # noqa: ASYNC110 - the worker tells nobody
            await asyncio.sleep(0.01)

    def drawn(renderer: Any, game: Any, scene: Scene) -> Any:
        order.append(f"board {scene.ply}")
        return draw(renderer, game, scene)

    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Dan", "Eve") as env:
        contest = await begin_long_match(env, 4)
        monkeypatch.setattr(animations, "add_frame", shot)
        monkeypatch.setattr(boards, "draw_picture", drawn)
        monkeypatch.setattr(PriorityExecutor, "run", run_and_count)
        commands = [await env["Eve"].say("!replay", contest.thread)]
        await until(shot, 1)
        commands.append(await env["Dan"].say(f"!replay #{contest.number} gif", "games"))  # elsewhere, so side by side
        commands.append(await env["Eve"].say("!replay gif", contest.thread))
        await until(unroll, 2)
        passing.release()  # after this frame the other replay is begun
        await until(shot, 3)  # one frame is at work, the other replay's waits
        await by_text(contest.mover, contest.thread, contest.board, MOVES[4])
        await stored(env, contest.number, 5)
        passing.release(20)
        await env["Ann"].hear_bot("**5.**")
        for each in commands:
            await env["Eve"].hear(lambda one, each=each: answered(one) == each["id"], "a replay")
    assert order[:3] == ["frame", "frame", "board 5"]
    assert order.count("frame") == 5 + 5


@pytest.mark.thorough
async def test_a_replay_that_several_ask_for_is_filmed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frames, shoot = list[int](), animations.add_frame

    def shot(*given: Any) -> None:
        frames.append(1)
        shoot(*given)

    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo", "Eve") as env:
        contest = await begin_long_match(env, 3)
        monkeypatch.setattr(animations, "add_frame", shot)
        commands = [await env[name].say("!replay gif", contest.thread) for name in ("Ann", "Cleo", "Eve")]
        shown = [
            await env["Eve"].hear(lambda one, each=each: answered(one) == each["id"], "a replay") for each in commands
        ]
        again = await env["Bob"].ask_by_text("!replay gif", contest.thread)
        films = [await env["Eve"].fetch(one["attachments"][0]["url"]) for one in (*shown, again)]
        assert len(set(films)) == 1
        assert len(frames) == 4
        other = await env["Bob"].ask_by_text("!replay webp", contest.thread)
        assert other["attachments"][0]["filename"].endswith(".webp")
        assert len(frames) == 8


@pytest.mark.thorough
async def test_a_replay_that_fails_is_given_up_at_once_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries = list[int]()

    def shot(*_: Any) -> None:
        tries.append(1)
        raise ValueError("a pen that is dry")

    monkeypatch.setattr("bot.outbox.worker.RETRY_DELAYS", (0.01,))
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Eve") as env:
        contest = await begin_long_match(env, 2)
        monkeypatch.setattr(animations, "add_frame", shot)
        await env["Eve"].say("!replay", contest.thread)
        told = await env["Eve"].hear_bot(f"I couldn't show you the replay of #{contest.number} that you asked for")
        assert told["channel_id"] == await env["Eve"].dm()
        assert "Try a part of it" in told["content"]
        await env.all_posted()
        assert len(tries) == 1
        assert caplog.text.count("ValueError: a pen that is dry") == 1
        private = await env["Eve"].ask_by_slash("match", do="replay", match=f"#{contest.number}")
        assert private["content"] == (
            f"The replay of #{contest.number} can't be made; the reason is in the log. Try a part of it, as in `10-20`."
        )
        direct = await env["Ann"].dm()
        await env["Ann"].say(f"!replay #{contest.number}", direct)
        await env["Ann"].hear_bot("I couldn't show you the replay")
        shown = await env["Eve"].ask_by_text("!board", contest.thread)
        assert shown["attachments"], "what comes after it in its lane is sent"


TOO_MUCH = "You've asked for a lot in a short time. Ask again in "


async def test_a_flood_is_told_once_that_it_is_one_and_nobody_else_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Eve") as env:
        contest, eve = await begin_long_match(env, 2), env["Eve"]
        await flood(eve, contest, 9)
        await eve.ask_by_text("!help", contest.thread)
        replies = [one["content"] for one in await eve.messages(contest.thread) if answered(one)]
        assert [sum(text in one for one in replies) for text in ("**1.** **Ann**", TOO_MUCH)] == [PER_MINUTE, 1]
        await contest.turn(by_text, MOVES[2])
        await env["Bob"].ask_by_text("!history", contest.thread, holds="**3.** **Ann**")
        env.ahead += timedelta(seconds=61)
        await eve.ask_by_text("!history", contest.thread, holds="**3.** **Ann**")


async def test_who_begins_too_many_matches_is_told_once_by_direct_message(tmp_path: Path) -> None:
    async with start_env(tmp_path, settings={"TURNPOST_CHALLENGES": "2"}) as env:
        since = env.eve.seen_so_far()
        for _ in range(2):
            await env.eve.say("!challenge @Turnpost xero-g level=1", "games")
        told, direct = "You've begun 2 matches and challenges in the last hour", await env.eve.dm()
        third = await env.eve.say("!challenge @Turnpost xero-g level=1", "games")
        await env.eve.hear(lambda one: told in one["content"] and one["channel_id"] == direct, "the direct message")
        await env.eve.hear(lambda one: answered(one) == third["id"], "where that was sent", since=since)
        fourth = await env.eve.say("!challenge @Turnpost xero-g level=1", "games")
        await env.eve.hear(
            lambda one: one["id"] == fourth["id"] and HOURGLASS in str(one.get("reactions")),
            "an hourglass",
            since=since,
        )
        slash = await env.eve.ask_by_slash("challenge", "games", opponent=str(BOT_ID), game="xero-g")
        assert slash["content"].startswith(told), "a slash command always has a private answer"
        before = env.ann.seen_so_far()
        await env.ann.say("!challenge @Turnpost xero-g level=1", "games")
        await env.ann.hear_bot("**Ann**", since=before)
        assert sum(told in one["content"] for one in await env.eve.messages(direct)) == 1
        assert not any(told in one["content"] for one in await env.ann.messages("games"))


async def test_every_costly_request_is_limited_by_command_and_by_button(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Eve") as env:
        contest, eve = await begin_long_match(env, 2), env["Eve"]
        since = eve.seen_so_far()
        await eve.say("!challenge @Bob xong", "games")
        challenge = await eve.hear_bot("-# challenge", since=since)
        number = f"#{contest.number}"
        record = await eve.ask_by_text("!export", contest.thread)
        seen = await eve.ask_by_press(contest.board, "My view")
        await flood(eve, contest, 0)
        costly = ("replay", "export", "history", "catalogue", "moves", "words", "rules")
        for name, options in (
            ("board", {"match": number}),
            *(("match", {"do": do, "match": number}) for do in costly),
            ("move", {"move": "e4", "preview": True}),
            ("help", {"game": "xong"}),
        ):
            private = await eve.ask_by_slash(name, contest.thread, **options)
            assert private["content"].startswith(TOO_MUCH), (name, options)
        for shown, button in ((contest.board, "My view"), (challenge, "How to play"), (record, "Moves")):
            outcome = await eve.press(shown, button)
            assert outcome["acknowledged"], button
            assert outcome["message"] is None, button
        assert seen["attachments"]
        said = ("board", "board 1 text", "replay gif", "export", "moves", "preview e4", "rules xong", "catalogue")
        for text in said:
            await eve.say(f"!{text}", contest.thread)
        await eve.ask_by_text("!help", contest.thread)
        replies = [one for one in await eve.messages(contest.thread) if answered(one)]
        assert sum(TOO_MUCH in one["content"] for one in replies) == 1, "once in a minute"
        await env.all_posted()


@pytest.mark.thorough
async def test_what_becomes_of_a_move_is_said_to_somebody_who_asks_for_too_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        contest = await begin_long_match(env, 1)
        bob, board = env["Bob"], contest.board
        await contest.turn(by_text, MOVES[1])
        await contest.turn(by_text, MOVES[2])
        await flood(bob, contest, 2)
        since = bob.seen_so_far()
        await bob.say("a8", contest.thread, to=board)
        noted = await bob.hear_bot("That was move 1", since=since)
        assert noted["content"].strip() == "That was move 1; the match is at move 3."
        assert not noted["attachments"]
        await bob.ask_by_slash("me", do="preferences confirm=always")
        since = bob.seen_so_far()
        await bob.say(f"!move {MOVES[3]}", contest.thread)
        question = await bob.hear(lambda one: MOVES[3] in one["content"] and one["author"].get("bot"), since=since)
        assert not question["attachments"]
        await bob.press(question, "Play it")
        await bob.hear_bot("**4.**", since=since)


async def flood(person: Person, contest: Contest, more: int) -> None:
    """Let somebody ask for as much as they may, each time once the answer is there, and then so many times more."""
    for _ in range(PER_MINUTE):
        command = await person.say("!history", contest.thread)
        answer = await person.hear(lambda one, command=command: answered(one) == command["id"], "an answer")
        if TOO_MUCH in answer["content"]:
            break
    for _ in range(more):
        await person.say("!history", contest.thread)
    await person.ask_by_text("!games", contest.thread)


async def begin_long_match(env: TimedEnvironment, plies: int) -> Contest:
    """Begin a match of Ann and Bob's and play so many moves."""
    contest = Contest("martian-life", (env["Ann"], env["Bob"]))
    await contest.begin()
    for text in MOVES[:plies]:
        await contest.turn(by_text, text)
    return contest


async def stored(env: TimedEnvironment, number: int, seq: int) -> None:
    """Wait until a match has so many events on record."""
    while True:
        async with env.bot.context.database.read() as tx:
            if (await matches.require(tx, number)).seq == seq:
                return
        await asyncio.sleep(0.01)

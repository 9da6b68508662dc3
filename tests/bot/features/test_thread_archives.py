"""The thread of a match is renamed and archived a day after the end, and wakes for a replay or a rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.admin.verify.matches import verify_matches
from storage.queries import failed_jobs, undelivered
from tests.playground.client import Said
from tests.wire.timed_environment import DAY, HOUR, accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json
    from tests.wire.timed_environment import TimedEnvironment


async def play_and_resign(env: TimedEnvironment) -> tuple[int, str, Json]:
    """Play one move, let Bob resign, and return the match's number, its thread and the last board."""
    ann, bob = env["Ann"], env["Bob"]
    await ann.slash("challenge", game="martian-life", opponent=bob.id, seat="red")
    challenge = await bob.hear_bot("-# challenge ")
    number, thread, _ = await accept_challenge(env, challenge, bob, terms="")
    await ann.ask_by_slash("move", thread, move="e4+")
    question = await bob.ask_by_slash("match", thread, do="resign")
    since = ann.seen_so_far()
    await bob.press(question, f"Resign #{number}")
    return number, thread, await ann.hear_bot("wins **Martian Life", since=since)


async def channel(env: TimedEnvironment, thread: str) -> Json:
    return next(one for one in (await env["Ann"].view())["channels"] if one["id"] == thread)


@pytest.mark.parametrize("content", [True, pytest.param(False, marks=pytest.mark.thorough)])
async def test_the_thread_is_renamed_and_archived_a_day_after_the_end_and_can_be_woken(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    content: bool,  # noqa: FBT001 - a parameter
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", content=content) as env:
        ann = env["Ann"]
        number, thread, board = await play_and_resign(env)
        before = await channel(env, thread)
        await env.pass_time(DAY - HOUR)
        await env.all_posted()
        assert await channel(env, thread) == before
        await env.pass_time(HOUR)
        await env.all_posted()
        after = await channel(env, thread)
        assert (after["archived"], after["locked"]) == (True, False)
        assert after["name"] == f"Martian Life #{number}: Ann beat Bob"
        with pytest.raises(Said, match="don't work in an archived thread"):
            await ann.slash("match", thread, do="replay")
        elsewhere = await ann.ask_by_slash("match", do="replay", match=f"#{number}")
        assert elsewhere["attachments"]
        assert (await channel(env, thread))["archived"]
        shown = await ann.ask_by_press(board, "Replay")
        assert shown["attachments"]
        assert not (await channel(env, thread))["archived"]
        await env.pass_time(2 * DAY)
        assert (await channel(env, thread))["archived"], "it sleeps again after a day of silence"
        since = env["Bob"].seen_so_far()
        await ann.press(board, "Rematch")
        assert "Rematch of #" in (await env["Bob"].hear_bot("-# challenge ", since=since))["content"]
        assert not (await channel(env, thread))["archived"]
        if content:
            await env.pass_time(2 * DAY)
            await env["Bob"].say("!replay", thread)
            await env["Bob"].hear(lambda one: one["channel_id"] == thread and len(one["attachments"]) == 1)
        async with env.bot.context.database.read() as tx:
            assert await failed_jobs.list_all(tx) == []
        context = env.bot.context
        verdicts = [verdict async for verdict in verify_matches(context.database, context.games, env.now())]
        assert [problem for verdict in verdicts for problem in verdict.differences] == []


async def test_a_deleted_thread_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        _, thread, _ = await play_and_resign(env)
        env.playground.remove(int(thread))
        await env.pass_time(DAY + HOUR)
        await env.all_posted()
        await env["Ann"].ask_by_slash("games")
        async with env.bot.context.database.read() as tx:
            assert await undelivered.latest_given_up(tx, 9) == (0, [])


@pytest.mark.thorough
async def test_a_thread_that_was_archived_before_is_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        number, thread, _ = await play_and_resign(env)
        env.playground.archive(int(thread))
        await env.pass_time(DAY + HOUR)
        await env.all_posted()
        after = await channel(env, thread)
        assert (after["archived"], after["name"]) == (True, f"Martian Life #{number}: Ann beat Bob")

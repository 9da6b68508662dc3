"""Crowds while time passes: a vote ends after its time, once, and in German."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from tests.wire.crowd import begin, call, hear_board, propose
from tests.wire.timed_environment import HOUR, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("content", [True, False])
async def test_the_leader_is_played_when_the_time_of_a_vote_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, content: bool
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo", content=content) as env:
        ann, bob, cleo = env["Ann"], env["Bob"], env["Cleo"]
        words = "@Turnpost everyone here martian-life seat=1 vote=6h"
        post = await call(ann, words, bob, cleo, by_slash=not content)
        board = await begin(ann, post)
        await env.pass_time(7 * HOUR)  # nobody has voted, so nothing is played
        await propose(bob, board, "c2")
        standing = await ann.ask_by_press(board, "Vote")
        assert "1 of 3 have voted" in standing["content"]
        since = ann.seen_so_far()
        await asyncio.gather(*(env.bot.scheduler.run_due_jobs() for _process in range(2)))
        board = await hear_board(ann, since)
        assert "`c2`" in board["content"]
        await propose(cleo, board, "c2")
        await env.pass_time(6 * HOUR - timedelta(minutes=5))
        assert "1 of 3 have voted" in (await ann.ask_by_press(board, "Vote"))["content"]
        since = ann.seen_so_far()
        await env.pass_time(timedelta(minutes=6))
        assert "**3.**" in (await hear_board(ann, since))["content"]

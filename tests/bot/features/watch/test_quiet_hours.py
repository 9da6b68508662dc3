"""In their quiet hours people get the message about a match that they watched without a sound."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.features.test_private_posts import SILENT
from tests.wire.timed_environment import HOUR, accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("quiet", [True, False])
async def test_a_message_makes_no_sound_in_quiet_hours(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    quiet: bool,  # noqa: FBT001 - a parameter
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo") as env:
        ann, bob, cleo = env["Ann"], env["Bob"], env["Cleo"]
        hour = env.now().hour
        begins, ends = (hour, hour + 3) if quiet else (hour + 6, hour + 9)
        await cleo.ask_by_slash("my preferences", zone="UTC", quiet=f"{begins % 24}-{ends % 24}")
        await ann.ask_by_slash("challenge", game="martian-life", opponent=bob.id)
        challenge = await bob.hear_bot("-# challenge ")
        number, thread, _ = await accept_challenge(env, challenge, bob, terms="")
        post = await cleo.hear_bot(f"**Martian Life #{number}**")
        await cleo.ask_by_press(post, "Watch")
        question = await bob.ask_by_slash("match resign", thread)
        await bob.press(question, f"Resign #{number}")
        await env.pass_time(HOUR)
        told = await cleo.hear_bot(f"You watched #{number}:")
        assert bool(told["flags"] & SILENT) == quiet
        assert told["channel_id"] == await cleo.dm()

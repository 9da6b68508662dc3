"""The bot under Discord's rate limits at their own pace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.rate_limits import RateLimits
from tests.wire.environment import start_env

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_second_match_in_a_channel_gets_its_thread_as_soon_as_the_first(tmp_path: Path) -> None:
    limits = RateLimits()
    async with start_env(tmp_path, rate_limits=limits) as env:
        for number in (1, 2):
            await env.ann.say("!challenge @Bob martian-life")
            await env.bob.press(await env.bob.hear_bot(f"-# challenge {number}"), "Accept")
            await env.bob.hear(lambda one, number=number: one["attachments"] and f"-# #{number}" in one["content"])
    assert limits.limited == 0

"""One process with a connection for each of several shards."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING

import pytest

from tests.wire.environment import start_env
from tests.wire.match import Contest, bare, by_slash, meanwhile
from tests.wire.pairing import CHANNELS, numbered

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.thorough
async def test_a_process_carries_several_shards_and_catches_up_with_all_of_them(tmp_path: Path) -> None:
    shards = {"SHARD_COUNT": "2", "SHARD_IDS": "0,1"}
    async with start_env(tmp_path, guilds=2, settings=shards) as env:
        first, second = [Contest("martian-life", (env.ann, env.bob), channel=channel) for channel in CHANNELS]
        for contest in (first, second):
            await contest.begin()
            for way, text in zip((bare, numbered(contest), by_slash), ("e4+", "b7", "f5"), strict=True):
                await contest.turn(way, text)
        await env.bot.stop(signal.SIGKILL)
        barrier = asyncio.Barrier(3)
        playing = asyncio.gather(
            first.turn(meanwhile(numbered(first), barrier), "d6"), second.turn(meanwhile(bare, barrier), "d6")
        )
        await barrier.wait()
        await env.bot.start()
        await barrier.wait()
        await playing

"""What a start tells the operator: where the bot is invited, or where the playground is."""

from __future__ import annotations

import asyncio
import re
import signal
from typing import TYPE_CHECKING

import pytest

from bot.gateway.connection import invitation_link
from playground.model.resources.user import APP_ID
from tests.process_factory import ForkedProcess
from tests.wire.process import PATIENCE, clean_environment

if TYPE_CHECKING:
    from pathlib import Path

    from tests.wire.fixtures import Environment

PAGE = re.compile(r"open http://127\.0\.0\.1:\d+\n")


async def test_a_start_prints_the_link_that_invites_the_bot(env: Environment) -> None:
    await env.bot.logged(f"Invite Turnpost to a server: {invitation_link(APP_ID)}\n")


@pytest.mark.thorough
async def test_the_playground_leaves_the_matches_on_discord_alone(tmp_path: Path) -> None:
    settings = {
        "DISCORD_TOKEN": "a token that would be refused",
        "DATABASE_URL": "postgresql+asyncpg://turnpost:hunter2@127.0.0.1:1/none",
        "SHARD_IDS": "1",
        "SHARD_COUNT": "2",
        "TURNPOST_DATA": str(tmp_path / "data"),
        "TURNPOST_PORT": "0",
    }
    log = tmp_path / "log"
    bot = await ForkedProcess.start(log, clean_environment() | settings, arguments=("playground",))
    async with asyncio.timeout(PATIENCE):
        while not (log.exists() and PAGE.search(log.read_text())):
            assert bot.alive, log.read_text()
            await asyncio.sleep(0.05)
    bot.send(signal.SIGTERM)
    assert await bot.ended(PATIENCE) == 0
    assert [each.name for each in (tmp_path / "data").iterdir()] == ["playground"]
    assert (tmp_path / "data" / "playground" / "turnpost.db").exists()

"""Discord takes the message content intent away (4014): the bot ends, and its next start goes on without."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from tests.wire.environment import start_env
from tests.wire.fast_clock import run_fast
from tests.wire.match import Contest, bare, by_slash

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from tests.wire.fixtures import Environment

WITHOUT = "Here I can't read messages that don't mention me"
REFUSED = "turnpost: Discord refuses the message content intent; a new start does without."


@pytest.fixture
async def env(tmp_path: Path) -> AsyncGenerator[Environment]:
    async with start_env(tmp_path, program=run_fast) as ready:
        yield ready


async def ended(env: Environment) -> None:
    """Wait for the bot to end as a container's restart policy takes it for a failure."""
    assert await env.bot.ended() == 1
    assert env.bot.log.read_text().splitlines()[-1] == REFUSED


async def reads_content(env: Environment) -> bool:
    return WITHOUT not in (await env.ann.ask_by_slash("help"))["content"]


@pytest.mark.thorough
@pytest.mark.parametrize("flags", [True, False], ids=["its flags too", "its flags not"])
async def test_a_new_start_goes_on_without_it(env: Environment, flags: bool) -> None:  # noqa: FBT001 - the parameter
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    await contest.turn(bare, "e4+")
    assert await reads_content(env)
    env.playground.revoke_content(flags=flags)
    await env.playground.drop_gateway(resumable=False)
    await ended(env)
    for _ in range(2):
        await env.bot.start()
        assert not await reads_content(env)
        await env.bot.stop()
    await env.bot.start()
    await contest.turn(by_slash, "b7")
    assert ("refused the message content intent at " in env.bot.log.read_text()) is not flags


@pytest.mark.thorough
async def test_it_is_asked_for_again_a_day_later(env: Environment) -> None:
    env.playground.revoke_content(flags=False)
    await env.playground.drop_gateway(resumable=False)
    await ended(env)
    noted(env, datetime.now(UTC) - timedelta(hours=23))
    await env.bot.start()
    assert not await reads_content(env)
    await env.bot.stop()
    noted(env, datetime.now(UTC) - timedelta(hours=25))
    await env.bot.begin()
    await ended(env)
    await env.bot.start()
    assert not await reads_content(env)
    await env.bot.stop()
    noted(env, datetime.now(UTC) - timedelta(hours=25))
    env.playground.grant_content()
    await env.bot.start()
    assert await reads_content(env)


def noted(env: Environment, at: datetime) -> None:
    """Let the record say that the intent was refused at some time."""
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record, record:
        change = "UPDATE meta SET value = ? WHERE key LIKE 'content refused to %'"
        assert record.execute(change, (at.isoformat(),)).rowcount == 1

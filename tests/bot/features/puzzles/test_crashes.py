"""A server's daily puzzle is posted once, also if the bot dies as it sends it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from storage.engine.database import Database, file_url
from storage.queries import outbox
from tests.playground.client import answered, custom_id
from tests.wire.environment import start_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.wire.fixtures import Environment


async def queue_puzzle(env: Environment, channel: str) -> None:
    """Put puzzle 1 of Xero-G into the outbox as the daily puzzle of a channel."""
    guild = next(iter(env.playground.state.guilds))
    body = {"guild": guild, "channel": int(channel), "game": "xero-g", "number": 1, "yesterday": ["xero-g", 2]}
    database = await Database.open_existing(file_url(env.bot.data / "turnpost.db"))
    async with database.write() as tx:
        await outbox.add(tx, lane=f"puzzle:{guild}", kind="puzzle", body=body, at=datetime.now(UTC))
    await database.close()


@pytest.mark.parametrize("applied", [False, pytest.param(True, marks=pytest.mark.thorough)], ids=["before", "after"])
async def test_a_crash_leaves_one_post_beside_others_that_look_like_it(tmp_path: Path, applied: bool) -> None:  # noqa: FBT001 - a parameter
    """Kill the bot as it posts a puzzle where the same one was shown to a person, and a challenge issued."""
    async with start_env(tmp_path, nonce_window=timedelta(0)) as env:
        lounge = await env.ann.channel("lounge")
        shown = await env.ann.ask_by_text("!puzzle xero-g", lounge)
        await env.ann.ask_by_slash("challenge", lounge, game="xero-g")
        challenge = await env.ann.hear_bot("-# challenge ")
        assert answered(shown)
        assert not answered(challenge)
        assert challenge["channel_id"] == shown["channel_id"] == lounge
        async with env.down():
            await queue_puzzle(env, lounge)
            env.playground.faults.slow(60, method="POST", path=f"/channels/{lounge}/messages$", applied=applied)
        await env.playground.faults.used_up()
        async with env.down():
            env.playground.faults.clear()
        await env.all_posted()
        (post,) = [one for one in await env.ann.messages(lounge) if "**Puzzle of the day**" in one["content"]]
        assert "Xero-G puzzle 1**" in post["content"]
        assert custom_id(post, "Move") == custom_id(shown, "Move")

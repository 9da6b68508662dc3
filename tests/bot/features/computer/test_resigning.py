"""Turnpost, proved lost, asks over the wire whether it should resign: through a crash, and once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from storage.queries.rows import Person as Player
from tests.bot.admin.match_records import golden, started, written
from tests.bot.features.computer.conversation import custom_ids
from tests.playground.client import labels
from tests.process_factory import run_command
from tests.wire.environment import start_env
from tests.wire.process import clean_environment

if TYPE_CHECKING:
    from pathlib import Path

    from tests.wire.environment import Environment

SEED, LEVEL = 1, 3
PLAYED = [
    "213312",
    "213312",
    "e1xf1@c5",
    "b6xc6@c2",
    "b1xc1@e1",
    "e6xd6@c3",
    "d1-c4",
    "a6xc5@d5",
    "c1xd5@b1",
    "f6xd5@d3",
    "b1xc2@c1",
    "c6xc4@b4",
]
WINNING = "f1xc3@d4"
"""Ann's move after that; then e1-base comes whatever Turnpost plays."""


def run(env: Environment, *arguments: str) -> str:
    """Run a command on the bot's data folder that must go well, and return what it prints."""
    done = run_command([*arguments], clean_environment() | {"TURNPOST_DATA": str(env.bot.data)}, 60.0)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


async def import_match(env: Environment, path: Path) -> None:
    """Import a match of Ann and Turnpost in which Ann is to move, and wins."""
    whole, *_ = golden("xero-g-north-wins")
    turnpost = Player.computer(LEVEL)
    players = [{"id": str(env.ann.id), "name": env.ann.name}, {"id": str(turnpost.id), "name": turnpost.name}]
    events = [
        whole["events"][0]
        | {
            "text": text,
            "seat": place % 2 + 1,
            "user": players[place % 2]["id"],
            "source": None if place % 2 else str(place + 1),
        }
        for place, text in enumerate(PLAYED)
    ]
    home = {"guild": str(next(iter(env.playground.state.guilds))), "channel": await env.ann.channel("games")}
    record = whole | {"seed": SEED, "players": players, "events": events} | home
    async with env.down():
        await asyncio.to_thread(run, env, "import", str(written(path, started(record, len(events)))))


@pytest.mark.thorough
async def test_lost_turnpost_asks_once_through_a_crash_and_resigns_once(tmp_path: Path) -> None:
    async with start_env(tmp_path / "env") as env:
        ann = env.ann
        await import_match(env, tmp_path / "match.jsonl")
        await ann.say(f"!move #1 {WINNING}")
        await ann.hear_bot("is thinking")
        async with env.down():
            pass
        question = await ann.hear_bot("I'm lost in **Xero-G #1**: this can't be saved")
        assert "shall I resign, or do you want to play on?" in question["content"]
        assert labels(question) == ["Accept resignation", "Play on"]
        async with env.down():
            pass
        await asyncio.gather(*(ann.press(question, "Accept resignation") for _ in range(2)))
        await ann.hear(lambda one: "rematch:1" in custom_ids(one), "the last board")
        await env.all_posted()
        posts = [one["content"] for one in await ann.messages(question["channel_id"])]
        assert sum("I offered to resign **Xero-G #1**: agreed." in post for post in posts) == 1
        assert await asyncio.to_thread(run, env, "verify") == f"1 match, {len(PLAYED) + 3} events, all as stored\n"

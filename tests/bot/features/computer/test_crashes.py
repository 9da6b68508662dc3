"""Crashes of the bot and of the process in which it thinks: the computer player's move comes once all the same."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.bot.features.computer.conversation import challenge, hear_turn, seq_of
from tests.wire.environment import start_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person
    from tests.wire.environment import Environment


async def play(person: Person, board: Json) -> None:
    """Play a move that autocomplete offers."""
    choices = await person.autocomplete("move", "move", board["channel_id"], move="2")
    await person.say(choices[-1]["value"], board["channel_id"])


def events(env: Environment, match: str) -> list[tuple[int, str]]:
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record:
        return record.execute("SELECT seq, kind FROM events WHERE match_id = ? ORDER BY seq", [match]).fetchall()


@pytest.mark.thorough
async def test_moves_come_once_through_crashes_of_the_bot_and_of_the_worker(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        match, _ = await challenge(env.ann, "!challenge @Turnpost zyrcan level=1 seat=red")
        board = await hear_turn(env.ann, match, 0)
        for crash in ("bot before it thinks", "bot as it thinks", "worker", "bot"):
            seq = seq_of(board)
            if crash == "worker":
                assert env.bot.kill_workers()
            if crash == "bot before it thinks":
                async with env.down():
                    await play_while_down(env.ann, board)
            else:
                await play(env.ann, board)
            if crash.startswith("bot a") or crash == "bot":
                async with env.down():
                    pass
            board = await hear_turn(env.ann, match, seq + 3)
        await env.all_posted()
        assert [seq for seq, _ in events(env, match)] == list(range(1, seq_of(board) + 1))
        assert {kind for _, kind in events(env, match)} == {"move"}


async def play_while_down(person: Person, board: Json) -> None:
    """Play the move that the post of a first board gives as an example."""
    await person.say(board["content"].split("`")[1], board["channel_id"])

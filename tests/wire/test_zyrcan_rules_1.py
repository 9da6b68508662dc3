"""A match of Zyrcan that was begun under version 1 of its rules goes on under it, over the wire."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.bot.admin.match_records import golden, started, written
from tests.process_factory import run_command
from tests.wire.process import clean_environment

if TYPE_CHECKING:
    from pathlib import Path

    from tests.wire.fixtures import Environment

BEFORE = 37
"""How many moves of the recorded match are played before the first that version 2 refuses."""


def ran(data: Path, *arguments: str) -> str:
    """Run a command on the bot's data folder that must go well, and return what it prints."""
    done = run_command(list(arguments), clean_environment() | {"TURNPOST_DATA": str(data)}, 60.0)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.thorough
async def test_a_match_goes_on_over_cells_not_in_use_and_a_new_one_does_not(env: Environment, tmp_path: Path) -> None:
    whole, *_ = golden("zyrcan-4-blitzkrieg-1", first_source=77)
    crossing = whole["events"][BEFORE]["text"]
    assert crossing == "2@f2 a2xa4"
    people = env.people[:4]
    players = [{"id": str(person.id), "name": person.name} for person in people]
    events = [event | {"user": players[event["seat"] - 1]["id"]} for event in whole["events"]]
    place = {"guild": str(next(iter(env.playground.state.guilds))), "channel": await env.ann.channel("games")}
    record = started(whole | {"players": players, "events": events} | place, BEFORE)
    assert await env.bot.stop() == 0
    file = written(tmp_path / "first.jsonl", record)
    await asyncio.to_thread(ran, env.bot.data, "import", str(file))
    assert await asyncio.to_thread(ran, env.bot.data, "verify") == f"1 match, {BEFORE} events, all as stored\n"
    await env.bot.start()
    mover = people[int(record["to_move"]) - 1]
    choices = await mover.autocomplete("move", "move", move="#1 2@f2 a2")
    assert "#1 2@f2 a2xa4" in [choice["value"] for choice in choices]
    since = mover.seen_so_far()
    await mover.say(f"!move #1 {crossing}")
    board = await mover.hear_bot("**38.**", since=since)
    assert crossing in board["attachments"][0]["description"]
    assert await asyncio.to_thread(ran, env.bot.data, "verify") == f"1 match, {BEFORE + 1} events, all as stored\n"
    exported = await asyncio.to_thread(ran, env.bot.data, "export")
    assert '"rules": 1' in exported
    assert crossing in exported

"""`turnpost sync` brings the commands and emojis at Discord up to date, and says what it changed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.process_factory import run_command
from tests.wire.process import PATIENCE, clean_environment

if TYPE_CHECKING:
    from subprocess import CompletedProcess

    from tests.wire.fixtures import Environment


async def sync(env: Environment, **settings: str) -> CompletedProcess[str]:
    return await asyncio.to_thread(run_command, ("sync",), env.bot.environment | settings, PATIENCE)


@pytest.mark.thorough
async def test_sync_says_what_it_changed_beside_the_running_bot(env: Environment) -> None:
    commands, puts = env.playground.state.commands[0], env.playground.command_puts
    commands.remove(next(one for one in commands if one["name"] == "move"))
    next(one for one in commands if one["name"] == "stats")["description"] = "Something else"
    next(one for one in commands if one["name"] == "server")["default_member_permissions"] = None
    commands.append(commands[0] | {"id": "7", "name": "strange"})

    first = await sync(env)
    assert (first.returncode, first.stderr) == (0, "")
    assert env.playground.command_puts == puts + 1
    lines = first.stdout.splitlines()
    assert lines[0].endswith("slash commands registered; changed:")
    assert lines[1:4] == ["  added: move", "  changed: server, stats", "  removed: strange"]
    total = len(env.playground.state.emojis)
    assert lines[4] == f"{total} of {total} pieces with an emoji; changed:"

    renewed = next(iter(env.playground.state.emojis.values()))
    renewed["name"] = old = f"{renewed['name'][:-8]}00000000"
    second = (await sync(env)).stdout.splitlines()
    assert second[0].endswith("slash commands registered; nothing changed.")
    assert second[1] == f"{total} of {total} pieces with an emoji; changed:"
    assert second[3] == f"  deleted, with an older picture: {old}"
    assert (await sync(env)).stdout.splitlines()[1].endswith("nothing changed.")

    env.playground.faults.fail(503, 9, method="PUT", path="/commands$")
    refused = await sync(env)
    assert refused.returncode == 2
    assert refused.stderr.startswith("turnpost: Discord can't be reached, or refuses: 503")
    env.playground.faults.clear()
    unknown = await sync(env, DISCORD_TOKEN="nonsense")  # noqa: S106 - no secret
    assert "DISCORD_TOKEN is not a token that Discord knows" in unknown.stderr


def test_sync_needs_a_token() -> None:
    done = run_command(("sync",), clean_environment() | {"TURNPOST_DATA": "nowhere"}, PATIENCE)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr

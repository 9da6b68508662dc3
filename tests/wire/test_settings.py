"""A wrong setting ends with one clear line and exit code 2; the health check tells a running bot from none."""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from pydantic import SecretStr

from bot.config import BackupSchedule, Settings
from playground.server import Playground
from storage.engine.database import Database, file_url
from tests.ports import taken_port
from tests.process_factory import run_command
from tests.wire.process import ROOT, BotProcess, clean_environment

if TYPE_CHECKING:
    from pathlib import Path

    from tests.wire.fixtures import Environment

PATIENCE = 100.0


def turnpost(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run the command line to its end."""
    return run_command(arguments, clean_environment() | settings, PATIENCE)


def check_rejected(done: subprocess.CompletedProcess[str], *parts: str) -> None:
    assert done.returncode == 2, done.stderr
    last = done.stderr.strip().splitlines()[-1]
    for part in ("turnpost: ", *parts):
        assert part in last
    assert "Traceback" not in done.stderr


async def test_a_wrong_token(tmp_path: Path) -> None:
    playground = await Playground.start()
    bot = BotProcess(playground, tmp_path)
    try:
        settings = {**bot.environment, "DISCORD_TOKEN": "nonsense"}
        done = await asyncio.to_thread(turnpost, "run", **settings)
    finally:
        await playground.stop()
    check_rejected(done, "DISCORD_TOKEN")
    assert "nonsense" not in done.stderr + done.stdout


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.touch()
    check_rejected(turnpost("run", TURNPOST_DATA=str(file), TURNPOST_PORT="0"), "TURNPOST_DATA", str(file))


def test_messages_of_the_playground_that_cannot_be_read(tmp_path: Path) -> None:
    journal = tmp_path / "playground" / "journal.jsonl"
    journal.parent.mkdir()
    journal.write_text('{"kind":"wonder","item":1}\n', encoding="utf-8")
    done = turnpost("run", TURNPOST_DATA=str(tmp_path), TURNPOST_PORT="0")
    check_rejected(done, f"{journal}, line 1 can't be read", "Move it away")


def test_a_database_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "turnpost.db").write_text("this is no database, but long enough to look at" * 100)
    check_rejected(turnpost("run", TURNPOST_DATA=str(tmp_path), TURNPOST_PORT="0"), "TURNPOST_DATA", str(tmp_path))


@pytest.mark.parametrize("rest", ["127.0.0.1:1/name?ssl=nonsense", "127.0.0.1:70000/name", "a..b/name"])
@pytest.mark.parametrize("command", ["run", "verify"])
def test_a_database_address_that_makes_no_sense(tmp_path: Path, command: str, rest: str) -> None:
    url = f"postgresql+asyncpg://turnpost:hunter2@{rest}"
    done = turnpost(command, DATABASE_URL=url, TURNPOST_DATA=str(tmp_path), TURNPOST_PORT="0")
    check_rejected(done, "database address")
    assert "hunter2" not in done.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("what", ["file", "folder"])
async def test_a_database_that_may_not_be_written(tmp_path: Path, what: str) -> None:
    await (await Database.open(file_url(tmp_path / "turnpost.db"))).close()
    spot = tmp_path / "turnpost.db" if what == "file" else tmp_path
    spot.chmod(0o444 if what == "file" else 0o555)
    done = run_bound_by_permissions(tmp_path)
    spot.chmod(0o755)
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("turnpost: ")
    assert str(tmp_path) in last
    assert ("cannot be written; check" if what == "file" else "Permission denied") in last
    assert "Traceback" not in done.stderr
    assert done.returncode


def run_bound_by_permissions(data: Path) -> subprocess.CompletedProcess[str]:
    """Run the bot to its end, as somebody who may write only where permissions let them."""
    return subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        cwd=ROOT,
        env=clean_environment() | {"TURNPOST_DATA": str(data), "TURNPOST_PORT": "0"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        preexec_fn=bound_by_permissions,
    )


def bound_by_permissions() -> None:
    """Take from a process of root's the right to write everywhere (prctl(2), capabilities(7)); others lack it."""
    if os.geteuid() == 0:
        drop_from_bounding_set, override = 24, 1
        ctypes.CDLL(None).prctl(drop_from_bounding_set, override, 0, 0, 0)


def test_a_port_in_use(tmp_path: Path) -> None:
    with taken_port() as port:
        done = turnpost("run", TURNPOST_DATA=str(tmp_path), TURNPOST_PORT=str(port))
        check_rejected(done, "TURNPOST_PORT", str(port))


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"TURNPOST_PORT": "many"}, "TURNPOST_PORT"),
        ({"TURNPOST_PORT": "70000"}, "TURNPOST_PORT"),
        ({"TURNPOST_BACKUPS": "dayly"}, "TURNPOST_BACKUPS is `hourly`, `daily` or `weekly`"),
        (
            {"TURNPOST_URL": "https://play.example.org/boards"},
            "TURNPOST_URL is the address of the site, without a path",
        ),
        ({"TURNPOST_URL": "http://play.example.org"}, "TURNPOST_URL begins with https://"),
        ({"TURNPOST_WEB_PORT": "70000"}, "TURNPOST_WEB_PORT"),
        ({"TURNPOST_PROXIES": "caddy"}, "TURNPOST_PROXIES is a list of addresses and networks"),
        ({"DISCORD_REQUESTS_PER_SECOND": "0"}, "DISCORD_REQUESTS_PER_SECOND"),
        ({"DISCORD_REQUESTS_PER_SECOND": "inf"}, "DISCORD_REQUESTS_PER_SECOND"),
        ({"DISCORD_TOKEN": "x", "DISCORD_API": "nowhere"}, "DISCORD_API"),
        ({"DISCORD_TOKEN": "x", "DISCORD_API": "http://127.0.0.1:9/api"}, "DISCORD_GATEWAY"),
        ({"DISCORD_API": "http://127.0.0.1:9/api", "DISCORD_GATEWAY": "ws://127.0.0.1:9"}, "DISCORD_TOKEN"),
    ],
)
def test_settings_that_make_no_sense(tmp_path: Path, settings: dict[str, str], name: str) -> None:
    check_rejected(turnpost("run", TURNPOST_DATA=str(tmp_path), **settings), name)


def test_the_playground_of_a_bot_leaves_its_backups_alone(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    settings = Settings(discord_token=SecretStr("x"), turnpost_backups="daily", turnpost_backup_folder=folder)
    assert (settings.backups, settings.backup_folder) == (BackupSchedule("daily", 14), folder)
    assert settings.in_playground().backups is None


def test_the_playground_of_a_bot_has_none_of_its_site() -> None:
    settings = Settings(
        discord_token=SecretStr("x"),
        turnpost_url="https://play.example.org",
        turnpost_web_host="::1",
        turnpost_web_port=80,
        turnpost_proxies="::1",
    )
    playground = settings.in_playground()
    assert (playground.web_url, playground.proxies) == (None, ())
    assert (playground.turnpost_web_host, playground.turnpost_web_port) == ("127.0.0.1", 8401)


def test_an_unreachable_discord_is_not_called_a_wrong_setting(tmp_path: Path) -> None:
    nowhere = {"DISCORD_API": "http://127.0.0.1:9/api", "DISCORD_GATEWAY": "ws://127.0.0.1:9"}
    done = turnpost("run", TURNPOST_DATA=str(tmp_path), DISCORD_TOKEN="x", **nowhere)  # noqa: S106 - no secret
    assert done.returncode == 1
    assert "Discord can't be reached" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.thorough
async def test_health_asks_the_running_bot(env: Environment) -> None:
    data = str(env.bot.data)
    await env.ann.ask_by_slash("help")
    async with asyncio.timeout(60):
        while (done := await asyncio.to_thread(turnpost, "health", TURNPOST_DATA=data)).returncode:
            assert json.loads(done.stdout.splitlines()[0])["connected"] is False
    assert json.loads(done.stdout)["connected"] is True
    await env.bot.stop()
    done = await asyncio.to_thread(turnpost, "health", TURNPOST_DATA=data)
    assert done.returncode == 1
    assert "No bot runs on" in done.stdout

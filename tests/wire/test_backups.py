"""Backups that the running bot makes, seen in its metrics and its health, beside matches that go on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.ports import free_port
from tests.wire.environment import start_env
from tests.wire.match import begin_match
from tests.wire.pairing import paired
from tests.wire.test_metrics import fetch, samples, value

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgres import Server

MADE = "is made and checked"


@pytest.mark.thorough
async def test_the_running_bot_makes_a_backup_while_a_match_goes_on(tmp_path: Path) -> None:
    settings = {"TURNPOST_BACKUPS": "hourly keep 3", "TURNPOST_METRICS_PORT": str(free_port())}
    async with start_env(tmp_path, settings=settings) as env:
        await begin_match(env.people[:2], "c4")
        await env.bot.logged(MADE)
        (made,) = (env.bot.data / "backups").iterdir()
        with closing(sqlite3.connect(made)) as copy:
            assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert copy.execute("SELECT count(*) FROM alembic_version").fetchone() == (1,)
        found = await samples(env)
        assert value(found, "turnpost_backup_interval_seconds") == 3600
        assert value(found, "turnpost_backup_last_success_timestamp_seconds") > 1e9
        assert value(found, "turnpost_backup_size_bytes") == made.stat().st_size
        assert value(found, "turnpost_backup_failures_total") == 0
        assert "backup" not in (await fetch(env.bot, "/healthz"))[1]


async def test_a_bot_whose_backups_fail_plays_on_and_says_so(tmp_path: Path) -> None:
    away = tmp_path / "away"
    settings = {
        "TURNPOST_BACKUPS": "daily",
        "TURNPOST_BACKUP_FOLDER": str(away),
        "TURNPOST_METRICS_PORT": str(free_port()),
    }
    async with start_env(tmp_path, settings=settings) as env:
        reason = f"The folder {away} can't be used (No such file or directory)."
        await env.bot.logged(f"The backup failed, and is tried again in 1 min: {reason}")
        await begin_match(env.people[:2], "c4", "f5")
        status, text = await fetch(env.bot, "/healthz")
        assert status == 503
        assert f"The backup failed, and is tried again: {reason}" in text
        found = await samples(env)
        assert value(found, "turnpost_backup_failures_total") == 1
        assert value(found, "turnpost_backup_last_success_timestamp_seconds") == 0


@pytest.mark.thorough
async def test_of_two_processes_the_one_with_shard_0_makes_the_backups(postgres: Server, tmp_path: Path) -> None:
    url, folder = postgres.url(await postgres.empty()), tmp_path / "backups"
    folder.mkdir()
    settings = {"TURNPOST_BACKUPS": "hourly", "TURNPOST_BACKUP_FOLDER": str(folder)}
    async with paired(tmp_path, url, settings) as pair:
        await pair.bots[0].logged(MADE)
    assert MADE not in pair.bots[1].log.read_text()
    assert len(list(folder.iterdir())) == 1

"""The command line as a process of its own, on a data folder, and a played record to tamper with."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from tests.bot.admin.tampering import TamperedRecord, copy_record
from tests.ports import free_port
from tests.process_factory import run_command
from tests.wire.process import clean_environment

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from subprocess import CompletedProcess

PATIENCE = 60.0


class CommandLine:
    """The command line of an operator on a data folder."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.place = data / "turnpost.db"
        self.settings: dict[str, str] = {}

    def run(self, *arguments: str | Path, on_terminal: bool = False) -> CompletedProcess[str]:
        """Run the command line to its end, perhaps with a terminal as its standard error."""
        settings = {"TURNPOST_DATA": str(self.data), "TURNPOST_PORT": str(free_port())} | self.settings
        return run_command(
            [str(each) for each in arguments], clean_environment() | settings, PATIENCE, on_terminal=on_terminal
        )

    def does(self, *arguments: str | Path) -> str:
        """Run a command that must go well, and return what it prints."""
        done = self.run(*arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        assert not done.stderr
        return done.stdout

    def run_rejected(self, *arguments: str | Path) -> str:
        """Run a command that must be refused with one line, and return the line."""
        done = self.run(*arguments)
        assert done.returncode == 2, done.stdout + done.stderr
        assert not done.stdout
        (line,) = done.stderr.splitlines()
        assert line.startswith("turnpost: ")
        return line.removeprefix("turnpost: ")

    def sql(self, statement: str, place: Path | None = None) -> list[Any]:
        """Ask or change a database behind the program's back."""
        with closing(sqlite3.connect(place or self.place)) as connection, connection:
            return connection.execute(statement).fetchall()


@pytest.fixture
def command_line(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path / "data")


@pytest.fixture
def now() -> datetime:
    return datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def other_command_line(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path / "other")


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[TamperedRecord]:
    """A record in which all tables have rows; each test puts back what it changes."""
    base = tmp_path_factory.getbasetemp()
    path = tmp_path_factory.mktemp("played") / "turnpost.db"
    with asyncio.Runner() as runner:
        now = copy_record(runner, base if worker_id == "master" else base.parent, path)
        made = TamperedRecord(runner, path, now)
        yield made
        made.close()

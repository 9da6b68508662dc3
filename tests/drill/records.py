"""Databases of earlier releases, and how a record is opened by the running bot and gone on with."""

from __future__ import annotations

import sqlite3
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from playground import Options, Playground
from storage.engine.database import Database
from tests.drill.play_on import play_in_each_match
from tests.fast_rate_limits import fast_rate_limits
from tests.playground.client import Person
from tests.wire.match import begin_match
from tests.wire.process import BotProcess

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.drill.report import Report

Rows: TypeAlias = dict[str, list[dict[str, Any]]]

RELEASED = Path(__file__).parents[1] / "storage" / "released"
DUMPS = sorted(RELEASED.glob("*.sql"))
"""A SQLite dump by the last version that wrote each schema, the present one last."""


def read_rows(file: Path, columns: dict[str, list[str]] | None = None) -> Rows:
    """Return all rows of a SQLite database by table, or only these columns of them."""
    with closing(sqlite3.connect(file)) as record:
        record.row_factory = sqlite3.Row
        names = [row[0] for row in record.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        chosen = {name: ["*"] for name in names} if columns is None else columns
        return {
            name: [dict(row) for row in record.execute(f"SELECT {', '.join(fields)} FROM {name}")]  # noqa: S608 - our own names
            for name, fields in chosen.items()
        }


def load_dump(file: Path, dump: Path) -> Rows:
    """Make a SQLite database of a dump, and return its rows."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(file)) as record:
        record.executescript(dump.read_text("utf-8"))
    return read_rows(file)


@asynccontextmanager
async def run_bot(report: Report, data: Path) -> AsyncGenerator[Playground]:
    """Run the bot on a record in the playground, and end it well."""
    playground = await Playground.start(options=Options(rate_limits=fast_rate_limits()))
    try:
        bot = BotProcess(playground, data)
        await bot.start()
        yield playground
        report.check(await bot.stop() == 0, "the bot did not end well")
        report.check("Traceback" not in bot.log.read_text("utf-8"), f"the log has an error: {bot.log}")
    finally:
        await playground.stop()


async def go_on(report: Report, data: Path, url: str) -> None:
    """Play a move in each match of a record, then let the bot run on it and begin a new one."""
    database = await Database.open(url)
    try:
        played, refused = await play_in_each_match(database)
    finally:
        await database.close()
    for sentence in refused:
        report.step(f"no move was played in {sentence}")
    report.step(f"{len(played)} matches went on by a move")
    async with run_bot(report, data) as playground:
        async with Person(playground, "Ann") as ann, Person(playground, "Bob") as bob:
            contest = await begin_match((ann, bob), "c4", "f5")
        report.step(f"the bot runs on it; a new match, #{contest.number}, began with two moves")

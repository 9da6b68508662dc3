"""Databases of earlier releases, and how a record is opened by the running bot and played on, with or without one."""

from __future__ import annotations

import sqlite3
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from discord.utils import time_snowflake

from bot import plugins
from bot.referee.context import Context
from bot.referee.errors import RequestRejected
from bot.referee.requests import MovePlayed, MoveText, Request
from bot.referee.turns import play
from games.random_play import choices
from playground import Options, Playground
from storage.engine.database import Database
from storage.queries import matches, outbox
from tests.fast_rate_limits import fast_rate_limits
from tests.playground.client import Person
from tests.wire.match import begin_match
from tests.wire.process import BotProcess

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from storage.queries.rows import Match, Post
    from tests.drill.operator import Report


async def play_in_each_match(database: Database) -> tuple[list[Match], list[str]]:
    """Play the first legal move in every match in which a person is to move, and send what waits.

    Returns the matches as they are then, and a sentence for each in which no move could be played.
    """
    now = datetime.now(UTC) + timedelta(days=1)
    context = Context(database, plugins.read().games, now=lambda: now, rng=Random(1))
    async with database.read() as tx:
        active = await matches.active(tx)
    played: list[Match] = []
    refused: list[str] = []
    for number, match in enumerate(active):
        if match.to_move is None or match.computer_to_move is not None:
            continue
        try:
            played.append(await play_first_move(context, match, time_snowflake(now) + number))
        except RequestRejected as rejected:
            refused.append(f"#{match.id}: {rejected}")
    await send_all(database, now)
    return played, refused


async def play_first_move(context: Context, match: Match, source_id: int) -> Match:
    """Play the first legal move of a match for the person to move. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        state = await context.state(tx, match)
    game = context.game(match)
    text = game.format(state, choices(game, state)[0])
    mover = match.seats[(match.to_move or 1) - 1]
    request = Request(mover.id, source_id, match.home, match.guild_id)
    result = await play.play_move(context, request, MoveText(text, match.id))
    assert isinstance(result, MovePlayed), f"#{match.id}: {text} led to {result}"
    return result.match


async def send_all(database: Database, now: datetime) -> list[Post]:
    """Mark all that waits in the outbox as sent, and return it in the order in which it came."""
    sent: list[Post] = []
    while True:
        async with database.write() as tx:
            posts = await outbox.claim(tx, "drill", now=now, until=now + timedelta(minutes=1))
            for post in posts:
                match = await matches.require(tx, post.match_id) if post.match_id else None
                await outbox.mark_sent(
                    tx,
                    post.id,
                    channel_id=match.home if match else 1,
                    message_id=time_snowflake(now) + post.id,
                    at=now,
                )
        if not posts:
            return sent
        sent += posts


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
            name: [dict(row) for row in record.execute(f"SELECT {', '.join(fields)} FROM {name} ORDER BY 1")]  # noqa: S608 - our own names
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

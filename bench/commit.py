"""How many turns a second are stored: `python -m bench.commit`. The referee without Discord, beside bare inserts.

Turns of recorded matches go through `bot.referee.turns.play.play_move`: find the match, check the move by the rules,
store event, position and outbox row in one transaction. The peer stores only an event: one insert and one commit over
aiosqlite, in a table of the same columns with the same two indexes, in a file with the same journal and the same
`synchronous = FULL`, so that both wait for the disk at each commit. Blocks of both alternate in one process.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from argparse import ArgumentParser
from datetime import UTC, datetime
from itertools import chain, count as numbers, islice, zip_longest
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import aiosqlite

from bench.live import begin, complete_recordings
from bench.results import keep, spread
from bench.tables import count, say
from bot.referee.context import Context
from bot.referee.requests import MovePlayed, MoveText, Request
from bot.referee.turns import play
from games import GAMES
from playground.model.state import State
from storage.engine.database import Database, file_url

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bench.live import LiveMatch

ROUNDS = 10
BLOCK = 50
BARE = (
    "CREATE TABLE events (match_id INTEGER, seq INTEGER, kind TEXT, seat INTEGER, user_id INTEGER, text TEXT, "
    "source_id INTEGER UNIQUE, at INTEGER, PRIMARY KEY (match_id, seq))"
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = ArgumentParser(prog="python -m bench.commit", description="Measure how many turns a second are stored.")
    parser.add_argument("--rounds", type=count, default=ROUNDS, help=f"blocks of {BLOCK} turns ({ROUNDS})")
    options = parser.parse_args(arguments)
    asyncio.run(measure(options.rounds))


async def measure(rounds: int) -> None:
    """Measure, print the rates, and keep the result."""
    turns: list[float] = []
    inserts: list[float] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = await Database.open(file_url(folder / "turnpost.db"))
        context = Context(database, GAMES, now=lambda: datetime.now(UTC), rng=Random(1))  # noqa: S311 - no secret
        upcoming = await _matches(database, (rounds + 1) * BLOCK)
        async with aiosqlite.connect(folder / "bare.db", isolation_level=None) as bare:
            for setting in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", BARE):
                await bare.execute(setting)
            sources = numbers(1 << 62)
            for number in range(rounds + 1):
                turn_times = [await _time_turn(context, match, next(sources)) for match in islice(upcoming, BLOCK)]
                insert_times = [await _time_insert(bare, next(sources)) for _ in turn_times]
                if number:  # the first block warms up
                    turns += turn_times
                    inserts += insert_times
        await database.close()
    found: dict[str, Any] = {"turn": spread(turns), "bare": spread(inserts)}
    for each in found.values():
        each["rate"] = each["count"] / each["sum"]
    say(f"turns stored: {found['turn']['rate']:.0f} a second, bare inserts: {found['bare']['rate']:.0f} a second")
    say(f"share: {found['turn']['rate'] / found['bare']['rate']:.2f}")
    keep("commit", found)


async def _matches(database: Database, wanted: int) -> Iterator[LiveMatch]:
    """Return at least so many items: matches of all games in turn, each as often as it has turns left."""
    state = State(lambda: datetime.now(UTC))
    matches_by_game: list[list[LiveMatch]] = []
    async with database.write() as tx:
        for key in GAMES:
            matches_by_game.append([])
            for recording in complete_recordings(key):
                match = await begin(tx, state, recording)
                matches_by_game[-1] += [match] * len(match.turns)
                if len(matches_by_game[-1]) >= wanted / len(GAMES):
                    break
    return (one for one in chain.from_iterable(zip_longest(*matches_by_game)) if one is not None)


async def _time_turn(context: Context, match: LiveMatch, source: int) -> float:
    person, text = match.turns.popleft()
    request = Request(person, source, match.thread.id, (match.thread.parent_id or 0) >> 22 << 22 | 1)
    began = time.perf_counter()
    result = await play.play_move(context, request, MoveText(text))
    seconds = time.perf_counter() - began
    if not isinstance(result, MovePlayed):
        raise TypeError(f"{text} was not played in match {match.number}: {result}")
    return seconds


async def _time_insert(bare: aiosqlite.Connection, source: int) -> float:
    values = (source, 1, "move", 1, source, "b1-e4@c3", source, 1_700_000_000_000_000)
    began = time.perf_counter()
    await bare.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
    await bare.commit()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()

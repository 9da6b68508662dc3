"""What a large record costs: `python -m bench.growth`. Records of 1,000, 100,000 and 1,000,000 matches, side by side.

For each record (`bench.stores`) the bot is started some times, the echo bot in between; then turns are played in new
matches of all games, and `!games` is asked for, while the echo bot answers as many messages with pictures. Then turns
are played in matches of the first game that stand at 10, 100 and 500 plies, or a few more: the first of each such
match, for which the bot has to read the saved state and play what came since, and the following ones. The records are
not in the memory of the bot but may be in that of the system, as on a machine that does nothing else.

Matches of one run are ended at the beginning of the next. A record of a million matches takes some minutes to make and
some gigabytes of disk; it is kept in build/bench/stores and used again.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from argparse import ArgumentParser
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.bot_pair import MeasuredBot, pick_pictures, wait_until_idle
from bench.bots import Bot, start_playground
from bench.live import begin, complete_recordings, played
from bench.results import keep, spread
from bench.stores import store
from bench.tables import count, say
from games import GAMES
from storage.engine.database import Database, file_url

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.live import LiveMatch
    from playground.server import Playground

MATCHES = (1_000, 100_000, 1_000_000)
TURNS = 60
STARTS = 3
PLIES = (10, 100, 500)
LONG = (next(iter(GAMES)), 2)
"""A game and a seed whose match of random moves goes on for long enough."""

LONG_TURNS = 8
LONG_MATCHES = 8
"""Matches of each length, because each has only one first turn."""

APART = 2
"""Plies by which they differ, so that their saved states lie at all distances."""

PAUSE = 0.02
HEAD = (
    "| matches | moves | start s | turn ms | `!games` ms | bytes a move | memory MB | echo: start s | turn ms "
    "| memory MB |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = ArgumentParser(prog="python -m bench.growth", description="Measure what a large record costs.")
    parser.add_argument("--matches", type=count, action="append", help=f"how many are stored ({MATCHES})")
    parser.add_argument("--turns", type=count, default=TURNS, help=f"turns in each record ({TURNS})")
    parser.add_argument("--starts", type=count, default=STARTS, help=f"starts on each record ({STARTS})")
    options = parser.parse_args(arguments)
    asyncio.run(measure(options.matches or MATCHES, options.turns, options.starts))


async def measure(stored: Sequence[int], turns: int, starts: int) -> None:
    """Measure, print a table, and keep the result."""
    folders = {number: await store(number) for number in stored}
    say(HEAD)
    rows = {str(number): await _measure_record(number, folder, turns, starts) for number, folder in folders.items()}
    say("\n| matches | plies | first turn ms | turn ms |\n|--:|--:|--:|--:|")
    for number, row in rows.items():
        for plies, each in row["long"].items():
            say(f"| {int(number):,} | {plies} | {each['first'] * 1000:.1f} | {each['median'] * 1000:.1f} |")
    keep("growth", {"records": rows})


async def _measure_record(stored: int, folder: Path, turns: int, starts: int) -> dict[str, Any]:
    moves, used = closed(folder / "turnpost.db")
    async with AsyncExitStack() as stack:
        pictures = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for key, picture in pick_pictures().items():
            (pictures / f"{key}.png").write_bytes(picture)
        ours, theirs = [await start_playground() for _ in range(2)]
        for playground in (ours, theirs):
            stack.push_async_callback(playground.stop)
        live, long = await begin_matches(folder, ours, turns)
        bot, echo = MeasuredBot(ours, Bot("turnpost", ours, folder)), MeasuredBot(theirs, Bot("echo", theirs, pictures))
        for measured_bot in (bot, echo):
            stack.push_async_callback(measured_bot.bot.stop)
        began: dict[str, list[float]] = {"bot": [], "echo": []}
        for number in range(starts + 1):  # the first one registers the commands and fills the system's memory
            for name, measured_bot in (("bot", bot), ("echo", echo)):
                seconds = await measured_bot.bot.start()
                began[name] += [seconds] if number else []
                if number < starts:
                    await measured_bot.bot.stop()
        await wait_until_idle(ours)
        row: dict[str, Any] = {
            "moves": moves,
            "bytes": used,
            **await _turns(bot, echo, live, turns),
            "start": {name: spread(each) for name, each in began.items()},
        }
        row["long"] = {str(plies): await _time_long_matches(bot, found) for plies, found in long.items()}
        row["memory"] = {"bot": bot.bot.memory, "echo": echo.bot.memory}
        say(format_row(str(stored), row))
    return row


def closed(file: Path) -> tuple[int, int]:
    """End the matches of an earlier run; return how many moves are stored and the bytes of the file."""
    with closing(sqlite3.connect(file)) as record:
        record.execute("UPDATE matches SET ended_at = since, to_move = NULL WHERE ended_at IS NULL")
        record.execute("DELETE FROM heard")
        record.commit()
        record.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        moves = record.execute("SELECT count(*) FROM events WHERE kind = 'move'").fetchone()[0]
    return moves, file.stat().st_size


async def begin_matches(
    folder: Path, playground: Playground, turns: int
) -> tuple[list[LiveMatch], dict[int, list[LiveMatch]]]:
    """Begin matches of all games for so many turns, and the long ones."""
    database = await Database.open(file_url(folder / "turnpost.db"))
    endless = played(*LONG, PLIES[-1] + LONG_MATCHES * APART + LONG_TURNS + 1)
    try:
        async with database.write() as tx:
            live: list[LiveMatch] = []
            for key in GAMES:
                recordings, ahead = complete_recordings(key), 0
                while ahead < turns / len(GAMES) + 1:
                    live.append(await begin(tx, playground.state, next(recordings)))
                    ahead += len(live[-1].turns)
            long = {
                plies: [
                    await begin(tx, playground.state, endless, plies + number * APART) for number in range(LONG_MATCHES)
                ]
                for plies in PLIES
            }
    finally:
        await database.close()
    return live, long


async def _turns(bot: MeasuredBot, echo: MeasuredBot, live: Sequence[LiveMatch], turns: int) -> dict[str, Any]:
    """Play turns of all games in turn, ask for lists, and let the echo bot answer as often."""
    seconds: dict[str, list[float]] = {"turn": [], "games": [], "echo": []}
    lounge = next(iter(echo.playground.state.channels.values()))
    channel = next(iter(bot.playground.state.channels.values()))
    for number in range(-len(live), turns):
        match = live[number % len(live)]
        match = match if match.turns else next(one for one in live if one.turns)
        person, text = match.turns.popleft()
        for name, measured_bot, place, content in (
            ("turn", bot, match.thread, f"!move {text}"),
            ("echo", echo, lounge, f"{match.key} c4"),
            ("games", bot, channel, "!games"),
        ):
            await asyncio.sleep(PAUSE)
            seconds[name].append(await measured_bot.turn(place, person, content))
    return {name: spread(each[len(live) :]) for name, each in seconds.items()}


async def _time_long_matches(bot: MeasuredBot, found: Sequence[LiveMatch]) -> dict[str, float]:
    """Return the median of the first turns of matches, and the spread of the following ones."""
    first: list[float] = []
    later: list[float] = []
    for match in found:
        for number in range(LONG_TURNS):
            await asyncio.sleep(PAUSE)
            person, text = match.turns.popleft()
            (later if number else first).append(await bot.turn(match.thread, person, f"!move {text}"))
    return {"first": spread(first)["median"], **spread(later)}


def format_row(stored: str, row: dict[str, Any]) -> str:
    """Return a record's row of the table."""
    cells = [
        f"{int(stored):,}",
        f"{row['moves']:,}",
        f"{row['start']['bot']['median']:.2f}",
        f"{row['turn']['median'] * 1000:.1f}",
        f"{row['games']['median'] * 1000:.1f}",
        f"{row['bytes'] / row['moves']:.0f}",
        f"{row['memory']['bot'] / 1e6:.0f}",
        f"{row['start']['echo']['median']:.2f}",
        f"{row['echo']['median'] * 1000:.1f}",
        f"{row['memory']['echo'] / 1e6:.0f}",
    ]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()

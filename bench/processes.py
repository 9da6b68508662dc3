"""Measures how many turns a second one and two processes of the bot carry: `python -m bench.processes`.

Matches are played in two guilds of the embedded Discord by scripted people who reply to every board at once: on SQLite
with one process, on PostgreSQL with one and with two. It takes about a minute.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from contextlib import AsyncExitStack
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING

from bench.bots import start_playground
from bench.tables import count, machine
from games import GAMES
from tests.playground.client import Person
from tests.postgres import running
from tests.wire.environment import PEOPLE
from tests.wire.match import SCRIPTS, Contest
from tests.wire.process import BotProcess

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.postgres import Server

_, GAME, *_ = GAMES
CHANNELS = ("games", "games-2")


async def play(contest: Contest, texts: Sequence[str]) -> list[float]:
    """Play a match to the end of the texts; return the seconds until each board was posted."""
    waits: list[float] = []
    for ply, text in enumerate(texts, 1):
        mover = contest.mover
        since, began = mover.seen_so_far(), time.perf_counter()
        await mover.say(f"!move {text}", contest.thread)
        await mover.hear(
            lambda one, ply=ply: one["channel_id"] == contest.thread and one["content"].startswith(f"**{ply}.**"),
            since=since,
        )
        waits.append(time.perf_counter() - began)
        contest.state = contest.game.play(contest.state, contest.game.parse(contest.state, text))
    return waits


async def measure(settings: Sequence[Mapping[str, str]], matches: int, turns: int) -> str:
    """Play so many matches on processes with these settings; return a row of the table."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        playground = await start_playground(guilds=2)
        stack.push_async_callback(playground.stop)
        bots = [
            BotProcess(playground, folder / f"data-{number}", settings=each) for number, each in enumerate(settings)
        ]
        await asyncio.gather(*(bot.start() for bot in bots))
        people = [await stack.enter_async_context(Person(playground, name)) for name in PEOPLE]
        pairs = islice(cycle((one, other) for one in people for other in people if one is not other), matches)
        contests = [Contest(GAME, pair, channel=CHANNELS[number % 2]) for number, pair in enumerate(pairs)]
        for contest in contests:
            await contest.begin()
        began = time.perf_counter()
        waits_by_match = await asyncio.gather(*(play(each, SCRIPTS[GAME].split()[:turns]) for each in contests))
        seconds = time.perf_counter() - began
        waits = sorted(wait for each in waits_by_match for wait in each)
        memory = [_memory(bot.pid) for bot in bots]
        for bot in bots:
            await bot.stop()
    middle, slow = waits[len(waits) // 2], waits[int(len(waits) * 0.95)]
    megabytes = " + ".join(f"{each:.0f}" for each in memory)
    return f"{len(waits) / seconds:.1f} | {middle:.2f} s | {slow:.2f} s | {megabytes} MB"


def _memory(pid: int) -> float:
    """Return the memory of a process, in megabytes (Linux)."""
    lines = Path(f"/proc/{pid}/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1024


async def print_table(server: Server, matches: int, turns: int) -> None:
    """Measure each setup and print the table."""
    one, two = await server.create(), await server.create()
    shards = {"SHARD_COUNT": "2", "DATABASE_URL": two}
    setups: dict[str, list[dict[str, str]]] = {
        "SQLite, 1 process": [{}],
        "PostgreSQL, 1 process": [{"DATABASE_URL": one}],
        "PostgreSQL, 2 processes": [shards | {"SHARD_IDS": "0"}, shards | {"SHARD_IDS": "1"}],
    }
    print(f"{machine()} {matches} matches of {GAME} side by side, {turns} turns each.\n")  # noqa: T201 - its output
    print("| | turns/s | median | 95% | memory |\n|---|---|---|---|---|")  # noqa: T201 - as above
    for name, settings in setups.items():
        print(f"| {name} | {await measure(settings, matches, turns)} |", flush=True)  # noqa: T201 - as above


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=count, default=8)
    parser.add_argument("--turns", type=count, default=15)
    options = parser.parse_args()
    with running() as server:
        asyncio.run(print_table(server, options.matches, min(options.turns, len(SCRIPTS[GAME].split()))))


if __name__ == "__main__":
    main()

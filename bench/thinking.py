"""What a busy engine costs people: `python -m bench.thinking`. Turns between people, with and without a busy worker.

Turnpost has the first turns of more matches than its worker can think about in the time of the run, at its highest
level. Blocks of turns between people alternate: in one the worker thinks, in the next it is stopped (SIGSTOP), so that
other load on the machine affects both. The time is that of `bench.turn`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
from argparse import ArgumentParser
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.bot_pair import start_pair
from bench.results import keep, spread
from bench.tables import count, say
from bench.turn import BLOCK, WARMING, play_turn, upcoming_turns
from engines import engine_of
from games import GAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.bot_pair import MeasuredBot, Pair

ROUNDS = 30
FIRST = next(iter(GAMES))
ENGINE_GAME = next(key for key, game in GAMES.items() if game.info.min_players > 2)
"""The game that the worker thinks about, against two people, so that it thinks for long."""
OWED = 60
"""Matches in which Turnpost is to move first."""
HEAD = (
    "| game | turns | worker busy: median ms | p99 | stopped: median ms | p99 | times: median | p99 | worker |\n"
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = ArgumentParser(prog="python -m bench.thinking", description="Measure turns while a worker is busy.")
    parser.add_argument("--rounds", type=count, default=ROUNDS, help=f"pairs of blocks of {BLOCK} turns ({ROUNDS})")
    parser.add_argument("--game", choices=GAMES, default=FIRST, help=f"what people play ({FIRST})")
    options = parser.parse_args(arguments)
    asyncio.run(measure(options.game, options.rounds))


async def measure(key: str, rounds: int) -> None:
    """Measure, print a table, and keep the result."""
    turns = {key: 2 * rounds * BLOCK + WARMING + BLOCK}
    with tempfile.TemporaryDirectory() as folder:
        async with start_pair(Path(folder), turns, settings={"TURNPOST_REQUESTS": "1000000"}) as bots:
            await _owe_moves(bots.turnpost)
            row = await _measured(bots, key, rounds)
    say(f"{HEAD}\n{format_row(key, row)}")
    keep("thinking", {"games": {key: row}})


async def _owe_moves(bot: MeasuredBot) -> None:
    """Begin matches in which the worker has to think, and wait until it does."""
    state = bot.playground.state
    lounge, person = next(iter(state.channels.values())), next(iter(state.people))
    level, last = len(engine_of(GAMES[ENGINE_GAME]).levels), GAMES[ENGINE_GAME].info.seats[2]
    for _ in range(OWED):
        state.add_message(lounge, person, f"!challenge @Turnpost {ENGINE_GAME} level={level} seat={last}")
    while not any(map(_processor_time, bot.bot.children)):  # noqa: ASYNC110 - another process's work tells nobody
        await asyncio.sleep(0.1)


async def _measured(bots: Pair, key: str, rounds: int) -> dict[str, Any]:
    turns = upcoming_turns(bots.matches[key])
    times: dict[bool, list[float]] = {True: [], False: []}
    worked = took = 0.0
    for number in range(-1, 2 * rounds):
        busy = bool(number % 2)
        for process in bots.turnpost.bot.children:
            os.kill(process, signal.SIGCONT if busy else signal.SIGSTOP)
        before, began = _processor_times(bots), asyncio.get_running_loop().time()
        block = [await play_turn(bots, *turn) for turn in islice(turns, WARMING if number < 0 else BLOCK)]
        if busy and number >= 0:
            worked += sum(used - before.get(process, 0) for process, used in _processor_times(bots).items())
            took += asyncio.get_running_loop().time() - began
        if number >= 0:
            times[busy] += block
    for process in bots.turnpost.bot.children:
        os.kill(process, signal.SIGCONT)
    return {"busy": spread(times[True]), "stopped": spread(times[False]), "share": worked / took}


def _processor_times(bots: Pair) -> dict[int, float]:
    """Return the seconds of processor time that each process which the bot has started has used."""
    return {process: _processor_time(process) for process in bots.turnpost.bot.children}


def _processor_time(process: int) -> float:
    """Return the seconds of processor time that a process has used, 0 if it has ended."""
    try:
        told = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def format_row(key: str, row: dict[str, Any]) -> str:
    """Return a game's row of the table."""
    busy, stopped = row["busy"], row["stopped"]
    cells = [f"{each[name] * 1000:.1f}" for each in (busy, stopped) for name in ("median", "p99")]
    times = [f"{busy[name] / stopped[name]:.2f}" for name in ("median", "p99")]
    return f"| {key} | {busy['count']} | {' | '.join([*cells, *times])} | {row['share']:.0%} of a core |"


if __name__ == "__main__":
    main()

"""How many turns a second one process carries: `python -m bench.throughput`. With 1, 10 and 100 players at once.

So many scripted people answer every board at once, as no people do, in so many matches of all five games; the echo bot
gets as many messages at once, in as many channels, for pictures of the same games. The two bots are measured by turns;
processor time is that of the bot's own process, all its threads together, divided by its turns. The embedded Discord
and the people run in the process of the measurement, which needs a core of its own. At the end ten players play once
more while stopwatches in the bot (`bench.steps`) measure each step; they cost time, so these turns are left out of the
rates.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from argparse import ArgumentParser
from collections import deque
from itertools import chain, cycle, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.bot_pair import start_pair
from bench.results import keep, spread
from bench.tables import count, say
from games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bench.bot_pair import Pair
    from bench.live import LiveMatch

PLAYERS = (1, 10, 100)
ROUNDS = 2
SECONDS = 5.0
TURNS = 1500
"""Turns ahead of each game, more than are played."""

HEAD = (
    "| players | bot: turns/s | echo: turns/s | share | bot: median ms | p99 | echo: median ms | p99 "
    "| bot: longest block ms | echo | bot: processor ms | echo |\n"
    "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = ArgumentParser(prog="python -m bench.throughput", description="Measure how many turns a second there are.")
    parser.add_argument("--rounds", type=count, default=ROUNDS, help=f"rounds of each bot ({ROUNDS})")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"how long a round is ({SECONDS})")
    parser.add_argument("--players", type=count, action="append", help=f"only so many at once ({PLAYERS})")
    options = parser.parse_args(arguments)
    asyncio.run(measure(options.players or PLAYERS, options.rounds, options.seconds))


async def measure(players: Sequence[int], rounds: int, seconds: float) -> None:
    """Measure, print a table, and keep the result."""
    say(HEAD)
    turns = dict.fromkeys(GAMES, TURNS)
    with tempfile.TemporaryDirectory() as folder:
        async with start_pair(Path(folder), turns, at_least=max(players), rooms=max(players)) as bots:
            ready = mixed(bots.matches.values())
            rows = {str(number): await level(bots, ready, number, rounds, seconds) for number in players}
            memory = {"bot": bots.turnpost.bot.memory, "echo": bots.echo.bot.memory}
    with tempfile.TemporaryDirectory() as folder:
        settings = {"BENCH_STEPS": "1"}
        async with start_pair(Path(folder), turns, at_least=10, settings=settings) as bots:
            turn_count = len(await _play(bots, mixed(bots.matches.values()), 10, seconds))
            steps = (await bots.turnpost.bot.inside())["steps"]
    for name, each in sorted(steps.items()):
        say(f"{name}: {each['count'] / turn_count:.2f} a turn, {each['sum'] / each['count'] * 1000:.2f} ms each")
    keep("throughput", {"players": rows, "memory": memory, "steps": {"turns": turn_count, "of": steps}})


def mixed(matches: Iterable[Sequence[LiveMatch]]) -> deque[LiveMatch]:
    """Return the matches of all games in turn, so that any few of them are of different games."""
    return deque(one for one in chain.from_iterable(zip_longest(*matches)) if one is not None)


async def level(bots: Pair, ready: deque[LiveMatch], players: int, rounds: int, seconds: float) -> dict[str, Any]:
    """Let so many players at once keep each bot busy for some rounds; return the measurements."""
    ours: list[float] = []
    theirs: list[float] = []
    for each in (bots.turnpost, bots.echo):
        await each.bot.inside()  # drop what was measured before
    took = [0.0, 0.0]
    for _ in range(rounds):
        began = time.perf_counter()
        ours += await _play(bots, ready, players, seconds)
        between = time.perf_counter()
        theirs += await _echo(bots, players, seconds)
        took = [took[0] + between - began, took[1] + time.perf_counter() - between]
    inside = {"bot": await bots.turnpost.bot.inside(), "echo": await bots.echo.bot.inside()}
    row = {
        "bot": spread(ours) | {"rate": len(ours) / took[0], "cpu": inside["bot"]["cpu"] / len(ours)},
        "echo": spread(theirs) | {"rate": len(theirs) / took[1], "cpu": inside["echo"]["cpu"] / len(theirs)},
        "block": inside,
    }
    say(format_row(str(players), row))
    return row


async def _play(bots: Pair, ready: deque[LiveMatch], players: int, seconds: float) -> list[float]:
    times: list[float] = []
    until = time.perf_counter() + seconds

    async def play() -> None:
        while time.perf_counter() < until:
            match = ready.popleft()
            person, text = match.turns.popleft()
            times.append(await bots.turnpost.turn(match.thread, person, f"!move {text}"))
            if match.turns:
                ready.append(match)

    await asyncio.gather(*(play() for _ in range(players)))
    return times


async def _echo(bots: Pair, players: int, seconds: float) -> list[float]:
    times: list[float] = []
    until = time.perf_counter() + seconds
    person, keys = next(iter(bots.echo.playground.state.people)), cycle(bots.matches)

    async def speak(place: int) -> None:
        while time.perf_counter() < until:
            times.append(await bots.echo.turn(bots.rooms[place], person, f"{next(keys)} c4"))

    await asyncio.gather(*(speak(place) for place in range(players)))
    return times


def format_row(players: str, row: dict[str, Any]) -> str:
    """Return a row of the table."""
    ours, theirs, block = row["bot"], row["echo"], row["block"]
    rates = f"{ours['rate']:.1f} | {theirs['rate']:.1f} | {ours['rate'] / theirs['rate']:.2f}"
    columns = [each[name] for each in (ours, theirs) for name in ("median", "p99")]
    columns += [block["bot"]["block"], block["echo"]["block"], ours["cpu"], theirs["cpu"]]
    return f"| {players} | {rates} | {' | '.join(f'{seconds * 1000:.1f}' for seconds in columns)} |"


if __name__ == "__main__":
    main()
